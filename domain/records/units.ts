import type { Decimal } from '../../kernel/decimal.ts'
import type { Field } from '../../kernel/field.ts'
import { currencyOf } from '../../kernel/cell.ts'

/** What one in a column is in our own unit (yuan, pieces, months, percent), or the words that say a unit we do not know. */
export type Unit = { readonly factor: Decimal; readonly currency?: string } | { readonly unknown: string }

/**
 * The unit that a sheet states for a column of numbers: behind the column's name (`原值（万元）`, `原值/万元`), else for amounts of money
 * in a note above the table (`单位：万元`). Undefined where none is stated and our own is meant.
 */
export const unitOf = (
  { control, label }: Pick<Field, 'control' | 'label'>,
  header: string,
  above: readonly string[],
): Unit | undefined => {
  const { type } = control
  if (type !== 'money' && type !== 'quantity' && type !== 'whole') return undefined
  const ownRemark = remarksIn(label)[0]
  const statedUnits = remarksIn(header).filter((remark) => !isNeutral(remark))
  if (type === 'money') {
    const suffixUnit = /(?<unit>[十百千万亿]*元|[十百千]?万|亿)$/.exec(withoutRemarks(header))?.groups?.['unit']
    const unitWords = statedUnits[0] ?? suffixUnit
    if (unitWords !== undefined) return readMoney(unitWords)
    const note = above.map(plain).flatMap((text) => /(?:^|\()?(?:货币|金额|计量)?单位:?(?<unit>[^()]+)/.exec(text)?.groups?.['unit'] ?? [])
    const meant = note.find((unit) => 'factor' in readMoney(unit) || /[元币]$/.test(unit))
    return meant === undefined ? undefined : readMoney(meant)
  }
  const [statedUnit] = statedUnits
  if (ownRemark === '月') {
    if (statedUnit !== undefined) return read(statedUnit, monthsIn[statedUnit])
    // "使用年限 5" means years nearly always, and our own column counts months.
    return plain(header).includes('年') && !plain(header).includes('月') && remarksIn(header).length === 0 ? { unknown: '' } : undefined
  }
  if (statedUnit === undefined) return undefined
  if (statedUnit === ownRemark || statedUnit === `${ownRemark}数`) return read(statedUnit, '1')
  return read(statedUnit, ownRemark === undefined ? piecesFactor(statedUnit) : undefined)
}

/** A header of two rows: what the lower one says, with the unit of the upper one where it has none itself. */
export const withUnitOf = (above: string, below: string): string => {
  const [unit] = remarksIn(above).filter((remark) => 'factor' in readMoney(remark))
  return unit !== undefined && remarksIn(below).length === 0 && below !== above ? `${below}(${unit})` : below
}

const read = (unitWords: string, factor: Decimal | undefined): Unit => (factor === undefined ? { unknown: unitWords } : { factor })

/** An amount may be in a foreign currency, `万美元` too. */
const readMoney = (unitSaid: string): Unit => {
  const unitWords = inChineseScale(unitSaid)
  const factor = moneyFactor(unitWords)
  if (factor !== undefined) return { factor }
  const name = unitWords.replace(/^[十百千万亿]+/u, '')
  const currency = currencyOf(name)
  if (currency === undefined) return { unknown: unitWords }
  const scale = unitWords.slice(0, unitWords.length - name.length)
  return { factor: scales[scale] ?? '1', currency }
}

/** `rmb'000`, `'000` and `usd million` as 千rmb, 千 and 百万usd. */
const inChineseScale = (unit: string): string => {
  const [, name = '', scale = ''] = /^([a-z$¥]{0,4})(['’]000|million|mn)s?$/.exec(unit) ?? []
  return scale === '' ? unit : `${/000/.test(scale) ? '千' : '百万'}${/^(rmb|cny|¥)?$/.test(name) ? '元' : name}`
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s/g, '')

const remarksIn = (header: string): string[] =>
  [...plain(header).matchAll(bracketed)].map(([remark]) => remark.slice(1, -1).replace(/^单位:?/, ''))

const withoutRemarks = (header: string): string => plain(header).replace(bracketed, '')

const bracketed = /[([【][^()[\]【】]*[)\]】]/g

/** Remarks that say nothing about a unit. */
const isNeutral = (remark: string): boolean =>
  remark === '' ||
  /^(必填|选填|可选|可不填|可空|非必填|必须|required|optional|不?含税价?|税[前后]|参考|原价|单价|总价|合计|约|如有|有则填.*)$/.test(remark)

const moneyFactor = (unit: string): Decimal | undefined => {
  const scale =
    /^(?:人民币|rmb|cny|¥)?(?<scale>[十百千万亿]*)(?:元|圆|块|yuan)?(?:人民币|rmb|cny)?(?:整|\/[\p{Script=Han}a-z]{1,4})?$/u.exec(unit)
      ?.groups?.['scale']
  if (scale !== undefined && unit !== '') return scales[scale]
  return { 角: '0.1', 分: '0.01' }[unit]
}

const scales: Readonly<Record<string, Decimal>> = {
  '': '1',
  十: '10',
  百: '100',
  千: '1000',
  万: '10000',
  十万: '100000',
  百万: '1000000',
  千万: '10000000',
  亿: '100000000',
}

const monthsIn: Readonly<Record<string, Decimal>> = {
  月: '1',
  个月: '1',
  月数: '1',
  年: '12',
  年数: '12',
  month: '1',
  months: '1',
  周年: '12',
  year: '12',
  years: '12',
  yrs: '12',
}

/** How many months a cell lasts, as `36个月`, `3年`, `2 years`, or a bare number below a header that names the unit; undefined for what is no length of time. */
export const monthsOfCell = (text: string, header: string): number | undefined => {
  const match = /^(?<number>\d{1,3}|[一二两三四五六七八九十半])(?<unit>\D*)$/u.exec(plain(text))?.groups
  if (!match) return undefined
  const [statedUnit] = remarksIn(header)
  const unit = match['unit'] || statedUnit || ''
  const factor = monthsIn[unit] ?? monthsIn[unit.replace(/[.\d]/g, '')]
  const count = match['number'] === '半' ? 0.5 : (hanNumbers[match['number'] ?? ''] ?? Number(match['number']))
  return factor === undefined || count * Number(factor) > monthsAtMost ? undefined : count * Number(factor)
}

const hanNumbers: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 }
const monthsAtMost = 600

/** What a register counts its own things by. */
const piecesFactor = (unit: string): Decimal | undefined => {
  const match = /^(?<scale>[十百千万亿]*)(?:个|件|台|套|只|张|把|支|枝|包|盒|箱|本|瓶|条|块|卷|双|副|根|片|袋|桶|辆|pcs|pieces)?$/u.exec(
    unit,
  )
  const scale = match?.groups?.['scale']
  return scale === undefined ? undefined : scales[scale]
}

/** What is wrong with a header whose unit no one can convert; empty where it names none. */
export const unknownUnitWords = (unit: string): string =>
  unit === ''
    ? '没有写明{label}按年还是按月，请在列名后注明（年）或（月）'
    : '列名里的单位“{value}”无法换算，{label}请改用元、千元、万元等常用单位'
