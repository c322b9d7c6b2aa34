import * as v from 'valibot'
import { idInput, listInput, nothing, operation, pageOf } from '../operations/define.ts'

const row = v.object({
  id: v.string(),
  name: v.string(),
  code: v.string(),
  model: v.string(),
  picture: v.nullable(v.string()),
  place: v.nullable(v.string()),
  note: v.string(),
  offeredBy: v.string(),
  offeredAt: v.string(),
  /** A document takes it already. */
  isAsked: v.boolean(),
  /** The caller looks after it and may take the offer back. */
  isMine: v.boolean(),
})
export type PoolRow = v.InferOutput<typeof row>

/** Idle pieces that keepers offer to colleagues, the newest offer first. */
export const poolList = operation({
  name: 'gspool.list',
  path: '/api/goods/gspool/list',
  title: '闲置资产池',
  access: ['gspool:list'],
  input: v.strictObject(listInput),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})

/** Offers idle pieces in places of the caller; offered again the note is the new one. */
export const poolOffer = operation({
  name: 'gspool.offer',
  path: '/api/goods/gspool/offer',
  title: '提供闲置资产',
  access: ['gspool:offer'],
  input: v.strictObject({
    ids: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请至少选择一项'), v.maxLength(200, '最多{max}项')),
    note: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(200, '不能超过{max}个字'))),
  }),
  output: v.object({ count: v.number() }),
})

/** Takes the offer of a piece back; where there is none nothing changes. */
export const poolWithdraw = operation({
  name: 'gspool.withdraw',
  path: '/api/goods/gspool/withdraw',
  title: '撤回提供',
  access: ['gspool:offer'],
  input: v.strictObject({ id: idInput }),
  output: v.object({ id: v.string() }),
})

const savingRow = v.object({
  documentId: v.string(),
  kind: v.string(),
  code: v.string(),
  assetId: v.string(),
  assetName: v.string(),
  price: v.string(),
  person: v.string(),
  at: v.string(),
})
export type PoolSaving = v.InferOutput<typeof savingRow>

/** What was taken from stores and not bought, the newest first, with the sum of all; of what is in the caller's places. */
export const poolSavings = operation({
  name: 'gspool.savings',
  path: '/api/goods/gspool/savings',
  title: '少买的资产',
  access: ['gspool:savings'],
  input: nothing,
  output: v.object({ total: v.string(), pieces: v.number(), list: v.array(savingRow) }),
  reads: true,
  readsReplica: true,
})
