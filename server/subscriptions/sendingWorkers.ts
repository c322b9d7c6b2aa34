import { newId, type Id } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { inNameOf } from '../access/sessions.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { requestDelivery } from '../deliveries/deliveries.ts'
import { HttpError } from '../httpError.ts'
import { enqueue, type PieceWorker, type WholeWorker } from '../jobs/jobs.ts'
import { mailServerOf } from '../mail/mailServer.ts'
import { mailWay } from '../mail/mailWay.ts'
import { recipientsAmong } from '../mail/recipients.ts'
import { robotJob } from '../messaging/groups.ts'
import { notify } from '../messaging/notify.ts'
import { sentNotice } from '../mail/sentNotice.ts'
import { sendingMails } from './sendingMails.ts'
import { closedColumns, linkOf, sentenceOf, type Subject, subjectFor, titleOf } from './subject.ts'
import type { SubjectReader } from './subjectReader.ts'
import { lockSubscription, planSending, sendingJob, subscriptionJob } from './subscriptionStore.ts'

/**
 * At its moment a subscription becomes one sending for each receiver, and asks for its next moment: of several processes one does both. Moments
 * that were missed are one.
 */
export const subscriptionWorker: WholeWorker = {
  kind: subscriptionJob,
  run: async (tx, { key: id }) => {
    const subscription = await lockSubscription(tx, id)
    if (!subscription?.isOn) return
    if (!(await inNameOf(tx, subscription.ownerUid))) {
      await tx.query('update view_subscription set is_on = false, version = version + 1 where org_id = $1 and id = $2', [tx.orgId, id])
      return
    }
    const sentAt = new Date(tx.now()).toISOString()
    const receivers = [
      ...subscription.uids.map((uid) => ({ uid, robotId: null })),
      ...subscription.robotIds.map((robotId) => ({ uid: null, robotId })),
    ]
    for (const { uid, robotId } of receivers) {
      const sendingId = newId()
      await tx.query('insert into view_sending (org_id, id, subscription_id, uid, robot_id, at) values ($1, $2, $3, $4, $5, $6)', [
        tx.orgId,
        sendingId,
        id,
        uid,
        robotId,
        sentAt,
      ])
      await enqueue(tx, { kind: sendingJob, key: sendingId })
    }
    await tx.query('update view_subscription set sent_at = $3 where org_id = $1 and id = $2', [tx.orgId, id, sentAt])
    await tx.query(
      `delete from view_sending where org_id = $1 and subscription_id = $2 and at < now() - make_interval(days => ${keptDays})`,
      [tx.orgId, id],
    )
    await planSending(tx, id, subscription)
  },
}
const keptDays = 90

type Dispatch = {
  readonly id: Id
  readonly uid: Id | null
  readonly robotId: Id | null
  readonly subscriptionId: Id
  readonly viewId: Id | null
  readonly dashboardId: string | null
  readonly ownerUid: Id
  readonly isMailed: boolean
}

const waitingSending = async (tx: Tx, id: Id): Promise<Dispatch | undefined> => {
  const [row] = await tx.query<Dispatch>(
    `select g.id, g.uid, g.robot_id as "robotId", s.id as "subscriptionId", s.view_id as "viewId",
            coalesce(s.dashboard_id::text, s.delivered_dashboard) as "dashboardId", s.owner_uid as "ownerUid",
            s.is_mailed as "isMailed"
     from view_sending g join view_subscription s on s.org_id = $1 and s.id = g.subscription_id
     where g.org_id = $1 and g.id = $2 and g.state = 'waiting' and s.is_on`,
    [tx.orgId, id],
  )
  return row
}

/** `skipped`: the receiver is gone or may read nothing of it; `failed`: it cannot be read, which its owner is told. */
type ReadOutcome =
  | { readonly t: 'read'; readonly subject: Subject; readonly rowCount: string }
  | { readonly t: 'skipped' }
  | { readonly t: 'failed'; readonly title: string; readonly reason: string }

