import type { Id } from '../../kernel/id.ts'
import { isRecord } from '../../kernel/isRecord.ts'
import { toFixed, type Decimal } from '../../kernel/decimal.ts'
import { addDays } from '../../kernel/day.ts'
import { firstDayOf, type MonthNumber, monthText } from '../../domain/books/month.ts'
import { type DisposalStep, lineTitle, mergeLines, type VoucherEvent, voucherEvents } from '../../domain/books/voucher.ts'
import { callService, type ServiceAnswer } from '../approval/flow/services/callService.ts'
import type { Reach } from '../approval/flow/services/servicesPost.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import type { Job, PieceWorker } from '../jobs/jobs.ts'
import { enqueuePush, type VoucherPush, voucherPushJob } from './voucherJobs.ts'

/**
 * Sends vouchers to the service that their book names, each at least once under one `Idempotency-Key`; its answer may say the number that the voucher
 * has in the general ledger.
 */
export const voucherPushWorker = (reach: Reach): PieceWorker => ({
  kind: voucherPushJob,
  piece: async (database, { orgId, body }: Job<VoucherPush>) => {
    const voucher = await database.reading(orgId, (tx) => readVoucher(tx, body))
    if (!voucher) return false
    const answer = await callService(
      database,
      orgId,
      {
        service: voucher.service,
        idempotencyKey: `${orgId}:voucher:${body.voucherId}${body.isVoided ? ':void' : ''}`,
        payload: payloadOf(voucher),
        tries: body.tries,
      },
      reach,
    )
    await settlePush(database, orgId, body, answer)
    return false
  },
})

type VoucherRow = {
  id: Id
  code: string
  event: VoucherEvent
  month: MonthNumber
  total: Decimal
  documentCount: number
  foreignNumber: string | null
  isVoided: boolean
  isPushed: boolean
  bookName: string
  service: string
  lines: {
    no: number
    step: DisposalStep | null
    account: string
    deptCode: string | null
    deptName: string | null
    costObject: string | null
    debit: Decimal
    credit: Decimal
  }[]
}

/** A voucher that is to be sent as it stands; nothing where it was sent, voided or opened to typing since. */
const readVoucher = async (tx: Tx, { voucherId, isVoided }: VoucherPush): Promise<VoucherRow | undefined> => {
  const [row] = await tx.query<Omit<VoucherRow, 'lines'>>(
    `select w.id, w.code, w.event, w.month, w.total, w.document_count as "documentCount", w.foreign_number as "foreignNumber", w.voided_at is not null as "isVoided",
       w.pushed_at is not null as "isPushed", b.book_name as "bookName", b.voucher_service as service
     from voucher w join book b on b.org_id = $1 and b.id = w.book_id and b.voucher_service is not null where w.org_id = $1 and w.id = $2`,
    [tx.orgId, voucherId],
  )
  if (!row || row.isVoided !== isVoided || row.isPushed !== isVoided) return undefined
  const lines = await tx.query<VoucherRow['lines'][number]>(
    `select l.no, l.step, l.account, d.dept_code as "deptCode", d.dept_name as "deptName", l.cost_object as "costObject", l.debit, l.credit
     from voucher_line l left join department d on d.org_id = $1 and d.id = l.dept_id where l.org_id = $1 and l.voucher_id = $2 order by l.no`,
    [tx.orgId, voucherId],
  )
  return { ...row, lines: mergeLines(lines).map((line, index) => ({ ...line, no: index + 1 })) }
}

/** A voucher as JSON: amounts are decimal texts in yuan, the date is the last day of its month. */
const payloadOf = ({ isPushed: _, service: _service, month, total, lines, event, ...voucher }: VoucherRow): Record<string, unknown> => ({
  type: 'voucher',
  voucher: {
    ...voucher,
    event,
    summary: `${monthText(month)} ${voucherEvents[event]}`,
    month: monthText(month),
    date: addDays(firstDayOf(month + 1), -1),
    currency: 'CNY',
    total: toFixed(total, 2),
    lines: lines.map((line) => ({
      ...line,
      summary: lineTitle(event, line.step),
      debit: toFixed(line.debit, 2),
      credit: toFixed(line.credit, 2),
    })),
  },
})

const numberCharactersAtMost = 40

/** The number of the general ledger in an answer, as `{"number": "记-12"}`; undefined where it says none. */
const numberIn = (text: string): string | undefined => {
  try {
    const answer: unknown = JSON.parse(text)
    const number = isRecord(answer) ? answer['number'] : undefined
    return typeof number === 'string' && number.trim() !== '' ? number.trim().slice(0, numberCharactersAtMost) : undefined
  } catch {
    return undefined
  }
}

const settlePush = (database: Database, orgId: Id, push: VoucherPush, answer: ServiceAnswer): Promise<void> =>
  database.inTransaction(orgId, async (tx) => {
    if (answer.t === 'later')
      await enqueuePush(tx, { ...push, tries: answer.tries }, new Date(tx.now() + answer.seconds * 1000).toISOString())
    const isTaken = answer.t === 'answered' || answer.t === 'promised'
    await tx.query(
      `update voucher set pushed_at = case when $3 then coalesce(pushed_at, $4) else pushed_at end, push_error = $5,
         foreign_number = coalesce(foreign_number, $6)
       where org_id = $1 and id = $2`,
      [
        tx.orgId,
        push.voucherId,
        isTaken,
        new Date(tx.now()).toISOString(),
        isTaken ? null : answer.error,
        answer.t === 'answered' ? (numberIn(answer.text) ?? null) : null,
      ],
    )
  })
