import { isPositive } from '../../../kernel/decimal.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { type InvoiceFacts, type InvoiceLine, invoiceLinesAtMost, namePartsOf, type Party } from '../../../domain/invoices/invoice.ts'
import { type Element, elementAt, elementsNamed, textAt } from './xml.ts'
import { amountIn, dayIn, numberIn, rateIn } from './values.ts'

/** What a layout says, before it is checked: all of it words. */
export type RawLine = { readonly [K in 'name' | 'spec' | 'unit' | 'quantity' | 'price' | 'amount' | 'taxRate' | 'tax']: string }
export type RawInvoice = {
  readonly [K in 'code' | 'number' | 'kind' | 'issuedOn' | 'amount' | 'tax' | 'total' | 'remark' | 'blueNumber']: string
} & { readonly isRed?: boolean; readonly seller: Party; readonly buyer: Party; readonly lines: readonly RawLine[] }

/** The facts in a document of one of the layouts that the tax office and the ministry of finance publish; undefined where it is none of them. */
export const factsIn = (root: Element): InvoiceFacts | undefined => {
  const raw = digitalInvoice(root) ?? archivedInvoice(root)
  return raw && checkedFacts(raw)
}

/** 数电票, from the tax office: `EInvoice` with header, data and supervision. */
const digitalInvoice = (root: Element): RawInvoice | undefined => {
  const data = elementAt(root, 'EInvoiceData')
  if (root.name !== 'EInvoice' || !data) return undefined
  const label = (...way: string[]) => textAt(root, 'Header', 'InherentLabel', ...way)
  const [type, vat] = [label('EInvoiceType', 'LabelName'), label('GeneralOrSpecialVAT', 'LabelName')]
  const basic = (name: string) => textAt(data, 'BasicInformation', name)
  const red = elementAt(data, 'SpecificInformation', 'RedEInvoice') ?? elementsNamed(data, 'RedEInvoice')[0]
  const remark = textAt(data, 'AdditionalInformation', 'Remark')
  return {
    code: '',
    number: textAt(root, 'TaxSupervisionInfo', 'InvoiceNumber') || textAt(root, 'Header', 'EIid'),
    kind: vat && !type.includes(vat) ? `${type || '电子发票'}（${vat}）` : type || vat || '电子发票',
    issuedOn: textAt(root, 'TaxSupervisionInfo', 'IssueTime') || basic('RequestTime'),
    seller: { name: textAt(data, 'SellerInformation', 'SellerName'), taxNumber: textAt(data, 'SellerInformation', 'SellerIdNum') },
    buyer: { name: textAt(data, 'BuyerInformation', 'BuyerName'), taxNumber: textAt(data, 'BuyerInformation', 'BuyerIdNum') },
    amount: basic('TotalAmWithoutTax'),
    tax: basic('TotalTaxAm'),
    total: basic('TotalTax-includedAmount'),
    remark,
    isRed: label('InIssuType', 'LabelCode') === 'N',
    blueNumber: (red && textAt(red, 'OriginalInvoiceCode')) || blueNumberIn(remark),
    lines: data.children
      .filter(({ name }) => name === 'IssuItemInformation')
      .map((item) => ({
        name: textAt(item, 'ItemName'),
        spec: textAt(item, 'SpecMod'),
        unit: textAt(item, 'MeaUnits'),
        quantity: textAt(item, 'Quantity'),
        price: textAt(item, 'UnPrice'),
        amount: textAt(item, 'Amount'),
        taxRate: textAt(item, 'TaxRate'),
        tax: textAt(item, 'ComTaxAm'),
      })),
  }
}

/** The invoice of the standard of 2019 (edrm.org.cn), which lies in OFD files as `original_invoice.xml`. */
const archivedInvoice = (root: Element): RawInvoice | undefined => {
  if (root.name !== 'eInvoice' || !elementAt(root, 'InvoiceNo')) return undefined
  const textOf = (...way: string[]) => textAt(root, ...way)
  const note = textOf('Note')
  const original = `${textOf('OriginalInvoiceCode')}${textOf('OriginalInvoiceNo')}`
  return {
    code: textOf('InvoiceCode'),
    number: textOf('InvoiceNo'),
    kind: kindsOfCode[textOf('TypeCode')] ?? '增值税电子普通发票',
    issuedOn: textOf('IssueDate'),
    seller: { name: textOf('Seller', 'SellerName'), taxNumber: textOf('Seller', 'SellerTaxID') },
    buyer: { name: textOf('Buyer', 'BuyerName'), taxNumber: textOf('Buyer', 'BuyerTaxID') },
    amount: textOf('TaxExclusiveTotalAmount'),
    tax: textOf('TaxTotalAmount'),
    total: textOf('TaxInclusiveTotalAmount'),
    remark: note,
    blueNumber: original || blueNumberIn(note),
    lines: elementsNamed(root, 'GoodsInfo').map((goods) => ({
      name: textAt(goods, 'Item'),
      spec: textAt(goods, 'Specification'),
      unit: textAt(goods, 'MeasurementDimension'),
      quantity: textAt(goods, 'Quantity'),
      price: textAt(goods, 'Price'),
      amount: textAt(goods, 'Amount'),
      taxRate: textAt(goods, 'TaxScheme'),
      tax: textAt(goods, 'TaxAmount'),
    })),
  }
}

