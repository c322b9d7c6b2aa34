import { isDay } from './day.ts'
import { type Decimal, multiply, negate, parseDecimal } from './decimal.ts'

/** In what order a date of three numbers says year, month and day. */
export const dayOrders = ['ymd', 'dmy', 'mdy'] as const
export type DayOrder = (typeof dayOrders)[number]

/** Which sign stands before the fraction of an amount. */
export type Point = '.' | ','

/** How the cells of one column are read, where the column as a whole decides it. */
export type ColumnFormat = {
  /** What one in this column is in our own unit. */
  readonly factor: Decimal
  readonly order: DayOrder | undefined
  readonly point: Point
  /** What one of a foreign currency is in yuan, by its code. */
  readonly rates: Readonly<Record<string, Decimal>>
  /** The currency that the header names, where it is not ours. */
  readonly currency: string | undefined
}

export const plainReading: ColumnFormat = { factor: '1', order: undefined, point: '.', rates: {}, currency: undefined }

/** Signs of full width as those of half width. */
export const half = (text: string): string => text.normalize('NFKC')

/**
 * Without the marks that no one sees and that come along with what is copied: spaces without width, marks of byte order, directions of writing.
 * Joiners stay, of which emoji and some scripts are made.
 */
export const withoutInvisible = (text: string): string =>
  text.replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')

/** Cells are broken into lines to look well. */
export const oneLine = (text: string): string => text.replace(/\s*[\r\n]+\s*/g, ' ')

/** What people write where there is nothing to say. */
export const isNothing = (text: string): boolean =>
  /^([-–—―/\\_.*]{1,4}|无|暂无|没有|空|空白|未知|不详|不明|未填|未录入|待定|暂缺|n\.?\/?a\.?|none|nil|null|unknown|tbd|tba|not (applicable|available)|\(blank\))$/i.test(
    half(text).trim(),
  )

/** Yes or no as people write it. */
export const flagOfCell = (text: string): boolean | undefined => flags.get(text.toLowerCase())

const flags = new Map<string, boolean>([
  ...['是', '有', 'y', 'yes', 'true', '1'].map((word) => [word, true] as const),
  ...['否', '无', 'n', 'no', 'false', '0'].map((word) => [word, false] as const),
])

/**
 * A day as people write it. Three numbers that do not begin with a year of four digits need an `order`; of two digits a year is the nearest
 * to ours. A month alone is its first day, a year its first as well; see `isMonthOnly` and `isYearOnly`.
 */
export const dayOfCell = (cellText: string, order?: DayOrder): string | undefined => {
  const text = plainDate(cellText)
  // Days since the end of 1899, as spreadsheets count them.
  if (/^\d{5}(\.\d+)?$/.test(text))
    return new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text)) * 86_400_000).toISOString().slice(0, 10)
  const match =
    /^(?<year>\d{4})(?:[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})[日号.]?|(?<month>\d{2})(?<day>\d{2}))(?:[T ].*)?$/.exec(text) ??
    /^(?<year>\d{2})年(?<month>\d{1,2})月(?<day>\d{1,2})[日号]?$/.exec(text) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/. ]+(?<name>[\p{L}]{3})[\p{L}]*[-/., ]+(?<year>\d{4}|\d{2})$/u.exec(text) ??
    /^(?<name>[\p{L}]{3})[\p{L}]*[-/. ]+(?<day>\d{1,2})(?:st|nd|rd|th)?[-/, ]+(?<year>\d{4})$/u.exec(text) ??
    monthOnly(text) ??
    yearOnly(text)
  if (match?.groups) return dayFrom(match.groups)
  const figures = figuresIn(text)
  return figures && order ? inOrder(figures, order) : undefined
}

/** True for a date that leaves out the day. */
export const isMonthOnly = (text: string): boolean => monthOnly(plainDate(text)) !== null

/** True for a date that is no more than a year. */
export const isYearOnly = (text: string): boolean => yearOnly(plainDate(text)) !== null

/** Three numbers whose order the column must tell; undefined for every other date. */
export const figuresOfCell = (cellText: string): readonly string[] | undefined => {
  const text = plainDate(cellText)
  return /^\d{4}/.test(text) ? undefined : figuresIn(text)
}

/** The day that three numbers mean in an order; undefined where they mean none. */
export const inOrder = (figures: readonly string[], order: DayOrder): string | undefined => {
  const [year, month, day] = ['y', 'm', 'd'].map((part) => figures[order.indexOf(part)])
  // A year of four digits stands where it stands, and neither month nor day has more than two.
  return month && day && month.length <= 2 && day.length <= 2 ? dayFrom({ year, month, day }) : undefined
}

