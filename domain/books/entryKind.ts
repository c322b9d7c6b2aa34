/** Why the value of an asset became more or less. */
export const entryKinds = {
  opening: '期初',
  acquisition: '购置',
  takeover: '补录',
  addition: '后续支出',
  revaluation: '原值调整',
  impairment: '减值',
  depreciation: '折旧',
  transferOut: '调出',
  transferIn: '调入',
  disposal: '处置',
  return: '收回',
  reversal: '冲销',
  undone: '反结账',
} as const
export type EntryKind = keyof typeof entryKinds
