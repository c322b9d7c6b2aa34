import { addMonths } from '../../kernel/month.ts'
import { type Day, dayAt } from '../../kernel/day.ts'
import { recordOf } from '../../domain/records/all.ts'
import { monthOfDay, monthText } from '../../domain/books/month.ts'
import { closeMonth, runPiece } from '../books/closing.ts'
import { openPiece, startBook } from '../books/opening.ts'
import { saveRecord } from '../records/engine.ts'
import type { Id } from '../../kernel/id.ts'
import { onlyRow } from '../db/rows.ts'
import type { Company } from './company.ts'

const closedMonths = 11

/** The first day of the book: so many months before the present one. */
const startOf = ({ as }: Company): Day => addMonths(`${dayAt(as('admin').at).slice(0, 7)}-01`, -closedMonths)

/** A book that was taken over a year ago: what happens to assets from now on is valued in it. */
export const startBooks = async (company: Company): Promise<void> => {
  const admin = company.as('admin')
  const { tx, session } = admin
  const { id: bookId } = await saveRecord(admin, recordOf('book'), { bookName: '账面', regime: 'enterprise', startsOn: startOf(company) })
  await saveRecord(admin, recordOf('depreciation_rule'), {
    ruleName: '一般资产',
    bookId,
    method: 'straightLine',
    lifeMonths: 60,
    residualRate: '5',
  })
  await shareCost(company)
  await startBook(admin, { bookId })
  while (await openPiece(tx, bookId, session.uid));
}

/** Closes every month of the book that is over. */
export const closeBooks = async (company: Company): Promise<void> => {
  const accountant = company.as('finance')
  const { tx, at: now } = accountant
  const { bookId } = await onlyRow(tx.query<{ bookId: Id }>('select id as "bookId" from book where org_id = $1', [tx.orgId]))
  for (let month = monthOfDay(startOf(company)); month < monthOfDay(dayAt(now)); month++) {
    await closeMonth(accountant, { bookId, month: monthText(month) })
    const period = await onlyRow(
      tx.query<{ id: Id }>(`select id from book_period where org_id = $1 and book_id = $2 and month = $3 and state = 'running'`, [
        tx.orgId,
        bookId,
        month,
      ]),
    )
    while (await runPiece(tx, period.id));
  }
}

/** A project bears most of what the dearest asset is depreciated by. */
const shareCost = async (company: Company): Promise<void> => {
  const admin = company.as('admin')
  const { tx } = admin
  const [dearest] = await tx.query<{ code: string }>(
    `select instance_code as code from asset where org_id = $1 and deleted_at is null and is_inside(account) and value is not null
     order by value desc, id limit 1`,
    [tx.orgId],
  )
  if (dearest) await saveRecord(admin, recordOf('cost_share'), { assetCode: dearest.code, costObject: '智能仓储项目', share: '60' })
}
