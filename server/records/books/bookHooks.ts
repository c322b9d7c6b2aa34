import type { Id } from '../../../kernel/id.ts'
import { textIn } from '../../../kernel/field.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Tx } from '../../db/tx.ts'
import type { Values } from '../../db/recordTable.ts'
import type { RecordHooks, Writer } from '../recordHooks.ts'

/** Fields of a book that its months go by. */
const fixedKeys: ReadonlySet<string> = new Set(['regime', 'startsOn'])

/** A book that was started keeps the rules by which its months were closed. */
export const bookHooks: RecordHooks = {
  complete: async ({ tx }, raw) => {
    const service = textIn(raw, 'voucherService')?.trim()
    if (service) {
      const [registeredService] = await tx.query('select from wf_service where org_id = $1 and service_key = $2', [tx.orgId, service])
      if (!registeredService) refuse('book.service', '没有标识为{service}的外部服务，请先登记', { service })
    }
    return raw
  },
  requireOwn: async ({ tx }, id, changedKeys) => {
    if (changedKeys.some((key) => fixedKeys.has(key)) && (await isStarted(tx, id)))
      refuse('book.fixed', '账簿已经启用，核算制度和启用月份不能再改')
  },
}

/** What was taken over is read when its book is started, and no more. */
export const openingHooks: RecordHooks = {
  complete: async (call, raw) => {
    await requireAssetCode(call, raw)
    const bookId = textIn(raw, 'bookId')
    if (bookId !== undefined && (await isStarted(call.tx, bookId))) refuse('opening.read', '账簿已经启用，期初余额不能再改')
    return raw
  },
  mayDelete: async ({ tx }, ids) => {
    const [read] = await tx.query(
      `select from opening o join book b on b.org_id = $1 and b.id = o.book_id where o.org_id = $1 and o.id = any ($2::bigint[]) and b.closed_month is not null limit 1`,
      [tx.orgId, ids],
    )
    if (read) refuse('opening.read', '账簿已经启用，期初余额不能再改')
  },
}

export const unitReadingHooks: RecordHooks = {
  complete: async (call, raw) => {
    await requireAssetCode(call, raw)
    return raw
  },
}

const isStarted = async (tx: Tx, bookId: Id): Promise<boolean> =>
  (await tx.query('select from book where org_id = $1 and id = $2 and closed_month is not null', [tx.orgId, bookId])).length > 0

/** Refuses a code that no asset of the register has. */
const requireAssetCode = async ({ tx }: Writer, raw: Values): Promise<void> => {
  const code = typeof raw['assetCode'] === 'string' ? raw['assetCode'].trim() : ''
  if (code === '') return
  const [asset] = await tx.query('select from asset where org_id = $1 and instance_code = $2 and deleted_at is null', [tx.orgId, code])
  if (!asset) refuse('asset.unknownCode', '资产编码{code}不在台账中', { code })
}
