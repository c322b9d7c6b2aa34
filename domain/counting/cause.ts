import type { Id } from '../../kernel/id.ts'

/** What the books say about a line, and what people read of it. */
export const causeKinds = {
  movedIn: '期间转入',
  movedOut: '期间转出',
  added: '期间新增',
  reserved: '单据占用中',
  onLoan: '借出中',
  inTransit: '在途',
  inRepair: '维修中',
  /** Stock moved while it was counted, by this document. */
  disturbed: '盘点时有收发',
  /** No one knows when it was counted. */
  uncertain: '设备时间不可信',
  absent: '找过，不在',
  notReceived: '尚未入库',
  noPhoto: '没有照片',
  noHolder: '没有确认使用人',
  noCondition: '没有说明完好程度',
} as const
export type CauseKind = keyof typeof causeKinds

/** One of them, with the document that it comes from, where one does. */
export type Cause = { readonly kind: CauseKind; readonly documentId?: Id | undefined }
