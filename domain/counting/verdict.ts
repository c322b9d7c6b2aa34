/** How the evidence of a line stands to the books. The words people read, and what they mean for the count. */
export const verdicts = {
  pending: { title: '未盘', tone: 'plain' },
  found: { title: '已盘到', tone: 'good' },
  elsewhere: { title: '位置不符', tone: 'warn' },
  otherHolder: { title: '使用人不符', tone: 'warn' },
  /** A posted document explains it. */
  movedIn: { title: '期间转入', tone: 'good' },
  movedOut: { title: '期间转出', tone: 'good' },
  added: { title: '期间新增', tone: 'good' },
  underway: { title: '单据未完', tone: 'plain' },
  heard: { title: '附近听到', tone: 'warn' },
  selfOnly: { title: '自盘待核', tone: 'plain' },
  /** Seen where it belongs, and something is lacking that the plan asks for. */
  incomplete: { title: '凭证不全', tone: 'warn' },
  twoPlaces: { title: '两处', tone: 'bad' },
  missing: { title: '盘亏', tone: 'bad' },
  back: { title: '失而复得', tone: 'warn' },
  surplus: { title: '盘盈', tone: 'warn' },
  more: { title: '数量盘盈', tone: 'warn' },
  less: { title: '数量盘亏', tone: 'bad' },
  /** Something moved while it was counted, or a clock cannot be trusted. */
  recount: { title: '需复盘', tone: 'warn' },
} as const
export type Verdict = keyof typeof verdicts

/** The verdicts that a person decides on before the count is settled. */
export const differenceVerdicts: readonly Verdict[] = [
  'elsewhere',
  'otherHolder',
  'heard',
  'selfOnly',
  'incomplete',
  'twoPlaces',
  'missing',
  'back',
  'surplus',
  'more',
  'less',
  'recount',
]

/** How many of what was counted a person has to decide on. */
export const differingIn = (byVerdict: Readonly<Record<string, number>>): number =>
  differenceVerdicts.reduce((all, verdict) => all + (byVerdict[verdict] ?? 0), 0)

/** What is done about a difference. */
export const decisions = { post: '按实盘入账', recount: '复盘', ignore: '不处理' } as const
export type Decision = keyof typeof decisions

/** Why the books and the store disagreed, as people choose it. */
export const differenceReasons = {
  notRecordedIn: '入库未登记',
  notRecordedOut: '出库未登记',
  notRecordedMove: '移动未登记',
  misplaced: '放错位置',
  wrongLabel: '标签贴错或脱落',
  wrongUnit: '单位或数量录错',
  damaged: '损坏或报废未登记',
  lent: '借出未登记',
  stolen: '丢失或被盗',
  countError: '上次盘点有误',
  natural: '自然损耗',
  other: '其他',
} as const
export type DifferenceReason = keyof typeof differenceReasons

/** How much an observation weighs; two and more confirm alone. */
export const strengths = {
  camera: 4,
  gun: 4,
  typed: 3,
  rfid: 3,
  selfScan: 3,
  selfPhoto: 2,
  hand: 2,
  sheet: 2,
  rfidWeak: 1,
  selfTick: 1,
} as const