/** Without the apostrophe that keeps a text in a spreadsheet, with figures for Chinese numerals and one sign for those that divide alike. */
const plainDate = (text: string): string => {
  const figures = half(text)
    .trim()
    .replace(/^'/, '')
    .replace(/[、\\]/g, '/')
  return (figures.includes('年') ? figures.replace(/[〇○零一二三四五六七八九十]+/g, figuresOfHan) : figures).replace(
    /\s*([-/.年月])\s*/g,
    '$1',
  )
}

const hanDigits = '零一二三四五六七八九'

/** `二十一` is 21, `二〇二一` is 2021. */
const figuresOfHan = (numeral: string): string => {
  const digitsOf = (part: string) => [...part.replace(/[〇○]/g, '零')].map((sign) => hanDigits.indexOf(sign)).join('')
  const [tens = '', units] = numeral.split('十')
  return units === undefined ? digitsOf(numeral) : (digitsOf(tens) || '1') + (digitsOf(units) || '0')
}

const figuresIn = (text: string): readonly string[] | undefined =>
  /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T ]\d.*)?$/.exec(text)?.filter((_, part) => part === 1 || part >= 3)

/** `2015.1` may have been `2015.10` before a spreadsheet took it for a number, and is no month. */
const monthOnly = (text: string): RegExpExecArray | null =>
  /^(?<year>\d{4})(?:年(?<month>\d{1,2})月?份?|[-/](?<month>\d{1,2})|\.(?<month>\d{2}|[2-9]))\.?$/.exec(text) ??
  /^(?<year>(?:19|20)\d{2})(?<month>0[1-9]|1[0-2])$/.exec(text) ??
  /^(?<name>[\p{L}]{3})[\p{L}]*[-/., ']+(?<year>\d{4}|\d{2})$/u.exec(text)

const yearOnly = (text: string): RegExpExecArray | null => /^(?<year>(?:19|20)\d{2})(?:年度?)?$/.exec(text)

const dayFrom = ({
  year,
  name,
  month = name === undefined ? '1' : undefined,
  day = '1',
}: Readonly<Record<string, string | undefined>>): string | undefined => {
  const number = name === undefined ? month : String(monthNames.findIndex((names) => names.includes(name.toLowerCase())) + 1)
  if (year === undefined || number === undefined) return undefined
  const dayRead = `${yearOf(year)}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(dayRead) ? dayRead : undefined
}

const yearOf = (digits: string): string => {
  if (digits.length === 4) return digits
  return Number(digits) < 70 ? `20${digits}` : `19${digits}`
}

const monthNames = ['jan', 'feb', 'mar mär mrz', 'apr', 'may mai', 'jun', 'jul', 'aug', 'sep', 'oct okt', 'nov', 'dec dez']

/**
 * An amount as people write it: with the currency before or behind, in brackets where it is below zero, in ten thousands. A unit in the
 * cell itself stands before the column's. Undefined too where its currency has no rate.
 */
export const amountOfCell = (
  text: string,
  { factor, point, rates, currency: ofColumn }: ColumnFormat = plainReading,
): Decimal | undefined => {
  const parsedAmount = amountIn(text)
  if (!parsedAmount) return undefined
  const { digits, isNegative, scale, isOwn, isYuan } = parsedAmount
  const currency = parsedAmount.currency ?? (isOwn ? undefined : ofColumn)
  const plain = decimalOf(digits, point)
  const rate = currency === undefined ? '1' : rates[currency]
  if (plain === undefined || rate === undefined) return undefined
  const scaledAmount = multiply(plain, scale ?? (isYuan ? '1' : factor))
  const amount = rate === '1' ? scaledAmount : multiply(scaledAmount, rate, 2)
  return isNegative ? negate(amount) : amount
}

/** The foreign currency that a cell names, by its code. */
export const currencyOfCell = (text: string): string | undefined => amountIn(text)?.currency

/** What the digits of a cell say of the sign before its fraction: surely one, either, or nothing. */
export const pointOfCell = (text: string): Point | 'either' | undefined => {
  const digits = amountIn(text)?.digits.replace('-', '')
  if (digits === undefined || !/[.,]/.test(digits)) return undefined
  if (decimalOf(digits, ',') === undefined) return '.'
  if (decimalOf(digits, '.') === undefined) return ','
  // "1,234" with a fraction of three digits is no amount of money anywhere; "1.234" is one in half the world, and a price in the other.
  return /^[1-9]\d{0,2}\.\d{3}$/.test(digits) ? 'either' : '.'
}

/** The code of a foreign currency by any of its names; undefined for ours and for what is none. */
export const currencyOf = (name: string): string | undefined => currencies.get(half(name).toLowerCase().replace(/[\s.]/g, ''))

/** The unit that a cell counts in, as in `350支` or `2 pcs`; undefined for a bare number and for what is none. */
export const unitOfCell = (text: string): string | undefined => quantityPattern.exec(half(text).trim())?.groups?.['unit']

/** A number without the unit that it counts in. */
export const withoutUnit = (text: string): string => quantityPattern.exec(half(text).trim())?.groups?.['number'] ?? text

const quantityPattern = /^(?<number>[\d.,]*\d)\s*(?<unit>(?![十百千万亿])\p{Script=Han}{1,2}|pcs|pieces|units?|ea|sets?)\.?$/iu

/** True for a cell with figures in more than one of its lines. */
export const hasSeveralLines = (text: string): boolean => text.split(/[\r\n]+/).filter((line) => /\d/.test(half(line))).length > 1

/** True for a cell in which several numbers stand: below each other, or with spaces that divide no groups of three. */
export const hasSeveralNumbers = (text: string): boolean =>
  hasSeveralLines(text) || /\d\s*[、;/|&]\s*\d/.test(half(text)) || spacedNumbers(half(text)).some((numbers) => !isGrouped(numbers))

const spacedNumbers = (text: string): string[] => text.match(/\d[\d.,]*(?:['’ \t]+[\d.,]+)+/g) ?? []

const isGrouped = (numbers: string): boolean => /^\d{1,3}(?:['’ ]\d{3})+(?:[.,]\d*)?$/.test(numbers)

const amountIn = (cellText: string) => {
  const halfWidth = half(cellText)
  if (hasSeveralNumbers(halfWidth)) return undefined
  const text = halfWidth.replace(/[\s'’]/g, '')
  const groups =
    /^(?<minus>[-−]?)(?<bracket>\(?)(?<before>[^\d().,+-]{0,6})(?<digits>[-−]?[+\d.,]+)(?<scale>[十百千]万|[千万亿k]?)(?<after>[^\d(),+-]{0,6})\)?$/iu.exec(
      text,
    )?.groups
  if (groups?.['digits'] === undefined) return undefined
  const { minus, bracket, before = '', digits, scale, after = '' } = groups
  const signs = [before, after].filter(Boolean)
  const isOwn = signs.some((sign) => ownSigns.test(sign))
  const currency = signs.map(currencyOf).find((currency) => currency !== undefined)
  if (signs.some((sign) => !ownSigns.test(sign) && currencyOf(sign) === undefined) || (isOwn && currency !== undefined)) return undefined
  return {
    digits: digits.replace('−', '-'),
    isNegative: minus !== '' || bracket !== '',
    scale: scales[(scale ?? '').toLowerCase()],
    currency,
    isOwn,
    /** Behind the digits it is a unit, which goes before the column's. */
    isYuan: ownSigns.test(after),
  }
}

const scales: Readonly<Record<string, Decimal>> = {
  千: '1000',
  k: '1000',
  万: '10000',
  十万: '100000',
  百万: '1000000',
  千万: '10000000',
  亿: '100000000',
}
const ownSigns = /^(rmb|cny|人民币|¥|[元圆]整?)$/i

const decimalOf = (digits: string, point: Point): Decimal | undefined => {
  // What a spreadsheet has reckoned has more places than anything is counted in.
  if (point === '.') return parseDecimal(digits.replace(/(\.\d{6})\d+$/, '$1'))
  const swappedDigits = digits.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
  return decimalOf(swappedDigits, '.')
}

const currencies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    USD: ['$', 'us$', 'usd', '美元', '美金', 'dollar', 'dollars'],
    EUR: ['€', 'eur', 'euro', 'euros', '欧元'],
    GBP: ['£', 'gbp', '英镑'],
    JPY: ['jpy', '日元', '円', 'jp¥'],
    HKD: ['hk$', 'hkd', '港币', '港元'],
    TWD: ['nt$', 'twd', '新台币', '台币'],
    MOP: ['mop', 'mop$', '澳门元'],
    KRW: ['₩', 'krw', '韩元'],
    SGD: ['s$', 'sgd', '新加坡元', '新币'],
    AUD: ['a$', 'au$', 'aud', '澳元'],
    CAD: ['c$', 'ca$', 'cad', '加元'],
    CHF: ['chf', 'fr', 'sfr', '瑞士法郎'],
    INR: ['₹', 'inr', 'rs', '卢比'],
    RUB: ['₽', 'rub', '卢布'],
    THB: ['฿', 'thb', '泰铢'],
    VND: ['₫', 'vnd', '越南盾'],
  }).flatMap(([code, names]) => names.map((name): [string, string] => [name.normalize('NFKC'), code])),
)