const kindsOfCode: Readonly<Record<string, string>> = { '1': '增值税电子专用发票' }

/** Issuers write the number of the invoice that a red one takes back into the remark. */
export const blueNumberIn = (remark: string): string => {
  const [, number] = /(?:蓝字|对应正数)[^\d]{0,20}号码[:：]?\s*(\d{8,20})/.exec(remark) ?? []
  const [, code = ''] = /(?:蓝字|对应正数)[^\d]{0,20}代码[:：]?\s*(\d{10,12})/.exec(remark) ?? []
  return number === undefined ? '' : `${code}${number}`
}

const missing = (label: string): never => refuse('invoice.missing', '发票上没有{label}，文件可能不完整', { label })

/** Facts whose numbers are numbers and whose days are days. Refuses in words what an invoice cannot do without. */
export const checkedFacts = (raw: RawInvoice): InvoiceFacts => {
  const number = raw.number.replace(/\s/g, '')
  if (!/^\d{8,20}$/.test(number)) missing('发票号码')
  const code = /^\d{10,12}$/.test(raw.code) ? raw.code : ''
  const total = amountIn('价税合计', raw.total) ?? missing('价税合计')
  if (raw.seller.name === '') missing('销售方名称')
  if (raw.lines.length > invoiceLinesAtMost) refuse('invoice.tooLarge', '文件太大或嵌套太深，不像电子发票，没有读取')
  const lines = withDiscounts(raw.lines.filter(({ name, amount }) => name !== '' || amount !== '').map(checkedLine))
  const isRed = raw.isRed === true || total.startsWith('-')
  return {
    code,
    number,
    kind: raw.kind.slice(0, 60),
    issuedOn: dayIn(raw.issuedOn) ?? missing('开票日期'),
    seller: checkedParty(raw.seller),
    buyer: checkedParty(raw.buyer),
    amount: amountIn('不含税合计', raw.amount) ?? total,
    tax: amountIn('合计税额', raw.tax) ?? '0',
    total,
    remark: raw.remark.slice(0, 500),
    isRed,
    blueNumber: isRed ? raw.blueNumber.replace(/\D/g, '').slice(0, 32) : '',
    lines,
  }
}

const checkedParty = ({ name, taxNumber }: Party): Party => ({
  name: name.slice(0, 200),
  taxNumber: taxNumber.replace(/\s/g, '').toUpperCase().slice(0, 30),
})

const checkedLine = (raw: RawLine, index: number): InvoiceLine => ({
  lineNo: index + 1,
  taxClass: namePartsOf(raw.name).taxClass,
  name: namePartsOf(raw.name).name.slice(0, 300),
  spec: raw.spec.slice(0, 200),
  unit: raw.unit.slice(0, 40),
  quantity: numberIn('数量', raw.quantity) ?? null,
  price: numberIn('单价', raw.price) ?? null,
  amount: amountIn('金额', raw.amount) ?? missing('明细金额'),
  taxRate: rateIn(raw.taxRate),
  tax: amountIn('税额', raw.tax) ?? '0',
  discountOf: null,
})

/** A discount stands behind the line that it lowers: the same name, no quantity, the other sign. */
const withDiscounts = (lines: readonly InvoiceLine[]): InvoiceLine[] =>
  lines.map((line, index) => {
    const before = lines[index - 1]
    const isDiscount = before !== undefined && line.quantity === null && line.name === before.name && isOpposite(line.amount, before.amount)
    return isDiscount ? { ...line, discountOf: before.lineNo } : line
  })

const isOpposite = (a: string, b: string): boolean => a.startsWith('-') && isPositive(b)
