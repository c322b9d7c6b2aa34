import type { Regime } from './regime.ts'

/** What an account of the general ledger is for. */
export const accountUses = {
  asset: '固定资产',
  depreciation: '累计折旧',
  impairment: '减值准备',
  expense: '折旧费用',
  loss: '减值损失',
  source: '购置对方',
  clearing: '固定资产清理',
  cash: '处置收付',
  gain: '处置收益',
  disposal: '处置损失',
} as const
export type AccountUse = keyof typeof accountUses

const enterpriseAccounts: Readonly<Record<AccountUse, string>> = {
  asset: '1601',
  depreciation: '1602',
  impairment: '1603',
  expense: '6602',
  loss: '6701',
  source: '2202',
  clearing: '1606',
  cash: '1002',
  gain: '6115',
  disposal: '6115',
}

/** The accounts that a regime's own chart has for each use, where no rule of the organisation names another. */
export const regimeAccounts: Readonly<Record<Regime, Readonly<Record<AccountUse, string>>>> = {
  enterprise: enterpriseAccounts,
  smallEnterprise: {
    ...enterpriseAccounts,
    impairment: '1602',
    expense: '5602',
    loss: '5711',
    gain: '5301',
    disposal: '5711',
  },
  government: {
    ...enterpriseAccounts,
    impairment: '1602',
    expense: '5001',
    loss: '5901',
    source: '3001',
    clearing: '1902',
    gain: '2103',
    disposal: '5301',
  },
  tax: enterpriseAccounts,
  none: enterpriseAccounts,
}

/**
 * Ways of leaving that are no sale: of enterprises, what is scrapped, destroyed, given away or missing is a gain or a loss outside operations
 * (财会〔2019〕6号), and so is its way back. Ways that an organisation adds count as sales until a rule of its own says otherwise.
 */
const waysOutsideOperations: readonly string[] = ['scrap', 'donation', 'loss', 'missing', 'back']
const accountsOutsideOperations: Readonly<Partial<Record<AccountUse, string>>> = { gain: '6301', disposal: '6711' }

/** Ways in which an asset is found to be gone: its value is a loss that waits for approval (待处理财产损溢), and so is its way back. */
const waysOfMissing: readonly string[] = ['loss', 'missing', 'back']
const pendingLossAccount = '1901'

/**
 * True where assets that leave this way pass through an account for disposals. Public bodies do so with what is scrapped or missing; of what they sell or
 * give away they book the value as an expense at once (财会〔2017〕25号).
 */
export const isClearedByAccount = (regime: Regime, disposalMethod: string): boolean =>
  regime !== 'government' || disposalMethod === 'scrap' || waysOfMissing.includes(disposalMethod)

/** True where a regime tells sales of assets from what is scrapped or lost; small enterprises and public bodies have one account for all. */
const separatesSales = (regime: Regime): boolean => regimeAccounts[regime].disposal === enterpriseAccounts.disposal

/** The account that a regime's own chart has for a use. */
const regimeAccount = (use: AccountUse, regime: Regime, disposalMethod: string | undefined): string => {
  const isMissing = disposalMethod !== undefined && waysOfMissing.includes(disposalMethod)
  if (use === 'clearing' && isMissing && regimeAccounts[regime].clearing === enterpriseAccounts.clearing) return pendingLossAccount
  const isOutside = disposalMethod !== undefined && waysOutsideOperations.includes(disposalMethod) && separatesSales(regime)
  return (isOutside ? accountsOutsideOperations[use] : undefined) ?? regimeAccounts[regime][use]
}

/** What the charts that most regimes share call their accounts. */
const enterpriseNames: Readonly<Record<string, string>> = {
  '1002': '银行存款',
  '1601': '固定资产',
  '1602': '累计折旧',
  '1603': '固定资产减值准备',
  '1604': '在建工程',
  '1606': '固定资产清理',
  '1701': '无形资产',
  '1702': '累计摊销',
  '1901': '待处理财产损溢',
  '2202': '应付账款',
  '5101': '制造费用',
  '6115': '资产处置损益',
  '6301': '营业外收入',
  '6601': '销售费用',
  '6602': '管理费用',
  '6701': '资产减值损失',
  '6711': '营业外支出',
}

/** Of each regime's chart, the accounts that vouchers of assets touch; 财会〔2006〕18号 and its changes, 〔2011〕17号, 〔2017〕25号. */
const accountNames: Readonly<Record<Regime, Readonly<Record<string, string>>>> = {
  enterprise: enterpriseNames,
  smallEnterprise: {
    ...enterpriseNames,
    '4101': '制造费用',
    '5301': '营业外收入',
    '5601': '销售费用',
    '5602': '管理费用',
    '5711': '营业外支出',
  },
  government: {
    ...enterpriseNames,
    '1602': '固定资产累计折旧',
    '1613': '在建工程',
    '1902': '待处理财产损溢',
    '2103': '应缴财政款',
    '3001': '累计盈余',
    '3201': '无偿调拨净资产',
    '5001': '业务活动费用',
    '5101': '单位管理费用',
    '5301': '资产处置费用',
    '5901': '其他费用',
  },
  tax: enterpriseNames,
  none: enterpriseNames,
}

/** What a regime's chart calls an account, and a sub-account after the one above it; undefined for an account that is the organisation's own. */
export const accountName = (regime: Regime, account: string): string | undefined => accountNames[regime][account.slice(0, 4)]

/** A rule as it counts for one category: `distance` says how far above the category it stands, 0 for its own, and is absent where it is for all. */
export type AccountRule = {
  readonly deptId: string | null
  /** The way of disposal that it is for alone; null or absent for all. */
  readonly disposalMethod?: string | null
  readonly distance: number | undefined
  readonly accounts: Readonly<Partial<Record<AccountUse, string>>>
}

/** Where an entry stands, and how its asset left. */
export type AccountPlace = { readonly deptId: string | null; readonly disposalMethod?: string | undefined }

/** The account for a use: of the rules that name one the most exact, by way of disposal before department before category; else the regime's own. */
export const accountFor = (use: AccountUse, rules: readonly AccountRule[], place: AccountPlace, regime: Regime): string => {
  const { deptId, disposalMethod } = place
  const matchingRules = rules
    .filter((rule) => rule.accounts[use] !== undefined && (rule.deptId === null || rule.deptId === deptId))
    .filter((rule) => (rule.disposalMethod ?? disposalMethod) === disposalMethod)
    .toSorted(
      (a, b) =>
        Number(!a.disposalMethod) - Number(!b.disposalMethod) ||
        Number(a.deptId === null) - Number(b.deptId === null) ||
        (a.distance ?? Infinity) - (b.distance ?? Infinity),
    )
  return matchingRules[0]?.accounts[use] ?? regimeAccount(use, regime, disposalMethod)
}
