import type { Id } from '../../kernel/id.ts'
import type { MonthNumber } from '../../domain/books/month.ts'
import type { Tx } from '../db/tx.ts'

/** True of an entry `e` but those of a run that was taken back, with which it was taken back: together they are nothing. */
export const isOfStandingRun = `not exists (select from book_period u where u.org_id = $1 and u.id = e.source_id and u.state = 'undone')`

/** Adds the entries of a month up by kind, department and category; what was there of the month goes. */
export const writeTotals = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<void> => {
  await dropTotals(tx, bookId, month)
  await tx.query(
    `insert into value_total (org_id, book_id, month, no, kind, dept_id, cat_id, assets, cost, depreciation, impairment)
     select e.org_id, e.book_id, e.month, row_number() over (), e.kind, e.dept_id, e.cat_id, count(*), sum(e.cost), sum(e.depreciation), sum(e.impairment)
     from value_entry e where e.org_id = $1 and e.book_id = $2 and e.month = $3 and ${isOfStandingRun}
     group by e.org_id, e.book_id, e.month, e.kind, e.dept_id, e.cat_id`,
    [tx.orgId, bookId, month],
  )
}

export const dropTotals = async (tx: Tx, bookId: Id, month: MonthNumber): Promise<void> => {
  await tx.query('delete from value_total where org_id = $1 and book_id = $2 and month = $3', [tx.orgId, bookId, month])
}
