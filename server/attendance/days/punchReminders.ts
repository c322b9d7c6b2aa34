import { addDays, dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { type Edge, edgesOf, isMissedAt } from '../../../domain/attendance/reminder.ts'
import type { ShiftRules } from '../../../domain/attendance/shift.ts'
import { wallOf } from '../../../domain/attendance/wall.ts'
import { messageTypes } from '../../../domain/messaging/operations.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, type Job, type WholeWorker } from '../../jobs/jobs.ts'
import { isLicensed } from '../../licence/licence.ts'
import { notify } from '../../messaging/notify.ts'
import { derivedDays } from './days.ts'

/** The kind of the job that tells those who have not punched yet: one for each organisation, due when some shift next begins or ends. */
const reminderJob = 'attendance.remind'

/** `at`: the minute that the job is for; `told`: the one that people were told of last. */
type Body = { readonly at?: number; readonly told?: number }

/** Plans the next minute at which a person may have to be told; a minute that was told of does not come again. */
export const planPunchReminder = async (tx: Tx, toldNow?: number): Promise<void> => {
  const [plannedRow] = await tx.query<{ body: Body }>(`select body from job where org_id = $1 and kind = $2 and key = '' for update`, [
    tx.orgId,
    reminderJob,
  ])
  const now = Math.floor(tx.now() / 60_000)
  const lastMinute = Math.max(toldNow ?? 0, plannedRow?.body.told ?? 0)
  const shifts = await tx.query<{ rules: ShiftRules }>(
    `select v.rules from att_shift s join att_shift_version v on v.org_id = $1 and v.shift_id = s.id
     where s.org_id = $1 and s.deleted_at is null`,
    [tx.orgId],
  )
  const { day } = wallOf(now)
  // One that was due a moment ago and is not done yet is not planned over.
  const after = Math.max(lastMinute, now - lateMinutes)
  const next = edgesOf(
    shifts.map(({ rules }) => rules),
    [addDays(day, -2), addDays(day, -1), day, addDays(day, 1)],
  ).find(({ at }) => at > after)
  if (next)
    await enqueue(tx, {
      kind: reminderJob,
      key: '',
      body: { at: next.at, told: lastMinute } satisfies Body,
      dueAt: new Date(next.at * 60_000).toISOString(),
    })
}

/** The person who reads it later, because the server stood still, is not told to hurry. */
const lateMinutes = 10
/** So many people's days are worked out at once. */
const atOnce = 200

export const punchReminderWorker: WholeWorker = {
  kind: reminderJob,
  run: async (tx, { body: { at } }: Job<Body>) => {
    if (at === undefined) return
    // The person who can do nothing about it is not told.
    if (Math.floor(tx.now() / 60_000) - at <= lateMinutes && (await isLicensed(tx))) await remind(tx, at)
    await planPunchReminder(tx, at)
  },
}

const remind = async (tx: Tx, atMs: number): Promise<void> => {
  const people = await tx.query<{ id: Id }>(
    `select id from person where org_id = $1 and state = 'active' and deleted_at is null order by id`,
    [tx.orgId],
  )
  const { day } = wallOf(atMs)
  const missingUids: Record<Edge['way'], Id[]> = { on: [], off: [] }
  for (let from = 0; from < people.length; from += atOnce) {
    const uids = people.slice(from, from + atOnce).map(({ id }) => id)
    const { days } = await derivedDays(tx, uids, [addDays(day, -1), day], { now: tx.now() })
    for (const { uid, derived } of days) {
      const way = isMissedAt(derived, atMs)
      if (way) missingUids[way].push(uid)
    }
  }
  for (const way of ['on', 'off'] as const)
    await notify(tx, {
      uids: missingUids[way],
      msgType: messageTypes.notify,
      category: 'attendance',
      title: way === 'on' ? '快到上班时间了，您还没有打卡' : '已经下班了，您还没有打下班卡',
      link: '/pages/attendance/attHome',
      merge: { kind: `attendance.${way}`, about: dayAt(tx.now()).replaceAll('-', '') },
    })
}
