import type { Id } from '../../kernel/id.ts'

/** What people have or do that is to be handed over before they leave, in the order in which it is told. */
export const holdingTitles = {
  assets: '名下资产',
  loans: '借用未还的资产',
  supplies: '领用的耗材',
  places: '管理的区域',
  departments: '负责的部门',
  tasks: '待处理的审批',
  receipts: '待确认的收货',
  counts: '未完成的盘点',
  flows: '唯一管理员的流程',
  steps: '唯一指定审批人的步骤',
  accounts: '负责的接口账号',
} as const

export type HoldingKey = keyof typeof holdingTitles

/** Something that a person still has or does: what it is in words, how many, and a few names; `ids` of pieces, as far as a form takes them. */
export type HoldingRow = {
  readonly key: HoldingKey
  readonly what: string
  readonly count: number
  readonly names: readonly string[]
  readonly ids: readonly Id[]
}
