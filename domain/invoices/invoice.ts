import { add, compare, type Decimal, divide, multiply, negate, subtract, sum } from '../../kernel/decimal.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import type { Day } from '../../kernel/day.ts'
import type { Params } from '../../kernel/refusal.ts'

/** One side of an invoice: what it is called and the number by which the tax office knows it. */
export type Party = { readonly name: string; readonly taxNumber: string }

/** A line as the invoice says it. `amount` and `tax` are negative of a discount, and of every line of a red-letter invoice. */
export type InvoiceLine = {
  readonly lineNo: number
  /** Without the class of the tax office, which stands between asterisks on paper. */
  readonly name: string
  readonly taxClass: string
  readonly spec: string
  readonly unit: string
  readonly quantity: Decimal | null
  readonly price: Decimal | null
  readonly amount: Decimal
  /** In words: `13%`, `免税`. */
  readonly taxRate: string
  readonly tax: Decimal
  /** The line whose price this one lowers. */
  readonly discountOf: number | null
}

/** What an invoice says. `code` is empty of those that are digital from the beginning: their number alone tells them apart. */
export type InvoiceFacts = {
  readonly code: string
  readonly number: string
  readonly kind: string
  readonly issuedOn: Day
  readonly seller: Party
  readonly buyer: Party
  readonly amount: Decimal
  readonly tax: Decimal
  readonly total: Decimal
  readonly remark: string
  readonly isRed: boolean
  /** The full number of the invoice that a red-letter one takes back; empty otherwise. */
  readonly blueNumber: string
  readonly lines: readonly InvoiceLine[]
}

/** The most lines that an invoice may have. */
export const invoiceLinesAtMost = 2000

/** What the facts were read from; `typed`: a person wrote them down. */
export const invoiceSources = { xml: 'XML', ofd: 'OFD', pdf: 'PDF 内嵌数据', typed: '手工录入' } as const
export type InvoiceSource = keyof typeof invoiceSources

/** `intact`: the digests that the issuer signed fit every part of the file; whose certificate signed is not asked of anybody. */
export const signatureStates = { intact: '签发后未改动', unchecked: '未核验签名' } as const
export type SignatureState = keyof typeof signatureStates

/** How much of an invoice is taken into documents. */
export const invoiceCoverages = { open: '未匹配', part: '部分匹配', whole: '已匹配' } as const
export type InvoiceCoverage = keyof typeof invoiceCoverages

/** A sentence with its values, for the reader's language. */
export type InvoiceNote = { readonly words: string; readonly params: Params }

/** `*电子计算机*笔记本电脑` as its class and its name. */
export const namePartsOf = (text: string): { readonly taxClass: string; readonly name: string } => {
  const [, taxClass = '', name = ''] = /^\*([^*]{1,60})\*(.*)$/s.exec(text.trim()) ?? []
  return taxClass === '' ? { taxClass: '', name: text.trim() } : { taxClass: taxClass.trim(), name: name.trim() || taxClass.trim() }
}

/** What a line comes to once its discounts are taken off. A discount itself comes to nothing. */
export const netOf = (line: InvoiceLine, lines: readonly InvoiceLine[]): { readonly amount: Decimal; readonly tax: Decimal } => {
  if (line.discountOf !== null) return { amount: '0', tax: '0' }
  const discounts = lines.filter(({ discountOf }) => discountOf === line.lineNo)
  return {
    amount: sum([line.amount, ...discounts.map(({ amount }) => amount)]),
    tax: sum([line.tax, ...discounts.map(({ tax }) => tax)]),
  }
}

/** By so much the tax of one line may differ from its rate: issuers round where the law lets them. */
const taxToleranceOfLine = '0.06'
const priceToleranceOfLine = '0.01'

/** Where the sums of an invoice do not add up, to the fen; empty where all is well. */
export const sumNotes = ({ amount, tax, total, lines }: Pick<InvoiceFacts, 'amount' | 'tax' | 'total' | 'lines'>): InvoiceNote[] => [
  ...differenceNotes(lines, amount, tax),
  ...(compare(add(amount, tax), total) === 0
    ? []
    : [
        {
          words: '金额{amount}加税额{tax}与价税合计{total}相差{difference}',
          params: inWords({ amount, tax, total, difference: subtract(total, add(amount, tax)) }),
        },
      ]),
  ...lines.flatMap(lineNotes),
]

