import * as v from 'valibot'
import { isDecimal } from '../../kernel/decimal.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { storedPath } from '../../kernel/fields/storedPath.ts'
import { documentStates } from '../documents/define.ts'
import { day } from '../operations/day.ts'
import { byId, counterInput, idInput, listInput, operation, pageOf } from '../operations/define.ts'
import { tableInput } from '../tables/view.ts'
import { asWritten, chosen } from '../bulk/transferOperations.ts'
import { invoiceLinesAtMost, invoiceSources, invoiceCoverages, signatureStates } from './invoice.ts'

const base = '/api/goods/gsinvoice'
const list = ['gsinvoice:list'] as const
const save = ['gsinvoice:save'] as const

/** What is read differently once invoices were written. */
const changes = ['gsinvoice', 'gsvalue.']

const money = v.nullable(v.string())
const note = v.object({ words: v.string(), params: v.record(v.string(), v.union([v.string(), v.number()])) })

const row = v.object({
  id: v.string(),
  number: v.string(),
  kind: v.string(),
  issuedOn: v.string(),
  sellerName: v.string(),
  sellerTaxNumber: v.string(),
  buyerName: v.string(),
  buyerTaxNumber: v.string(),
  /** Null to the reader who sees no money. */
  amount: money,
  tax: money,
  total: money,
  isRed: v.boolean(),
  coverage: v.picklist(keysOf(invoiceCoverages)),
  /** The codes of its documents, the latest first. */
  documents: v.string(),
  source: v.picklist(keysOf(invoiceSources)),
  createdBy: v.string(),
  createdByName: v.string(),
  createdAt: v.string(),
})
export type InvoiceRow = v.InferOutput<typeof row>

/** Something that a line may be of. */
const item = v.object({ noun: v.picklist(['model', 'consumable']), id: v.string(), name: v.string() })
export type InvoicedThing = v.InferOutput<typeof item>

const line = v.object({
  lineNo: v.number(),
  name: v.string(),
  taxClass: v.string(),
  spec: v.string(),
  unit: v.string(),
  quantity: v.nullable(v.string()),
  price: money,
  amount: money,
  taxRate: v.string(),
  tax: money,
  discountOf: v.nullable(v.number()),
  /** After discounts. */
  netAmount: money,
  netTax: money,
  /** What it is of: chosen for it, chosen for the same line of this seller before, or proposed by its name. */
  item: v.nullable(item),
  matchedBy: v.nullable(v.picklist(['chosen', 'remembered', 'proposed'])),
  /** What documents of either sort have taken of it. */
  orderedQuantity: v.string(),
  orderedAmount: money,
  receivedQuantity: v.string(),
  receivedAmount: money,
})
export type InvoiceLineInfo = v.InferOutput<typeof line>

const linkedInvoice = v.object({ id: v.string(), number: v.string(), issuedOn: v.string(), total: money })

const use = v.object({
  lineNo: v.number(),
  documentId: v.string(),
  kind: v.string(),
  code: v.string(),
  state: v.picklist(keysOf(documentStates)),
  itemId: v.string(),
  itemName: v.string(),
  quantity: v.string(),
  amount: money,
})

export const invoiceInfo = v.object({
  ...row.entries,
  code: v.string(),
  /** The one supplier that is called as its seller. */
  supplier: v.nullable(v.object({ id: v.string(), name: v.string() })),
  remark: v.string(),
  signature: v.picklist(keysOf(signatureStates)),
  /** Null without a file, and to the reader who sees no money, which the file shows. */
  file: v.nullable(v.object({ path: v.string(), name: v.string() })),
  version: v.number(),
  lines: v.array(line),
  uses: v.array(use),
  assets: v.array(v.object({ id: v.string(), code: v.string(), name: v.string(), isDirect: v.boolean() })),
  /** How its sums and its buyer differ from what they should be. */
  notes: v.array(note),
  blueNumber: v.string(),
  /** The one that it takes back, where it is here, and those that take it back. */
  blue: v.nullable(linkedInvoice),
  reds: v.array(linkedInvoice),
  events: v.array(v.object({ action: v.string(), actorName: v.string(), at: v.string(), subject: v.string() })),
})
export type InvoiceInfo = v.InferOutput<typeof invoiceInfo>

