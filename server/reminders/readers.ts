import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { latestOrder } from '../../domain/licence/licence.ts'
import { assetManagerRole } from '../../domain/rules/constants.ts'
import { cardLink, type ReminderKind } from '../../domain/reminders/reminders.ts'
import { stepAt, windowOf } from '../../domain/reminders/schedule.ts'
import { administrators } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { ordersOf } from '../licence/licence.ts'
import { ownCountsDue, ownCountsOfDepartments, sharesDue } from '../counting/reminders.ts'
import type { DueInput, Due, Reader } from './dueReminders.ts'
import { keepersOf } from './keepers.ts'
import { isListening } from './remind.ts'

/** The kinds that the daily job sends, each with what finds it. */
export const readers: Readonly<Partial<Record<ReminderKind, Reader>>> = {
  loanDue: (tx, input) => untoldAssets(tx, input, loans),
  loanOverdue: (tx, input) => untoldAssets(tx, input, loans),
  lentOverdue: (tx, input) => untoldAssets(tx, input, { ...loans, keptIn: 'coalesce(a.home_id, a.loc_id)' }),
  maintenanceDue: (tx, input) => untoldAssets(tx, input, { column: 'next_maintenance_on', ...atHand }),
  warrantyEnding: (tx, input) => untoldAssets(tx, input, { column: 'warranty_until', ...atHand }),
  countDue: sharesDue,
  selfCountDue: ownCountsDue,
  selfCountUnanswered: ownCountsOfDepartments,
  licenceEnding: async (tx, { schedule, telling }) => {
    const latest = latestOrder(await ordersOf(tx))
    if (!latest) return []
    const dueOn = addDays(dayAt(Date.parse(latest.endDate)), -1)
    const step = stepAt(schedule, dueOn, telling)
    if (step === undefined) return []
    const subject = { subject: latest.orderId, name: latest.skuEntity.periodName, note: dueOn }
    return (await administrators(tx)).map((uid) => ({ thing: subject, dueOn, uid, step }))
  },
}

/** Assets that have a day. The reminder goes to the holder or, where the asset is `keptIn` a place, to the keeper of the place. */
type Assets = { readonly column: 'due_on' | 'next_maintenance_on' | 'warranty_until'; readonly which: string; readonly keptIn?: string }

const loans: Assets = { column: 'due_on', which: "a.state = 'lent' and a.holder_uid is not null" }

/** What is there to be looked after. */
const atHand = { which: "a.state in ('idle', 'inUse', 'lent', 'inTransit', 'inRepair')", keptIn: 'coalesce(a.loc_id, a.home_id)' }

type Row = { id: Id; name: string; due_on: Day; holder: string | null; uid: Id; step: number }

/**
 * Only what is new leaves the database: the days in question come first, then, for the steps that hold for these, what no one has written
 * down as told. What is lent is missed by the store that it belongs to; who borrowed it himself is told as the borrower.
 */
const untoldAssets = async (tx: Tx, { kind, schedule, telling }: DueInput, { column, which, keptIn }: Assets): Promise<Due[]> => {
  const { from, to } = windowOf(schedule, telling)
  const days = await tx.query<{ day: Day }>(
    `select distinct a.${column} as day from asset a where a.org_id = $1 and a.${column} <= $2 and a.${column} >= coalesce($3::date, '-infinity')`,
    [tx.orgId, to, from],
  )
  const steps = days.flatMap(({ day }) => {
    const step = stepAt(schedule, day, telling)
    return step === undefined ? [] : [{ day, step }]
  })
  if (steps.length === 0) return []
  const keepers = keptIn === undefined ? undefined : await keepersOfAll(tx)
  const keeperJoin = keptIn
    ? `join unnest($5::bigint[], $6::bigint[]) as k (place, uid) on k.place = a.place${column === 'due_on' ? ' and k.uid <> a.holder_uid' : ''}
       join person p on p.org_id = $1 and p.id = k.uid`
    : 'join person p on p.org_id = $1 and p.id = a.holder_uid'
  const rows = await tx.query<Row>(
    `with a as materialized (
       select a.id, d.day, d.step, a.holder_uid, coalesce(${keptIn ?? 'null'}, 0) as place
       from unnest($3::date[], $4::int[]) as d (day, step)
       join asset a on a.org_id = $1 and a.${column} = d.day and a.deleted_at is null and ${which}
     )
     select a.id, n.instance_name || '（' || n.instance_code || '）' as name, a.day as due_on, a.step,
            p.id as uid, (select h.user_name from person h where h.org_id = $1 and h.id = a.holder_uid) as holder
     from a ${keeperJoin} join asset n on n.org_id = $1 and n.id = a.id
     where ${isListening('$2')} and not exists (
       select from reminder_sent s
       where s.org_id = $1 and s.kind = $2 and s.subject_id = a.id and s.due_on = a.day and s.step = a.step and s.uid = p.id)
     order by a.day, a.id`,
    [
      tx.orgId,
      kind,
      steps.map(({ day }) => day),
      steps.map(({ step }) => step),
      ...(keepers ? [keepers.map(({ place }) => place), keepers.map(({ uid }) => uid)] : []),
    ],
  )
  return rows.map(({ id, name, due_on: dueOn, holder, uid, step }) => {
    const subject = { subject: id, name, note: dueOn, link: cardLink(id) }
    const lent = { ...subject, params: { holder: holder ?? '' }, note: [holder, dueOn].filter(Boolean).join(' · ') }
    return { thing: keptIn !== undefined && column === 'due_on' ? lent : subject, dueOn, uid, step }
  })
}

/** The person who keeps assets in each place; place 0 stands for none. */
const keepersOfAll = async (tx: Tx): Promise<{ place: Id; uid: Id }[]> => {
  const places = await tx.query<{ id: Id }>('select id from location where org_id = $1', [tx.orgId])
  const ids = [...places.map(({ id }) => id), null]
  const keepers = await keepersOf(tx, ids, assetManagerRole)
  return ids.flatMap((id) => keepers(id).map((uid) => ({ place: id ?? '0', uid })))
}
