import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import library from 'web-push'
import { newId } from '../../kernel/id.ts'
import { createPerson } from '../../server/access/people.ts'
import { openDatabase } from '../../server/db/pool.ts'
import { startDeliveries } from '../../server/deliveries/deliveries.ts'
import { openLog } from '../../server/log.ts'
import { notify } from '../../server/messaging/notify.ts'
import { hasAnnounced } from '../../server/messaging/outbox.ts'
import { startRelay } from '../../server/messaging/relay.ts'
import { pushKeys } from '../../server/push/keys.ts'
import { newBrowser } from '../../server/push/testing/pushService.ts'
import { webPush } from '../../server/push/webPush.ts'
import { readSettings } from '../../server/settings.ts'
import { copyDatabase, dropDatabase } from '../databases.ts'
import { printBar } from '../report.ts'

const subscriptions = 1000
/** How long the person who looks has to read, before anything rings. */
const readSeconds = 3

/**
 * One notice to a thousand people with a browser each, by one process, from the notice to the last push that its service has taken: in seconds,
 * and over encrypting and signing alone. The push service takes everything at once. Answers how many bars were missed.
 */
export const measurePush = async ({ url, say }: { url: string; say: (line: string) => void }): Promise<number> => {
  say('Push')
  const copy = await copyDatabase(url, 'bench_push')
  let taken = 0
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      taken++
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  const { port } = service.address() as AddressInfo
  let wake = (): void => undefined
  const database = openDatabase({ url: copy, poolSize: 12, onCommit: (tx) => hasAnnounced(tx) && wake() })
  const log = openLog('error')
  const settings = readSettings({ PUSH_SUBJECT: 'mailto:it@example.com' })
  const way = webPush({ settings, database }, async () => 1, { isService: () => true, reach: 'local' })
  const deliveries = await startDeliveries(database, log, [way])
  const relay = await startRelay(database, log, [deliveries.hear])
  wake = relay.wake
  try {
    const { publicKey, privateKey, keyId } = await pushKeys(database)
    const orgId = newId()
    const browser = newBrowser()
    const uids = await database.inTransaction(orgId, async (tx) => {
      await tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '测试公司'])
      const people = []
      for (let n = 0; n < subscriptions; n++) people.push(await createPerson(tx, { username: `push${n}`, userName: `员工${n}` }))
      await tx.query(
        `insert into session (org_id, token_hash, uid, client, platform, expires_at)
         select $1, 'h' || u, u, 'app', 'bench', now() + interval '1 day' from unnest($2::bigint[]) u`,
        [orgId, people],
      )
      await tx.query(
        `insert into push_subscription (org_id, id, uid, session_hash, endpoint_hash, endpoint, p256dh, auth, key_id, device, language)
         select $1, u, u, 'h' || u, 'e' || u, $3 || u, $4, $5, $6, 'bench', 'zh' from unnest($2::bigint[]) u`,
        [orgId, people, `http://127.0.0.1:${port}/`, browser.p256dh, browser.auth, keyId],
      )
      return people
    })

    const start = performance.now()
    await database.inTransaction(orgId, (tx) =>
      notify(tx, { uids, msgType: 5, category: 'news', title: '年终资产盘点通知', content: '请在本周内完成自盘。' }),
    )
    while (taken < subscriptions && performance.now() - start < 120_000) await sleep(5)
    const seconds = (performance.now() - start) / 1000

    const alone = performance.now()
    for (let n = 0; n < subscriptions; n++)
      library.generateRequestDetails({ endpoint: `http://127.0.0.1:${port}/`, keys: browser }, '年终资产盘点通知', {
        TTL: 86_400,
        urgency: 'normal',
        topic: 'bench',
        vapidDetails: { subject: 'mailto:it@example.com', publicKey, privateKey },
      })
    const encrypting = (performance.now() - alone) / 1000
    console.log(
      `${taken} pushes: ${seconds.toFixed(1)} s, ${readSeconds} s of them waiting; encrypting and signing alone ${encrypting.toFixed(2)} s`,
    )
    const missed = printBar('a thousand pushes, seconds', seconds, { atMost: 15 }) ? 0 : 1
    return missed + (printBar('pushes over encrypting and signing alone', (seconds - readSeconds) / encrypting, { atMost: 12 }) ? 0 : 1)
  } finally {
    await relay.stop()
    await deliveries.stop()
    await database.close()
    service.close()
    await dropDatabase(copy)
  }
}
