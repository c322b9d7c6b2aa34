import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { latestOrder } from '../../domain/licence/licence.ts'
import { assetManagerRole } from '../../domain/rules/constants.ts'
import { cardLink, type ReminderKind, type Thing } from '../../domain/reminders/reminders.ts'
import { administrators } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { ordersOf } from '../licence/licence.ts'
import { keepersOf } from './keepers.ts'

/** Something that has a day, and whom it concerns. */
export type Due = { readonly thing: Omit<Thing, 'daysLeft'>; readonly dueOn: Day; readonly uids: readonly Id[] }

export type Window = { readonly from: Day | null; readonly to: Day }

/** Finds what is due in a window of days, in one statement and whom it concerns in another. */
export type Reader = (tx: Tx, window: Window) => Promise<Due[]>

/** The kinds that the daily job sends, each with what finds it. */
export const readers: Readonly<Partial<Record<ReminderKind, Reader>>> = {
  loanDue: (tx, window) => lentAssets(tx, window).then((rows) => rows.map((row) => ({ ...dueOf(row), uids: [row.holder_uid!] }))),
  loanOverdue: (tx, window) => lentAssets(tx, window).then((rows) => rows.map((row) => ({ ...dueOf(row), uids: [row.holder_uid!] }))),
  lentOverdue: async (tx, window) => {
    const kept = await withKeepers(tx, await lentAssets(tx, window))
    return kept.map(({ row, keepers }) => {
      const due = dueOf(row)
      const thing = { ...due.thing, params: { holder: row.holder ?? '' }, note: [row.holder, due.thing.note].filter(Boolean).join(' · ') }
      // Who borrowed it himself is told as the borrower.
      return { ...due, thing, uids: keepers.filter((uid) => uid !== row.holder_uid) }
    })
  },
  maintenanceDue: async (tx, window) =>
    (await withKeepers(tx, await assetsDue(tx, 'next_maintenance_on', atHand, 'a.loc_id, a.home_id', window))).map(dueKept),
  warrantyEnding: async (tx, window) =>
    (await withKeepers(tx, await assetsDue(tx, 'warranty_until', atHand, 'a.loc_id, a.home_id', window))).map(dueKept),
  licenceEnding: async (tx, { from, to }) => {
    const latest = latestOrder(await ordersOf(tx))
    if (!latest) return []
    const dueOn = addDays(dayAt(Date.parse(latest.endDate)), -1)
    if ((from !== null && dueOn < from) || dueOn > to) return []
    return [{ thing: { subject: latest.orderId, name: latest.skuEntity.periodName, note: dueOn }, dueOn, uids: await administrators(tx) }]
  },
}

type Row = {
  id: Id
  name: string
  due_on: Day
  /** Whose managers look after it. */
  place: Id | null
  holder_uid: Id | null
  holder: string | null
}

/** What is lent is missed by the store that it belongs to. */
const lentAssets = (tx: Tx, window: Window): Promise<Row[]> =>
  assetsDue(tx, 'due_on', "a.state = 'lent' and a.holder_uid is not null", 'a.home_id, a.loc_id', window)

/** What is there to be looked after. */
const atHand = "a.state in ('idle', 'inUse', 'lent', 'inTransit', 'inRepair')"

const assetsDue = (
  tx: Tx,
  column: 'due_on' | 'next_maintenance_on' | 'warranty_until',
  which: string,
  place: string,
  { from, to }: Window,
): Promise<Row[]> =>
  tx.query<Row>(
    `select a.id, a.instance_name || '（' || a.instance_code || '）' as name, a.${column} as due_on, coalesce(${place}) as place, a.holder_uid, h.user_name as holder
     from asset a left join person h on h.org_id = $1 and h.id = a.holder_uid
     where a.org_id = $1 and a.deleted_at is null and ${which} and a.${column} <= $2 and a.${column} >= coalesce($3::date, '-infinity') order by a.${column}, a.id`,
    [tx.orgId, to, from],
  )

const withKeepers = async (tx: Tx, rows: readonly Row[]): Promise<{ row: Row; keepers: readonly Id[] }[]> => {
  if (rows.length === 0) return []
  const keepers = await keepersOf(
    tx,
    rows.map(({ place }) => place),
    assetManagerRole,
  )
  return rows.map((row) => ({ row, keepers: keepers(row.place) }))
}

const dueOf = ({ id, name, due_on }: Row) => ({
  thing: { subject: id, name, note: due_on, link: cardLink(id) },
  dueOn: due_on,
})

const dueKept = ({ row, keepers }: { row: Row; keepers: readonly Id[] }): Due => ({ ...dueOf(row), uids: keepers })
