import type { Id } from '../../../kernel/id.ts'
import type { Decimal } from '../../../kernel/decimal.ts'
import { textIn } from '../../../kernel/field.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Tx } from '../../db/tx.ts'
import type { Values } from '../../db/recordTable.ts'
import { enqueue } from '../../jobs/jobs.ts'
import type { RecordHooks, Writer } from '../recordHooks.ts'

/** Fields of a book that its months go by. */
const fixedKeys: ReadonlySet<string> = new Set(['regime', 'startsOn'])

/** A book that was started keeps the rules by which its months were closed. */
export const bookHooks: RecordHooks = {
  complete: async ({ tx }, raw) => {
    const service = textIn(raw, 'voucherService')?.trim()
    if (service) {
      const [registeredService] = await tx.query('select from wf_service where org_id = $1 and service_key = $2 for key share', [
        tx.orgId,
        service,
      ])
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

/** Assets that came into a book before a life was known are planned as soon as a rule or a category says one. */
export const planningHooks: RecordHooks = {
  afterSave: (call) => planAssets(call),
  afterUpdate: (call) => planAssets(call),
}

const planAssets = async ({ tx, session }: Writer): Promise<void> => {
  const startedBooks = await tx.query('select from book where org_id = $1 and closed_month is not null and deleted_at is null limit 1', [
    tx.orgId,
  ])
  if (startedBooks.length > 0) await enqueue(tx, { kind: 'book.plan', key: 'rules', body: { actor: session.uid } })
}

export const unitReadingHooks: RecordHooks = {
  complete: async (call, raw) => {
    await requireAssetCode(call, raw)
    return raw
  },
}

/** Shares of an asset come to the whole at most, and each says who bears it. */
export const costShareHooks: RecordHooks = {
  complete: unitReadingHooks.complete,
  afterSave: ({ tx }, id) => requireShares(tx, id),
  afterUpdate: ({ tx }, { id }) => requireShares(tx, id),
}

/** Of two that are written at once the second waits for the first at the card of their asset. */
const requireShares = async (tx: Tx, id: Id): Promise<void> => {
  const [share] = await tx.query<{ code: string; isBorne: boolean }>(
    `select s.asset_code as code, coalesce(s.dept_id::text, s.cost_object) is not null as "isBorne"
     from cost_share s join asset a on a.org_id = $1 and a.instance_code = s.asset_code and a.deleted_at is null where s.org_id = $1 and s.id = $2 for update of a`,
    [tx.orgId, id],
  )
  if (!share) return
  if (!share.isBorne) refuse('share.nobody', '请填写承担部门或成本对象')
  const [total] = await tx.query<{ percent: Decimal }>(
    'select coalesce(sum(share), 0) as percent from cost_share where org_id = $1 and asset_code = $2 and deleted_at is null having sum(share) > 100',
    [tx.orgId, share.code],
  )
  if (total) refuse('share.tooMuch', '资产{code}的分摊比例合计{percent}%，不能超过100%', { code: share.code, percent: total.percent })
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
