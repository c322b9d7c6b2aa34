/** The states of a counting task, in order. */
export const countTaskStates = {
  draft: '未开始',
  open: '盘点中',
  review: '待处理',
  settling: '入账中',
  closed: '已完成',
  cancelled: '已取消',
} as const
export type CountTaskState = keyof typeof countTaskStates

/** By what a share hands lines to a person: a place with what is below it, a department, what he holds himself, or certain lines. */
export const shareKinds = { place: '区域', department: '部门', self: '自盘', lines: '指定明细' } as const

/** Who signs what was found. */
export const signatureRoles = { counter: '盘点人', witness: '监盘人', keeper: '保管人', finance: '财务' } as const
