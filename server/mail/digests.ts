import { newId, type Id } from '../../kernel/id.ts'
import { inWords } from '../../domain/english/all.ts'
import { nextDigest, usualDigestTime } from '../../domain/mail/mail.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { Tx } from '../db/tx.ts'
import { requestDelivery } from '../deliveries/deliveries.ts'
import type { DeliveryText, Source } from '../deliveries/deliverer.ts'
import { notices } from '../deliveries/notices.ts'
import { enqueue, type WholeWorker } from '../jobs/jobs.ts'
import { mailWay } from './mailWay.ts'
import { recipientsAmong, type Recipient } from './recipients.ts'

const digestJob = 'mail.digest'

/** Keeps notices for the next digests of their readers. */
export const collect = async (tx: Tx, recipients: readonly Recipient[], messages: readonly { readonly id: Id; readonly uid: Id }[]) => {
  if (messages.length === 0) return
  await tx.query(
    `insert into mail_digest (org_id, message_id, uid)
     select o.org_id, m.id, m.uid from organisation o cross join unnest($2::bigint[], $3::bigint[]) as m (id, uid)
     where o.org_id = $1 and exists (select from message x where x.org_id = $1 and x.id = m.id) on conflict do nothing`,
    [tx.orgId, messages.map(({ id }) => id), messages.map(({ uid }) => uid)],
  )
  const uids = new Set(messages.map(({ uid }) => uid))
  const calendar = await workCalendarOf(tx)
  for (const { uid, rhythm, hour } of recipients.filter((recipient) => uids.has(recipient.uid))) {
    const time = { rhythm: rhythm ?? usualDigestTime.rhythm, hour: hour ?? usualDigestTime.hour }
    await enqueue(tx, { kind: digestJob, key: uid, dueAt: nextDigest(calendar, time, tx.now()) })
  }
}

/** What waits goes out at the time that the person has chosen now. */
export const planDigest = async (tx: Tx, uid: Id): Promise<void> => {
  const waitingRows = await tx.query<{ id: Id; uid: Id }>(
    'select message_id as id, uid from mail_digest where org_id = $1 and uid = $2 and batch_id is null limit 1',
    [tx.orgId, uid],
  )
  await collect(tx, await recipientsAmong(tx, [uid]), waitingRows)
}

/** Gathers what waits for a person into one digest, and asks for its delivery. What is older than some days is over: it waited where nothing was sent. */
export const digestWorker: WholeWorker = {
  kind: digestJob,
  run: async (tx, { key: uid }) => {
    await tx.query(`delete from mail_digest where org_id = $1 and uid = $2 and at < now() - make_interval(days => ${keptDays})`, [
      tx.orgId,
      uid,
    ])
    const [recipient] = await recipientsAmong(tx, [uid])
    if (!recipient) return
    const batchId = newId()
    const batchRows = await tx.query(
      'update mail_digest set batch_id = $3 where org_id = $1 and uid = $2 and batch_id is null returning 1',
      [tx.orgId, uid, batchId],
    )
    if (batchRows.length === 0) return
    await requestDelivery(tx, { way: mailWay, source: mailDigests.name }, [{ id: batchId, uid, address: recipient.address }])
  },
}
const keptDays = 7

/** Digests, each with what of it is still unread. */
export const mailDigests: Source = {
  name: 'mailDigest',
  unread: async (tx, ids, uid) => {
    const rows = await tx.query<{ id: Id; batch: Id; uid: Id }>(
      `select message_id as id, batch_id as batch, uid from mail_digest
       where org_id = $1 and batch_id = any ($2::bigint[]) and ($3::bigint is null or uid = $3)`,
      [tx.orgId, ids, uid ?? null],
    )
    const unread = await notices.unread(
      tx,
      rows.map(({ id }) => id),
      uid,
    )
    const batches = new Map(rows.map(({ id, batch }) => [id, batch]))
    return [...Map.groupBy(unread, (message) => batches.get(message.id) ?? '')].map(([batch, messages]) => ({
      id: batch,
      uid: messages[0]?.uid ?? '',
      category: 'system',
      isForMe: true,
      isUrgent: false,
      about: batch,
      shown: (language) =>
        digestText(
          language,
          messages.map((message) => message.shown(language)),
        ),
    }))
  },
}

const digestText = (language: 'zh' | 'en', entries: readonly DeliveryText[]): DeliveryText => ({
  title: inWords(language, '{n}条未读消息', { n: entries.length }),
  content: entries.map(({ title }) => title).join('\n'),
  link: '/pages/message/msglist',
  entries,
})
