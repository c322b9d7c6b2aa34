import { after } from 'node:test'
import type { MessageCategory } from '../../../domain/rules/messageCategories.ts'
import { newId, type Id } from '../../../kernel/id.ts'
import { openDatabase } from '../../db/pool.ts'
import { startDeliveries } from '../../deliveries/deliveries.ts'
import { createHttp } from '../../http.ts'
import { startJobs } from '../../jobs/jobs.ts'
import { openLog } from '../../log.ts'
import { notify } from '../../messaging/notify.ts'
import { hasAnnounced } from '../../messaging/outbox.ts'
import { startRelay } from '../../messaging/relay.ts'
import { handlers } from '../../routes.ts'
import { readSettings, settingsWith } from '../../settings.ts'
import { openDoor, testApp } from '../../testing/app.ts'
import { digestWorker, mailDigests } from '../digests.ts'
import { mailNotices } from '../mailNotices.ts'
import { addMailStopRoute } from '../stopRoute.ts'
import { openSink, readMail } from './sink.ts'
import { until } from '../../testing/until.ts'

/** An installation that sends by a sink, and one server process as far as mail goes. */
export const openMailHouse = async () => {
  const sink = await openSink()
  const house = await testApp(handlers, { poolSize: 12 })
  const app = { ...house.app, settings: settingsWith(house.app.settings, environmentOf(sink.port)) }
  const ask = await openDoor(app, handlers)
  const door = await createHttp({ app, handlers: [], findSession: () => Promise.resolve(undefined), signInClients: {}, checkOutput: true })
  addMailStopRoute(door, app)
  after(async () => {
    await door.close()
    sink.close()
  })
  return {
    ...house,
    app,
    ask,
    door,
    sink,
    startProcess: () => startMailProcess(house.url, sink.port),
    office: (name?: string) => openOffice({ ...house, ask, sink }, name),
  }
}

const environmentOf = (port: number) => ({
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(port),
  SMTP_SECURITY: 'none',
  SMTP_FROM: 'zaice@house.example',
  SERVICE_REACH: 'local',
})

/** One server process as far as mail goes. */
export const startMailProcess = async (url: string, port: number): Promise<() => Promise<void>> => {
  let wake = (): void => undefined
  const database = openDatabase({ url, poolSize: 10, onCommit: (tx) => hasAnnounced(tx) && wake() })
  const log = openLog('silent')
  const mail = mailNotices({ settings: readSettings(environmentOf(port)), database, address: () => 'https://zaice.example' })
  const deliveries = await startDeliveries(database, log, [mail], [mailDigests])
  const jobs = startJobs(database, log, [digestWorker])
  const relay = await startRelay(database, log, [deliveries.hear])
  wake = relay.wake
  return async () => {
    await relay.stop()
    await deliveries.stop()
    await jobs.stop()
    await database.close()
  }
}

type House = Pick<Awaited<ReturnType<typeof testApp>>, 'database' | 'newCompany' | 'ask'> & {
  readonly sink: Awaited<ReturnType<typeof openSink>>
}

/** A company of the house and what its people do. */
const openOffice = async ({ database, newCompany, ask, sink }: House, name = '测试公司') => {
  const { orgId, admin, hire, tokenOf } = await newCompany(name)
  const query = <R extends object = Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.inTransaction(orgId, (tx) => tx.query<R>(text, [orgId, ...values]))
  const post = async (uid: Id, verb: string, body: object = {}) =>
    (await ask({ ...(verb === 'settings' ? { method: 'GET' } : { body }), path: `/api/msg/msgmail/${verb}`, token: await tokenOf(uid) }))
      .json
  const setEmail = (uid: Id, email: string) => query('update person set email = $3 where org_id = $1 and id = $2', uid, email)
  /** A person with a proven address. */
  const reader = async (email: string, userName = '张三') => {
    const uid = await hire(`u${newId()}`, [], { userName })
    await setEmail(uid, email)
    await query(
      `insert into mail_address (org_id, uid, address, language, verified_at, stop_token) values ($1, $2, $3, 'zh', now(), $4)`,
      uid,
      email,
      `${BigInt(orgId).toString(36)}.${String(uid).padEnd(43, 'x')}`,
    )
    return uid
  }
  const tell = (
    uids: readonly Id[],
    title: string,
    { category = 'approval', content = '' }: { category?: MessageCategory; content?: string } = {},
  ) => database.inTransaction(orgId, (tx) => notify(tx, { uids, msgType: 5, category, title, content, link: '/pages/news/newslist?id=1' }))
  /** What waits has its turn now; waits until nothing is left to do. */
  const settle = (kinds = ['deliver.mail', 'mail.digest']) =>
    until('nothing is left to do', async () => {
      await query(
        `update job set due_at = now() where org_id = $1 and kind = any ($2::text[]) and done_at is null and lease_until is null`,
        kinds,
      )
      const unheard = await query(
        `select 1 from message m where m.org_id = $1 and coalesce(m.notice, '') not like 'undelivered.%'
           and not exists (select from job j where j.org_id = $1 and j.kind = 'message.offer' and j.body -> 'ids' ? m.id::text)`,
      )
      // What was heard leads to jobs: they are looked for after it.
      if (unheard.length > 0) return false
      const openJobs = await query(`select 1 from job where org_id = $1 and kind = any ($2::text[]) and done_at is null`, [
        ...kinds,
        'message.offer',
      ])
      return openJobs.length === 0
    })
  const mailsTo = (address: string) => sink.mails.filter(({ to }) => to === address).map(readMail)
  return { orgId, admin, hire, query, post, setEmail, reader, tell, settle, mailsTo, tokenOf }
}
