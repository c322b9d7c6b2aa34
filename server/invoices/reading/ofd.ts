import type { InvoiceFacts, SignatureState } from '../../../domain/invoices/invoice.ts'
import { blueNumberIn, checkedFacts, factsIn, type RawInvoice, type RawLine } from './layouts.ts'
import { existingPath, openOfd, type OfdParts, pathFrom } from './ofdParts.ts'
import { checkSignatures } from './ofdSignatures.ts'
import { type Element, elementsNamed, refuseUnreadable, wholeText } from './xml.ts'

type FactsInParts = { readonly facts: InvoiceFacts; /** The parts in which they stand. */ readonly paths: readonly string[] }

/** What an OFD invoice says: by the data attached to it, or by the tags that say which text of its page is what. */
export const readOfd = async (file: Buffer): Promise<{ facts: InvoiceFacts | undefined; signature: SignatureState }> => {
  const parts = await openOfd(file)
  if (!parts.has('OFD.xml')) return refuseUnreadable()
  const factsFound = (await attachedFacts(parts)) ?? (await taggedFacts(parts))
  const signature = await checkSignatures(parts, factsFound?.paths ?? [])
  return { facts: factsFound?.facts, signature }
}

const attachedFacts = async (parts: OfdParts): Promise<FactsInParts | undefined> => {
  const paths = parts.paths.filter((path) => /(?:^|\/)attach[^/]*\/[^/]+\.xml$/i.test(path) && !/attachments\.xml$/i.test(path))
  const otherPaths = parts.paths.filter((path) => /original_invoice\.xml$/i.test(path) && !paths.includes(path))
  for (const path of [...otherPaths, ...paths].slice(0, attachmentsAtMost)) {
    const root = await parts.xmlOf(path)
    const facts = root && factsIn(root)
    if (facts) return { facts, paths: [path] }
  }
  return undefined
}

const attachmentsAtMost = 20

/** A text on a page: what it says and where it begins. */
type PageText = { readonly text: string; readonly x: number; readonly y: number }

const taggedFacts = async (parts: OfdParts): Promise<FactsInParts | undefined> => {
  const tagPath = parts.paths.find((path) => /(?:^|\/)tags\/customtag\.xml$/i.test(path))
  const [tags, root] = await Promise.all([tagPath === undefined ? undefined : parts.xmlOf(tagPath), parts.xmlOf('OFD.xml')])
  const customValues = root ? statedValues(root) : new Map<string, string>()
  if (!tags && customValues.size === 0) return undefined
  const pages = await readPages(parts)
  const textsOf = (name: string): PageText[] =>
    tags
      ? elementsNamed(tags, name).flatMap((tag) => elementsNamed(tag, 'ObjectRef').flatMap((ref) => pages.byId.get(wholeText(ref)) ?? []))
      : []
  const words = (name: string) =>
    textsOf(name)
      .map(({ text }) => text)
      .join('')
      .trim()
  const note = words('Note')
  const raw: RawInvoice = {
    code: customValues.get('发票代码') || words('InvoiceCode'),
    number: customValues.get('发票号码') || words('InvoiceNo'),
    kind: kindOn(pages.all) || '电子发票',
    issuedOn: customValues.get('开票日期') || words('IssueDate'),
    seller: {
      name: customValues.get('销售方名称') || words('SellerName'),
      taxNumber: customValues.get('销售方纳税人识别号') || words('SellerTaxID'),
    },
    buyer: {
      name: customValues.get('购买方名称') || words('BuyerName'),
      taxNumber: customValues.get('购买方纳税人识别号') || words('BuyerTaxID'),
    },
    amount: customValues.get('合计金额') || words('TaxExclusiveTotalAmount'),
    tax: customValues.get('合计税额') || words('TaxTotalAmount'),
    total: customValues.get('价税合计') || words('TaxInclusiveTotalAmount'),
    remark: note,
    blueNumber: blueNumberIn(note),
    lines: linesOf(textsOf),
  }
  if (raw.number === '' && raw.total === '') return undefined
  return { facts: checkedFacts(raw), paths: ['OFD.xml', ...(tagPath === undefined ? [] : [tagPath]), ...pages.paths] }
}

