import { dayAt } from '../kernel/day.ts'
import { type Id, newId } from '../kernel/id.ts'
import { addMonths } from '../kernel/month.ts'
import { runPiece } from '../server/books/closing.ts'
import { openPiece } from '../server/books/opening.ts'
import { valueConditions } from '../server/books/lists/valueList.ts'
import { type Database, openDatabase } from '../server/db/pool.ts'
import { onlyRow } from '../server/db/rows.ts'
import type { Tx } from '../server/db/tx.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { printBar } from './report.ts'
import type { Measuring } from './serving.ts'

/** A month of a million assets takes a minute at most, and no part of it two seconds. */
const secondsForMillion = 60
const secondsOfPart = 2

type Parts = { readonly seconds: number; readonly longest: number }

/** Does work in parts, each a transaction, until there is no more. */
const timeParts = async (database: Database, orgId: Id, part: (tx: Tx) => Promise<boolean>): Promise<Parts> => {
  const seconds: number[] = []
  for (let hasMore = true; hasMore;) {
    const startedAt = performance.now()
    hasMore = await database.inTransaction(orgId, part)
    seconds.push((performance.now() - startedAt) / 1000)
  }
  return { seconds: seconds.reduce((sum, time) => sum + time, 0), longest: Math.max(...seconds) }
}

/** A register that comes into a book, a month of it that is closed, and what it is worth at a month. Answers how many bars were missed. */
export const measureBooks = async ({ url, data: { large }, say }: Measuring): Promise<number> => {
  const copy = await copyDatabase(url, 'bench_books')
  const database = openDatabase({ url: copy, poolSize: 2 })
  say('Books')
  try {
    const { orgId, admin } = large
    const startsOn = addMonths(`${dayAt(Date.now()).slice(0, 7)}-01`, -1)
    const [bookId, periodId] = [newId(), newId()]
    const assets = await database.inTransaction(orgId, (tx) => startBook(tx, bookId, startsOn))
    const opening = await timeParts(database, orgId, (tx) => openPiece(tx, bookId, admin.uid))
    await settle(copy)
    await database.inTransaction(orgId, (tx) =>
      tx.query(
        `with closing as (update book set closed_month = closed_month + 1 where org_id = $1 and id = $2 returning org_id, id, closed_month)
         insert into book_period (org_id, id, book_id, month, state, actor_uid, started_at)
         select c.org_id, $3, c.id, c.closed_month, 'running', $4, $5 from closing c`,
        [orgId, bookId, periodId, admin.uid, new Date(tx.now()).toISOString()],
      ),
    )
    const month = await timeParts(database, orgId, (tx) => runPiece(tx, periodId))
    await requireCharged(database, orgId, periodId, assets)
    const startedAt = performance.now()
    await database.reading(orgId, (tx) => sumValues(tx, bookId, startsOn.slice(0, 7)))
    const readingSeconds = (performance.now() - startedAt) / 1000
    const share = assets / 1_000_000
    const bars = [
      printBar(`books, ${assets} assets come in: ${opening.seconds.toFixed(1)} s; longest part in seconds`, opening.longest, {
        atMost: secondsOfPart,
      }),
      printBar(`books, a month of ${assets} assets in seconds for a million`, month.seconds / share, { atMost: secondsForMillion }),
      printBar('books, longest part of a month in seconds', month.longest, { atMost: secondsOfPart }),
      printBar(`books, net value of ${assets} assets in seconds for a million`, readingSeconds / share, { atMost: 2 }),
    ]
    return bars.filter((isMet) => !isMet).length
  } finally {
    await database.close()
    await dropDatabase(copy)
  }
}

/** A book whose first month may be closed; answers how many assets will come in. */
const startBook = async (tx: Tx, bookId: Id, startsOn: string): Promise<number> => {
  await tx.query(
    `insert into book (org_id, id, book_name, regime, starts_on, closed_month)
     values ($1, $2, '账面', 'enterprise', $3::date, (extract(year from $3::date) * 12 + extract(month from $3::date) - 1)::int)`,
    [tx.orgId, bookId, startsOn],
  )
  await tx.query(
    `insert into depreciation_rule (org_id, id, rule_name, book_id, method, life_months, residual_rate) values ($1, $2, '一般', $3, 'straightLine', 60, 5)`,
    [tx.orgId, newId(), bookId],
  )
  await tx.query(`update asset a set bought_on = $2::date - 400 where a.org_id = $1`, [tx.orgId, startsOn])
  const { assets } = await onlyRow(
    tx.query<{ assets: number }>(
      'select count(*)::int as assets from asset where org_id = $1 and value is not null and deleted_at is null and is_inside(account)',
      [tx.orgId],
    ),
  )
  return assets
}

/** A month that charged nothing says nothing about its cost. */
const requireCharged = async (database: Database, orgId: Id, periodId: Id, assets: number): Promise<void> => {
  const { chargedAssets } = await database.reading(orgId, (tx) =>
    onlyRow(
      tx.query<{ chargedAssets: number }>(
        `select count(*)::int as "chargedAssets" from value_entry e join book_period p on p.org_id = $1 and p.id = $2
         where e.org_id = $1 and e.book_id = p.book_id and e.month = p.month and e.kind = 'depreciation'`,
        [orgId, periodId],
        'anew',
      ),
    ),
  )
  if (chargedAssets < assets / 2) throw new Error(`The month charged ${chargedAssets} of ${assets} assets.`)
}

const sumValues = (tx: Tx, bookId: Id, month: string): Promise<unknown> => {
  const { from, conditions } = valueConditions({ tx }, { bookId, month })
  return tx.query(
    `select sum(v.cost - v.depreciation - v.impairment)::text as net from ${from} where ${conditions.texts.join(' and ')}`,
    conditions.values,
    'anew',
  )
}
