import { addMonths } from '../../kernel/month.ts'
import { dayAt } from '../../kernel/day.ts'
import { recordOf } from '../../domain/records/all.ts'
import { monthOfDay, monthText } from '../../domain/books/month.ts'
import { closeMonth, runPiece } from '../books/closing.ts'
import { openPiece, startBook } from '../books/opening.ts'
import { saveRecord } from '../records/engine.ts'
import type { Id } from '../../kernel/id.ts'
import { onlyRow } from '../db/rows.ts'
import type { Company } from './company.ts'

const closedMonths = 11

/** A book that was taken over a year ago, with every month closed since. */
export const keepBooks = async (company: Company): Promise<void> => {
  const admin = company.as('admin')
  const { tx, session, at: now } = admin
  const startsOn = addMonths(`${dayAt(now).slice(0, 7)}-01`, -closedMonths)
  const { id: bookId } = await saveRecord(admin, recordOf('book'), { bookName: '账面', regime: 'enterprise', startsOn })
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
  for (let month = monthOfDay(startsOn); month < monthOfDay(dayAt(now)); month++) {
    await closeMonth(admin, { bookId, month: monthText(month) })
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