export const invoiceList = operation({
  name: 'gsinvoice.list',
  path: `${base}/list`,
  title: '发票',
  access: list,
  input: v.strictObject({ ...listInput, ...tableInput }),
  output: pageOf(row),
  answer: 'page',
  reads: true,
})

export const invoiceExport = operation({
  name: 'gsinvoice.export',
  path: `${base}/export`,
  title: '导出发票',
  access: ['gsinvoice:export'],
  input: v.strictObject({ ...invoiceList.input.entries, ...asWritten, ...chosen }),
  output: v.any(),
  reads: true,
})

export const invoiceRead = operation({
  name: 'gsinvoice.info',
  method: 'GET',
  path: `${base}/info/{id}`,
  title: '发票详情',
  access: list,
  input: byId,
  output: invoiceInfo,
  reads: true,
})

/**
 * Reads an invoice that is sent as XML, OFD or PDF and keeps it. Of a file that has no data in it the file is kept, and `invoice` is null: its facts are
 * typed. `id` makes it safe to send again.
 */
export const invoiceUpload = operation({
  name: 'gsinvoice.upload',
  path: `${base}/upload`,
  title: '上传发票',
  access: save,
  changes,
  uploads: true,
  input: v.strictObject({ id: v.optional(idInput) }),
  output: v.object({
    invoice: v.nullable(invoiceInfo),
    file: v.object({ path: v.string(), name: v.string() }),
    /** Why nothing could be read. */
    words: v.nullable(v.string()),
  }),
})

const decimal = (places: number, sign: 'any' | 'positive') =>
  v.pipe(
    v.string('应为数字'),
    v.trim(),
    v.check((value) => isDecimal(value) && new RegExp(`^-?\\d{1,13}(\\.\\d{1,${places}})?$`).test(value), '应为数字'),
    v.check((value) => sign === 'any' || !value.startsWith('-'), '不能小于0'),
  )
const words = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const someWords = (max: number) => v.pipe(words(max), v.minLength(1, '不能为空'))
const fen = decimal(2, 'any')

const typedLine = v.strictObject({
  name: someWords(300),
  spec: v.optional(words(200), ''),
  unit: v.optional(words(40), ''),
  quantity: v.optional(v.nullable(decimal(6, 'any')), null),
  price: v.optional(v.nullable(decimal(6, 'any')), null),
  amount: fen,
  taxRate: v.optional(words(20), ''),
  tax: v.optional(fen, '0'),
})

/** Writes down by hand what an invoice says whose file says nothing to a program, or puts right what was written so. */
export const invoiceSave = operation({
  name: 'gsinvoice.save',
  path: `${base}/save`,
  title: '录入发票',
  access: save,
  changes,
  input: v.strictObject({
    id: v.optional(idInput),
    version: v.optional(counterInput(1)),
    file: v.optional(v.nullable(storedPath), null),
    code: v.optional(v.pipe(words(12), v.regex(/^\d*$/, '应为数字')), ''),
    number: v.pipe(someWords(20), v.regex(/^\d{8,20}$/, '发票号码应为8到20位数字')),
    kind: v.optional(words(60), ''),
    issuedOn: day,
    sellerName: someWords(200),
    sellerTaxNumber: v.optional(words(30), ''),
    buyerName: v.optional(words(200), ''),
    buyerTaxNumber: v.optional(words(30), ''),
    amount: fen,
    tax: v.optional(fen, '0'),
    total: fen,
    blueNumber: v.optional(v.pipe(words(32), v.regex(/^\d*$/, '应为数字')), ''),
    remark: v.optional(words(500), ''),
    lines: v.pipe(v.array(typedLine, '应为列表'), v.maxLength(invoiceLinesAtMost, '最多{max}行')),
  }),
  output: invoiceInfo,
})

