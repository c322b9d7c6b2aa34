import * as v from 'valibot'
import { documentKinds } from './all.ts'
import { catalogueNouns } from './catalogue.ts'
import { linesAtMost } from './define.ts'
import { anything, idInput, listInput, operation, pageOf } from '../operations/define.ts'

/** How far idle pieces of one model are counted for the catalogue. */
export const idleCountLimit = 100

const catalogueRow = v.object({
  id: v.string(),
  code: v.string(),
  name: v.string(),
  /** What tells it apart: brand and specification. */
  text: v.string(),
  unit: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  catId: v.nullable(v.string()),
  price: v.nullable(v.string()),
  /** How many may be had now: idle pieces that no one else is about to get (`idleCountLimit` stands for more), or free supplies of all stores. */
  free: v.string(),
  /** The caller asked for it before. */
  asked: v.boolean(),
})

/** What may be asked for: what the caller asked for before comes first, then what can be had. */
export const catalogueList = operation({
  name: 'catalogue.list',
  path: '/api/catalogue/list',
  title: '可申请的物品',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, of: v.picklist(catalogueNouns, '类别有误'), catId: v.optional(idInput) }),
  output: pageOf(catalogueRow),
  answer: 'page',
  reads: true,
})
export type CatalogueRow = v.InferOutput<typeof catalogueRow>

/** What a new document begins with, as far as it is known from who asks, who it is for and what it is about. */
export const documentBeginning = operation({
  name: 'catalogue.beginning',
  path: '/api/catalogue/beginning',
  title: '单据的预填内容',
  access: 'signed-in',
  input: v.strictObject({
    kind: v.picklist(
      documentKinds.map(({ kind }) => kind),
      '单据类型有误',
    ),
    /** Who it is for. */
    subject: v.optional(idInput),
    /** What it is about, with how many of each where that is counted. */
    items: v.optional(
      v.pipe(v.array(v.strictObject({ id: idInput, quantity: v.optional(v.pipe(v.string(), v.maxLength(40))) })), v.maxLength(linesAtMost)),
    ),
  }),
  output: v.object({ header: anything, names: v.record(v.string(), v.string()) }),
  reads: true,
})

/** What to buy of supplies that run low so that stock is full again, with the last price and the usual supplier. */
export const restocking = operation({
  name: 'catalogue.restocking',
  path: '/api/catalogue/restocking',
  title: '需要补货的耗材',
  access: ['cspurchaseorder:save'],
  input: v.strictObject({ locId: v.optional(idInput) }),
  output: v.object({
    supplier: v.nullable(v.object({ id: v.string(), name: v.string() })),
    lines: v.array(v.object({ id: v.string(), quantity: v.string(), price: v.nullable(v.string()) })),
  }),
  reads: true,
})
