import type { Id } from '../../kernel/id.ts'
import type { SheetFormat } from '../../domain/subscriptions/operations.ts'
import { nextSending, type SendingTime } from '../../domain/subscriptions/sendingTime.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, withdraw } from '../jobs/jobs.ts'

export const subscriptionJob = 'subscription'
export const sendingJob = 'subscription.send'

export type StoredSubscription = SendingTime & {
  readonly id: Id
  readonly viewId: Id | null
  readonly dashboardId: string | null
  readonly ownerUid: Id
  readonly uids: readonly Id[]
  readonly robotIds: readonly Id[]
  readonly isMailed: boolean
  readonly sheetFormat: SheetFormat
  readonly isOn: boolean
  readonly version: number
  readonly sentAt: string | null
  readonly failure: string | null
  readonly sentCount: number
}

const columns = `s.id, s.view_id as "viewId", coalesce(s.dashboard_id::text, s.delivered_dashboard) as "dashboardId", s.owner_uid as "ownerUid", s.rhythm, s.hour, s.weekday, s.month_day as "monthDay", s.uids::text[] as uids,
  s.robot_ids::text[] as "robotIds", s.is_mailed as "isMailed", s.sheet_format as "sheetFormat", s.is_on as "isOn", s.version, s.sent_at as "sentAt", s.failure,
  (select count(*)::int from view_sending g where g.org_id = $1 and g.subscription_id = s.id and g.at = s.sent_at and g.state = 'sent') as "sentCount"`

/** The subscriptions of a person. */
export const subscriptionsOf = (tx: Tx, ownerUid: Id): Promise<StoredSubscription[]> =>
  tx.query<StoredSubscription>(
    `select ${columns} from view_subscription s where s.org_id = $1 and s.owner_uid = $2 order by s.id limit ${subscriptionsAtMost}`,
    [tx.orgId, ownerUid],
  )

/** So many a person has. */
export const subscriptionsAtMost = 50

/** Locks a subscription. */
export const lockSubscription = async (tx: Tx, id: Id): Promise<StoredSubscription | undefined> => {
  const [row] = await tx.query<StoredSubscription>(
    `select ${columns} from view_subscription s where s.org_id = $1 and s.id = $2 for update of s`,
    [tx.orgId, id],
  )
  return row
}

/** Plans the next sending, or takes it back. */
export const planSending = async (tx: Tx, id: Id, time: SendingTime & { readonly isOn: boolean }): Promise<void> =>
  time.isOn
    ? enqueue(tx, { kind: subscriptionJob, key: id, dueAt: nextSending(await workCalendarOf(tx), time, tx.now()) })
    : withdraw(tx, subscriptionJob, id)
