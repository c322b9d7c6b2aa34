import { type Day, dayAt } from '../../kernel/day.ts'
import { type Decimal, toFixed } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { bookMonths } from '../../domain/books/operations.ts'
import { monthOfDay, type MonthNumber, monthText } from '../../domain/books/month.ts'
import type { Regime } from '../../domain/books/regime.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { readBooks } from './books.ts'
import { readNotTakenOver, readObstacles, readShortLives } from './obstacles.ts'
import { readOpeningSums } from './opening.ts'

type PeriodRow = {
  month: MonthNumber
  state: 'running' | 'closed' | 'undoing'
  through: Id | null
  by: string
  at: string
  assets: number
  depreciation: Decimal
}

/** The months of a book from its first one to the present one, with what stands in the way of the next close. */
export const listMonths = async ({ tx }: SignedIn, { bookId }: ParsedInput<typeof bookMonths>): Promise<OutputOf<typeof bookMonths>> => {
  const [bookRow] = await tx.query<{ name: string; regime: Regime; startsOn: Day; through: Id | null; openedAt: string | null }>(
    `select book_name as name, regime, starts_on as "startsOn", opened_through as through, opened_at as "openedAt" from book where org_id = $1 and id = $2 and deleted_at is null`,
    [tx.orgId, bookId],
  )
  if (!bookRow) throw new NotFound()
  const book = (await readBooks(tx)).find(({ id }) => id === bookId)
  const openings = await readOpeningSums(tx, bookId)
  const head = {
    bookName: bookRow.name,
    regime: bookRow.regime,
    firstMonth: bookRow.startsOn.slice(0, 7),
    openings: {
      assets: openings.assets,
      cost: toFixed(openings.cost, 2),
      depreciation: toFixed(openings.depreciation, 2),
      impairment: toFixed(openings.impairment, 2),
    },
  }
  if (!book) {
    const [notTakenOver, shortLives] = await Promise.all([
      readNotTakenOver(tx, bookId),
      readShortLives(tx, { id: bookId, regime: bookRow.regime }),
    ])
    return { ...head, isStarted: false, openingProgress: 0, next: null, obstacles: [...notTakenOver, ...shortLives], list: [] }
  }
  const [periods, obstacles, openingProgress] = await Promise.all([
    readPeriods(tx, bookId),
    readObstacles(tx, book),
    bookRow.openedAt === null ? progressIn(tx, bookRow.through) : 100,
  ])
  const progress = await Promise.all(periods.map(({ state, through }) => (state === 'closed' ? 100 : progressIn(tx, through))))
  const present = Math.max(monthOfDay(dayAt(tx.now())), book.closedMonth)
  const list = Array.from({ length: Math.max(0, present - book.firstMonth + 1) }, (_, index) => {
    const month = present - index
    const at = periods.findIndex((period) => period.month === month)
    const period = periods[at]
    if (!period)
      return { month: monthText(month), state: 'open' as const, progress: 0, assets: 0, depreciation: '0.00', by: null, at: null }
    const { through: _through, ...facts } = period
    return { ...facts, depreciation: toFixed(facts.depreciation, 2), month: monthText(month), progress: progress[at] ?? 0 }
  })
  const isBusy = periods.some(({ state }) => state !== 'closed')
  return { ...head, isStarted: true, openingProgress, next: isBusy ? null : monthText(book.closedMonth + 1), obstacles, list }
}

const readPeriods = (tx: Tx, bookId: Id): Promise<PeriodRow[]> =>
  tx.query<PeriodRow>(
    `select p.month, p.state, p.run_through as through, u.user_name as by, coalesce(p.closed_at, p.started_at) as at,
       coalesce(t.assets, 0)::int as assets, coalesce(t.depreciation, 0) as depreciation
     from book_period p join person u on u.org_id = $1 and u.id = p.actor_uid
     left join lateral (select sum(v.assets) as assets, sum(v.depreciation) as depreciation from value_total v
       where v.org_id = $1 and v.book_id = $2 and v.month = p.month and v.kind = 'depreciation') t on true
     where p.org_id = $1 and p.book_id = $2 and p.state <> 'undone' order by p.month desc`,
    [tx.orgId, bookId],
  )

/** How much of the register lies behind an asset, in whole per cent, by ids: they are given out in the order of time. */
const progressIn = async (tx: Tx, through: Id | null): Promise<number> => {
  if (through === null) return 0
  const { share } = await onlyRow(
    tx.query<{ share: number }>(
      `select coalesce(round(100 * ($2::bigint - min(id))::numeric / nullif(max(id) - min(id), 0)), 99)::int as share from asset where org_id = $1`,
      [tx.orgId, through],
    ),
  )
  return Math.min(99, share)
}