/** Sends a view or a dashboard to one receiver, in the name of that person; to a group in the name of the owner, as long as that person sets up robots. */
export const sendingWorker = ({ settings }: Pick<App, 'settings'>, reader: SubjectReader): PieceWorker => ({
  kind: sendingJob,
  piece: async (database, { orgId, key }) => {
    const dispatch = await database.reading(orgId, (tx) => waitingSending(tx, key))
    if (!dispatch) return false
    const outcome = await readFor(database, reader, { orgId, dispatch })
    await database.inTransaction(orgId, async (tx) => {
      const [markedRow] = await tx.query(
        `update view_sending set state = $3, row_count = $4 where org_id = $1 and id = $2 and state = 'waiting' returning 1`,
        [orgId, key, outcome.t === 'read' ? 'sent' : outcome.t, outcome.t === 'read' ? outcome.rowCount : null],
      )
      if (!markedRow) return
      if (outcome.t === 'read') await send(tx, { settings, dispatch, ...outcome })
      if (outcome.t !== 'skipped') await noteFailure(tx, dispatch, outcome.t === 'failed' ? outcome : undefined)
    })
    return false
  },
})

const readFor = async (
  database: Database,
  reader: SubjectReader,
  { orgId, dispatch }: { readonly orgId: Id; readonly dispatch: Dispatch },
): Promise<ReadOutcome> => {
  const { uid, ownerUid } = dispatch
  const ownSubject = await database.reading(orgId, (tx) => subjectFor(tx, uid ?? ownerUid, dispatch))
  if (!ownSubject || (uid === null && !ownSubject.session.codes.has('sysoperation:update'))) return { t: 'skipped' }
  const { session, subject } = ownSubject
  // A receiver who sees less than the view asks gets nothing; that its owner does is worth telling.
  const closedKeys = closedColumns(subject)
  const title = titleOf(subject, 'zh')
  if (closedKeys.length > 0) return session.uid === ownerUid ? { t: 'failed', title, reason: closedKeys.join(', ') } : { t: 'skipped' }
  try {
    const rowCount = await reader.count(session, subject)
    return subject.kind === 'dashboard' && rowCount === '0' ? { t: 'skipped' } : { t: 'read', subject, rowCount }
  } catch (error) {
    if (error instanceof HttpError || error instanceof RefusalError) return { t: 'failed', title, reason: error.message }
    throw error
  }
}

type Parcel = { readonly settings: App['settings']; readonly dispatch: Dispatch; readonly subject: Subject; readonly rowCount: string }

const send = async (tx: Tx, { settings, dispatch, subject, rowCount }: Parcel): Promise<void> => {
  const { id, uid, robotId, subscriptionId, isMailed } = dispatch
  const { words, params } = sentenceOf(subject, rowCount)
  const notice = { params, link: linkOf(subject) }
  if (robotId !== null) {
    const queuedRows = await tx.query(
      `insert into group_robot_message (org_id, robot_id, key, words, params, content, link)
       select r.org_id, r.id, $3, $4, $5, '', $6 from group_robot r where r.org_id = $1 and r.id = $2 and r.is_on and r.secret_url is not null
       on conflict do nothing returning 1`,
      [tx.orgId, robotId, `subscription/${id}`, words, notice.params, notice.link],
    )
    if (queuedRows.length > 0) await enqueue(tx, { kind: robotJob, key: robotId })
    return
  }
  if (uid === null) return
  const merge = { kind: sentNotice, about: subscriptionId }
  await notify(tx, { ...notice, uids: [uid], msgType: messageTypes.system, category: 'system', title: words, merge })
  if (!isMailed || !(await mailServerOf(tx, settings))) return
  const recipients = await recipientsAmong(tx, [uid])
  await requestDelivery(
    tx,
    { way: mailWay, source: sendingMails },
    recipients.map(({ address }) => ({ id, uid, address })),
  )
}

type Failure = Pick<Extract<ReadOutcome, { t: 'failed' }>, 'title' | 'reason'>

/** Its owner is told when it begins to fail, and not again until it has gone well. */
const noteFailure = async (tx: Tx, { subscriptionId, ownerUid }: Dispatch, failure: Failure | undefined): Promise<void> => {
  const changedRows = await tx.query(
    `update view_subscription set failure = $3 where org_id = $1 and id = $2 and (failure is null) <> ($3::text is null) returning 1`,
    [tx.orgId, subscriptionId, failure?.reason.slice(0, 300) ?? null],
  )
  if (changedRows.length === 0 || !failure) return
  await notify(tx, {
    uids: [ownerUid],
    msgType: messageTypes.system,
    category: 'system',
    title: '定期发送“{view}”没有成功',
    params: { view: failure.title },
    content: failure.reason,
    link: '/pages/user/subscriptions',
  })
}
