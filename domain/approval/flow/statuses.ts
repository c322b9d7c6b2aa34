/** What a process may be: `posting` is approved, while the books still refuse the document. */
export const processStatuses = {
  running: '审批中',
  returned: '已退回',
  posting: '待入账',
  approved: '已通过',
  rejected: '已驳回',
  withdrawn: '已撤回',
  terminated: '已终止',
} as const
/** What an approved application is called that another one revoked. */
export const revokedName = '已作废'
export type ProcessStatus = keyof typeof processStatuses

/** How an application stands, in words. */
export const standingName = ({ status, isRevoked }: { readonly status: ProcessStatus; readonly isRevoked: boolean }): string =>
  isRevoked ? revokedName : processStatuses[status]

/** The states of a task, by the contract's number. */
export const taskStatuses: Readonly<Record<number, string>> = {
  0: '未轮到',
  1: '待审批',
  2: '已同意',
  3: '已驳回',
  4: '已退回',
  5: '已结束',
}
