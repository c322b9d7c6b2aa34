/** Why the value of an asset became more or less. */
export const entryKinds = {
  opening: '期初',
  acquisition: '购置',
  takeover: '补录',
  addition: '后续支出',
  revaluation: '原值调整',
  impairment: '减值',
  depreciation: '折旧',
  transferOut: '部门调出',
  transferIn: '部门调入',
  convertedOut: '拆分合并转出',
  convertedIn: '拆分合并转入',
  disposal: '处置减少',
  return: '收回入账',
  withdrawal: '撤销入账',
  reversal: '冲回',
  undone: '反结账',
} as const
export type EntryKind = keyof typeof entryKinds
