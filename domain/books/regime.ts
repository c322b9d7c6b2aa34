/** The rules under which a book depreciates, with what they say of first and last months. */
export type Regime = 'enterprise' | 'smallEnterprise' | 'government' | 'tax' | 'none'

export type RegimeRules = {
  readonly title: string
  /** The first month that is charged: that of putting into use, or the one after it. */
  readonly startsNextMonth: boolean
  /** True where the month in which an asset leaves is still charged. */
  readonly chargesLeavingMonth: boolean
  /** False where the whole cost is written off. */
  readonly hasResidual: boolean
  /** False where the book keeps costs alone. */
  readonly depreciates: boolean
  /** False where what a disposal brings belongs to the treasury: what the asset was worth is its loss, whatever it brought. */
  readonly setsProceedsOff: boolean
  /** False where assets stand at cost less depreciation, and a loss in value is no entry. */
  readonly recognisesImpairment: boolean
  /** Which department bears the month of a transfer: that of its first day or that of its last. */
  readonly chargesDepartmentAt: 'start' | 'end'
}

/**
 * Enterprises: Accounting Standards for Business Enterprises No. 4, and the standard for small enterprises; public bodies: Government Accounting
 * Standard No. 3 with 财会〔2017〕4号; tax: articles 56 and 59 of the implementing regulations of the income tax law. Impairment: CAS 8; article 6 of the
 * standard for small enterprises has none, and neither do public bodies.
 */
export const regimes: Readonly<Record<Regime, RegimeRules>> = {
  enterprise: {
    title: '企业会计准则',
    startsNextMonth: true,
    chargesLeavingMonth: true,
    hasResidual: true,
    depreciates: true,
    setsProceedsOff: true,
    recognisesImpairment: true,
    chargesDepartmentAt: 'start',
  },
  smallEnterprise: {
    title: '小企业会计准则',
    startsNextMonth: true,
    chargesLeavingMonth: true,
    hasResidual: true,
    depreciates: true,
    setsProceedsOff: true,
    recognisesImpairment: false,
    chargesDepartmentAt: 'start',
  },
  government: {
    title: '政府会计准则',
    startsNextMonth: false,
    chargesLeavingMonth: false,
    hasResidual: false,
    depreciates: true,
    setsProceedsOff: false,
    recognisesImpairment: false,
    chargesDepartmentAt: 'end',
  },
  tax: {
    title: '企业所得税法',
    startsNextMonth: true,
    chargesLeavingMonth: true,
    hasResidual: true,
    depreciates: true,
    setsProceedsOff: true,
    recognisesImpairment: false,
    chargesDepartmentAt: 'start',
  },
  none: {
    title: '只记原值，不提折旧',
    startsNextMonth: true,
    chargesLeavingMonth: true,
    hasResidual: false,
    depreciates: false,
    setsProceedsOff: true,
    recognisesImpairment: false,
    chargesDepartmentAt: 'start',
  },
}
