import { toFixed, type Decimal } from '../../../kernel/decimal.ts'
import type { Id } from '../../../kernel/id.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { monthOfText } from '../../../domain/books/month.ts'
import { accountName } from '../../../domain/books/chart.ts'
import { type DisposalStep, mergeLines } from '../../../domain/books/voucher.ts'
import type { Regime } from '../../../domain/books/regime.ts'
import type { voucherList, voucherNumber, VoucherRow } from '../../../domain/books/voucherOperations.ts'
import type { ParsedInput, SignedIn } from '../../call.ts'
import { NotFound } from '../../httpError.ts'

type Reader = Pick<SignedIn, 'tx'>

type LineRow = {
  voucherId: Id
  step: DisposalStep | null
  account: string
  deptCode: string | null
  deptName: string | null
  costObject: string | null
  debit: Decimal
  credit: Decimal
}

/** The vouchers of a month with their lines. */
export const listVouchers = async (
  { tx }: Reader,
  { bookId, month }: ParsedInput<typeof voucherList>,
): Promise<OutputOf<typeof voucherList>> => {
  const [book] = await tx.query<{ hasService: boolean; regime: Regime }>(
    'select voucher_service is not null as "hasService", regime from book where org_id = $1 and id = $2',
    [tx.orgId, bookId],
  )
  const vouchers = await tx.query<Omit<VoucherRow, 'lines' | 'month'>>(
    `select id, code, event, total, document_count as "documentCount", foreign_number as "foreignNumber", voided_at is not null as "isVoided", pushed_at is not null as "isPushed",
       push_error as "pushError" from voucher
     where org_id = $1 and book_id = $2 and month = $3 order by voided_at is not null, id`,
    [tx.orgId, bookId, monthOfText(month)],
  )
  const lines = await tx.query<LineRow>(
    `select l.voucher_id as "voucherId", l.step, l.account, d.dept_code as "deptCode", d.dept_name as "deptName", l.cost_object as "costObject", l.debit, l.credit
     from voucher_line l left join department d on d.org_id = $1 and d.id = l.dept_id where l.org_id = $1 and l.voucher_id = any ($2::bigint[]) order by l.voucher_id, l.no`,
    [tx.orgId, vouchers.map(({ id }) => id)],
  )
  const regime = book?.regime ?? 'none'
  return {
    hasService: book?.hasService ?? false,
    list: vouchers.map((voucher) => ({
      ...voucher,
      month,
      total: toFixed(voucher.total, 2),
      lines: mergeLines(lines.filter(({ voucherId }) => voucherId === voucher.id)).map(({ voucherId: _, debit, credit, ...line }) => ({
        ...line,
        accountName: accountName(regime, line.account) ?? null,
        debit: toFixed(debit, 2),
        credit: toFixed(credit, 2),
      })),
    })),
  }
}

/** Keeps the number that a voucher has in the general ledger. */
export const numberVoucher = async (
  { tx }: Reader,
  { id, foreignNumber }: ParsedInput<typeof voucherNumber>,
): Promise<OutputOf<typeof voucherNumber>> => {
  const [numberedVoucher] = await tx.query<{ id: Id }>(
    'update voucher v set foreign_number = $3 where v.org_id = $1 and v.id = $2 and v.voided_at is null returning v.id',
    [tx.orgId, id, foreignNumber === '' ? null : foreignNumber],
  )
  if (!numberedVoucher) throw new NotFound()
  return numberedVoucher
}
