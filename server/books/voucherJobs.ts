import type { Id } from '../../kernel/id.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { voucherPush } from '../../domain/books/voucherOperations.ts'
import { monthOfText } from '../../domain/books/month.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ParsedInput, SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'

/** The kind of the jobs that send a voucher to the general ledger, one for each voucher and for each that was voided. */
export const voucherPushJob = 'voucher.push'

export type VoucherPush = { readonly voucherId: Id; readonly isVoided: boolean; readonly tries: number }

export const enqueuePush = (tx: Tx, push: VoucherPush, dueAt?: string): Promise<void> =>
  enqueue(tx, {
    kind: voucherPushJob,
    key: push.isVoided ? `${push.voucherId}:void` : push.voucherId,
    body: push,
    ...(dueAt !== undefined && { dueAt }),
  })

/** Asks for the vouchers of the run of a month to be sent, where their book names a service; of a run that was taken back those that were sent. */
export const pushVouchersOf = async (tx: Tx, periodId: Id): Promise<void> => {
  const vouchers = await tx.query<{ id: Id; isVoided: boolean }>(
    `select w.id, w.voided_at is not null as "isVoided" from voucher w join book b on b.org_id = $1 and b.id = w.book_id and b.voucher_service is not null
     where w.org_id = $1 and w.period_id = $2 and (w.voided_at is null or w.pushed_at is not null)`,
    [tx.orgId, periodId],
  )
  for (const { id, isVoided } of vouchers) await enqueuePush(tx, { voucherId: id, isVoided, tries: 0 })
}

/** Sends what the general ledger of a month has not taken yet, once more. */
export const pushVouchers = async (
  { tx }: Pick<SignedIn, 'tx'>,
  { bookId, month }: ParsedInput<typeof voucherPush>,
): Promise<OutputOf<typeof voucherPush>> => {
  const [book] = await tx.query('select from book where org_id = $1 and id = $2 and voucher_service is not null', [tx.orgId, bookId])
  if (!book) refuse('book.noService', '请先在账簿上填写凭证推送服务')
  const vouchers = await tx.query<{ id: Id }>(
    `update voucher set push_error = null
     where org_id = $1 and book_id = $2 and month = $3 and voided_at is null and pushed_at is null returning id`,
    [tx.orgId, bookId, monthOfText(month)],
  )
  for (const { id } of vouchers) await enqueuePush(tx, { voucherId: id, isVoided: false, tries: 0 })
  return { count: vouchers.length }
}
