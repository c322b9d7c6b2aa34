import { inWords } from '../../domain/english/all.ts'
import { voucherPapers } from '../../domain/books/voucherPaper.ts'
import { voucherPdf, voucherPrint } from '../../domain/books/voucherPrintOperations.ts'
import type { Slip } from '../../domain/paper/slipOperations.ts'
import { moneyInCapitals } from '../../domain/rules/moneyCapitals.ts'
import { moneyInEnglish } from '../../domain/rules/moneyInEnglish.ts'
import type { Id } from '../../kernel/id.ts'
import { handle, handleOneByOne, type Handler, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { listVouchers } from './lists/voucherList.ts'

/** Vouchers as sheets; refused where there is none. */
const printVouchers = async (call: SignedIn, { bookId, month, ids, size }: ParsedInput<typeof voucherPrint>): Promise<Slip[]> => {
  const { tx, session, language } = call
  const { list } = await listVouchers(call, { bookId, month })
  const vouchers = list.filter(({ id, isVoided }) => (ids ? ids.includes(id) : !isVoided))
  if (vouchers.length === 0) throw new NotFound()
  const [names, preparers] = await Promise.all([
    onlyRow(
      tx.query<{ organisation: string; bookName: string }>(
        `select o.name as organisation, b.book_name as "bookName" from organisation o join book b on b.org_id = $1 and b.id = $2 where o.org_id = $1`,
        [tx.orgId, bookId],
      ),
    ),
    readPreparers(
      tx,
      vouchers.map(({ id }) => id),
    ),
  ])
  const speaker = { say: (words: string, params: Readonly<Record<string, string | number>> = {}) => inWords(language, words, params) }
  const link = `${addressOf(call)}/#/pages/goods/GsBook/vouchers`
  return vouchers.flatMap((voucher) =>
    voucherPapers(voucher, speaker, {
      ...names,
      by: session.userName,
      at: new Date(call.at).toISOString(),
      preparedBy: preparers.get(voucher.id) ?? '',
      size,
      amountInWords: language === 'zh' ? moneyInCapitals : moneyInEnglish,
    }).map((paper) => ({ paper, link })),
  )
}

/** Who closed the month of each voucher. */
const readPreparers = async (tx: Tx, voucherIds: readonly Id[]): Promise<ReadonlyMap<Id, string>> => {
  const rows = await tx.query<{ id: Id; name: string }>(
    `select w.id, p.user_name as name from voucher w join book_period b on b.org_id = $1 and b.id = w.period_id
     join person p on p.org_id = $1 and p.id = b.actor_uid where w.org_id = $1 and w.id = any ($2::bigint[])`,
    [tx.orgId, voucherIds],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const voucherPrintHandlers: readonly Handler[] = [
  handle(voucherPrint, printVouchers),
  handleOneByOne(voucherPdf, async (call, input) => {
    const sheets = await call.inTransaction((tx) => printVouchers({ ...call, tx }, input))
    return pdfOf(call, sheets, `${inWords(call.language, '记账凭证')}-${input.month}`)
  }),
]