/** Says what lines are of; the same lines of this seller are known from then on. */
export const invoiceMatch = operation({
  name: 'gsinvoice.match',
  path: `${base}/match`,
  title: '匹配发票明细',
  access: save,
  changes,
  input: v.strictObject({
    id: idInput,
    lines: v.pipe(
      v.array(
        v.strictObject({
          lineNo: counterInput(1),
          item: v.nullable(v.strictObject({ noun: v.picklist(['model', 'consumable'], '应为型号或耗材'), id: idInput })),
        }),
        '应为列表',
      ),
      v.minLength(1, '请至少选择一项'),
      v.maxLength(invoiceLinesAtMost, '最多{max}行'),
    ),
  }),
  output: invoiceInfo,
})

const useInput = v.strictObject({
  lineNo: counterInput(1),
  /** What of the document it is; what the line is matched to where it is not said. */
  itemId: v.optional(idInput),
  /** All that is left of the line where it is not said. */
  quantity: v.optional(decimal(6, 'positive')),
  amount: v.optional(decimal(2, 'positive')),
})

/** Links lines of an invoice with a document: exactly these, so none takes all back. */
export const invoiceLink = operation({
  name: 'gsinvoice.link',
  path: `${base}/link`,
  title: '关联发票与单据',
  access: save,
  changes,
  input: v.strictObject({
    id: idInput,
    documentId: idInput,
    uses: v.pipe(v.array(useInput, '应为列表'), v.maxLength(invoiceLinesAtMost, '最多{max}行')),
  }),
  output: invoiceInfo,
})

/** Links an invoice with cards that no document brought in: exactly these. */
export const invoiceCards = operation({
  name: 'gsinvoice.cards',
  path: `${base}/cards`,
  title: '关联发票与资产',
  access: save,
  changes,
  input: v.strictObject({ id: idInput, assetIds: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(500, '最多{max}项')) }),
  output: invoiceInfo,
})

export const invoiceDelete = operation({
  name: 'gsinvoice.delete',
  path: `${base}/delete`,
  title: '删除发票',
  access: ['gsinvoice:delete'],
  changes,
  input: v.strictObject({ id: idInput }),
  output: v.object({ id: v.string() }),
})

/** Brings a deleted invoice back, as long as no other has its number. */
export const invoiceRestore = operation({
  name: 'gsinvoice.restore',
  path: `${base}/restore`,
  title: '恢复发票',
  access: ['gsinvoice:delete'],
  changes,
  input: v.strictObject({ id: idInput }),
  output: v.object({ id: v.string() }),
})

/** Deleted invoices, the latest first. */
export const invoiceTrash = operation({
  name: 'gsinvoice.trash',
  path: `${base}/trash`,
  title: '已删除的发票',
  access: ['gsinvoice:delete'],
  input: v.strictObject(listInput),
  output: pageOf(v.object({ ...linkedInvoice.entries, sellerName: v.string(), deletedAt: v.string() })),
  answer: 'page',
  reads: true,
})

const ofThing = v.object({ ...linkedInvoice.entries, sellerName: v.string(), isRed: v.boolean() })
export type InvoiceOfThing = v.InferOutput<typeof ofThing>

/** The invoices of a document, or of a card: those of the documents that brought it in, and those that were linked with it. */
export const invoicesOf = operation({
  name: 'gsinvoice.of',
  path: `${base}/of`,
  title: '关联的发票',
  access: list,
  input: v.strictObject({ noun: v.picklist(['document', 'asset']), id: idInput }),
  output: v.array(ofThing),
  reads: true,
})

export const invoiceOperations = [
  invoiceList,
  invoiceExport,
  invoiceRead,
  invoiceUpload,
  invoiceSave,
  invoiceMatch,
  invoiceLink,
  invoiceCards,
  invoiceDelete,
  invoiceRestore,
  invoiceTrash,
  invoicesOf,
] as const