/** What the first part of the file says by name. */
const statedValues = (root: Element): Map<string, string> =>
  new Map(elementsNamed(root, 'CustomData').map((data) => [data.attributes['Name'] ?? '', wholeText(data)]))

const kindOn = (texts: readonly PageText[]): string =>
  texts.map(({ text }) => text.trim()).find((text) => /^(?:电子发票（.{2,20}）|.{0,10}增值税.{0,6}发票)$/.test(text)) ?? ''

type Pages = { readonly byId: ReadonlyMap<string, PageText>; readonly all: readonly PageText[]; readonly paths: readonly string[] }

const pagesAtMost = 100

/** The texts of all pages by the ids of their objects. Those of later pages stand below those of earlier ones. */
const readPages = async (parts: OfdParts): Promise<Pages> => {
  const root = await parts.xmlOf('OFD.xml')
  const documentPath = pathFrom('OFD.xml', root ? (elementsNamed(root, 'DocRoot')[0]?.text.trim() ?? '') : '')
  const document = await parts.xmlOf(documentPath)
  const folder = documentPath.slice(0, Math.max(0, documentPath.lastIndexOf('/')))
  const pageElements = document
    ? [...elementsNamed(document, 'Page'), ...elementsNamed(document, 'TemplatePage')].slice(0, pagesAtMost)
    : []
  const byId = new Map<string, PageText>()
  const paths: string[] = []
  for (const [index, page] of pageElements.entries()) {
    const path = existingPath(parts, [folder, ''], page.attributes['BaseLoc'] ?? '')
    const content = path === undefined ? undefined : await parts.xmlOf(path)
    if (path === undefined || !content) continue
    // A template has the words that are the same on all invoices.
    if (page.name === 'Page') paths.push(path)
    for (const object of elementsNamed(content, 'TextObject')) {
      const [x = 0, y = 0] = (object.attributes['Boundary'] ?? '').split(/\s+/).map(Number)
      const text = elementsNamed(object, 'TextCode').map(wholeText).join('')
      byId.set(object.attributes['ID'] ?? '', { text, x, y: y + index * pageHeight })
    }
  }
  return { byId, all: [...byId.values()], paths }
}

/** More than any page is high, in millimetres. */
const pageHeight = 10_000

const columns = {
  name: 'Item',
  spec: 'Specification',
  unit: 'MeasurementDimension',
  quantity: 'Quantity',
  price: 'Price',
  amount: 'Amount',
  taxRate: 'TaxScheme',
  tax: 'TaxAmount',
} as const satisfies Record<keyof RawLine, string>

/** A line begins where an amount stands; what stands lower, down to the next amount, is its own as well: a long name goes on below. */
const linesOf = (textsOf: (name: string) => readonly PageText[]): RawLine[] => {
  const rows = textsOf(columns.amount).toSorted((a, b) => a.y - b.y)
  const wordsAt = (column: string, index: number): string => {
    const from = (rows[index]?.y ?? 0) - rowTolerance
    const until = (rows[index + 1]?.y ?? Infinity) - rowTolerance
    return textsOf(column)
      .filter(({ y }) => y >= from && y < until)
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map(({ text }) => text)
      .join('')
  }
  return rows.map((_, index) => ({
    name: wordsAt(columns.name, index),
    spec: wordsAt(columns.spec, index),
    unit: wordsAt(columns.unit, index),
    quantity: wordsAt(columns.quantity, index),
    price: wordsAt(columns.price, index),
    amount: wordsAt(columns.amount, index),
    taxRate: wordsAt(columns.taxRate, index),
    tax: wordsAt(columns.tax, index),
  }))
}

/** Texts of one line need not begin at the very same height, in millimetres. */
const rowTolerance = 1.5