const inWords = (amounts: Readonly<Record<string, Decimal>>): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).map(([key, amount]) => [key, moneyWords(amount)]))

const differenceNotes = (lines: readonly InvoiceLine[], amount: Decimal, tax: Decimal): InvoiceNote[] => {
  if (lines.length === 0) return []
  const ofLines = { amount: sum(lines.map((line) => line.amount)), tax: sum(lines.map((line) => line.tax)) }
  return [
    ...(compare(ofLines.amount, amount) === 0
      ? []
      : [
          {
            words: '明细金额之和{lines}与合计金额{amount}相差{difference}',
            params: inWords({ lines: ofLines.amount, amount, difference: subtract(amount, ofLines.amount) }),
          },
        ]),
    ...(compare(ofLines.tax, tax) === 0
      ? []
      : [
          {
            words: '明细税额之和{lines}与合计税额{tax}相差{difference}',
            params: inWords({ lines: ofLines.tax, tax, difference: subtract(tax, ofLines.tax) }),
          },
        ]),
  ]
}

const lineNotes = ({ lineNo, quantity, price, amount, taxRate, tax }: InvoiceLine): InvoiceNote[] => {
  const notes: InvoiceNote[] = []
  const product = quantity !== null && price !== null ? multiply(quantity, price, 2) : amount
  if (compare(sizeOf(subtract(product, amount)), priceToleranceOfLine) > 0)
    notes.push({ words: '第{line}行数量乘单价得{product}，金额是{amount}', params: { line: lineNo, ...inWords({ product, amount }) } })
  const rate = rateOf(taxRate)
  const due = rate === undefined ? tax : multiply(amount, rate, 2)
  if (compare(sizeOf(subtract(due, tax)), taxToleranceOfLine) > 0)
    notes.push({ words: '第{line}行按税率{rate}应为{due}，税额是{tax}', params: { line: lineNo, rate: taxRate, ...inWords({ due, tax }) } })
  return notes
}

const sizeOf = (value: Decimal): Decimal => (value.startsWith('-') ? negate(value) : value)

/** A rate as a factor; undefined where it is in words. */
const rateOf = (taxRate: string): Decimal | undefined => {
  const [, percent] = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(taxRate) ?? []
  return percent === undefined ? undefined : divide(percent, '100', 6)
}

/** True of invoices whose tax is deducted by the buyer: what is bought then costs what stands before the tax. */
export const isDeductible = (kind: string): boolean => kind.includes(deductibleWord)

const deductibleWord = '专用'

/** So many at one price. */
export type PricedPart = { readonly quantity: Decimal; readonly price: Decimal }

/**
 * A quantity of whole pieces at prices of whole fen that come to `amount` exactly: two prices a fen apart where one does not do. What is no
 * whole number of pieces has the price nearest to it.
 */
export const pricedParts = (quantity: Decimal, amount: Decimal): readonly PricedPart[] => {
  const near = divide(amount, quantity, 2)
  if (!/^\d+$/.test(quantity) || compare(multiply(near, quantity, 6), amount) === 0) return [{ quantity, price: near }]
  const low = compare(multiply(near, quantity, 6), amount) > 0 ? subtract(near, '0.01') : near
  const dearer = multiply(subtract(amount, multiply(low, quantity, 6)), '100')
  return [
    { quantity: subtract(quantity, dearer), price: low },
    { quantity: dearer, price: add(low, '0.01') },
  ]
}

/** What `quantity` of a line comes to; the last of it takes what the others left. */
export const shareOf = (
  quantity: Decimal,
  total: { readonly quantity: Decimal; readonly amount: Decimal },
  remainder: { readonly quantity: Decimal; readonly amount: Decimal },
): Decimal => (compare(quantity, remainder.quantity) >= 0 ? remainder.amount : divide(multiply(total.amount, quantity), total.quantity, 2))
