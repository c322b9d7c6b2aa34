import { entryOf } from '../../kernel/assert.ts'
import { gsAjustOrder } from './asset/ajust.ts'
import { gsAllocateOrder } from './asset/allocate.ts'
import { gsBorrowOrder } from './asset/borrow.ts'
import { gsConvertOrder } from './asset/convert.ts'
import { gsHandleOrder } from './asset/handle.ts'
import { gsHealthOrder } from './asset/health.ts'
import { gsInstockOrder } from './asset/instock.ts'
import { gsInventoryOrder } from '../counting/document.ts'
import { gsOutstockOrder } from './asset/outstock.ts'
import { gsPurchaseOrder } from './asset/purchase.ts'
import { gsRenewOrder } from './asset/renew.ts'
import { gsRepairOrder } from './asset/repair.ts'
import { gsReturnOrder } from './asset/return.ts'
import { gsRevertOrder } from './asset/revert.ts'
import { gsTransOrder } from './asset/trans.ts'
import { gsValueOrder } from './asset/value.ts'
import { csAjustOrder } from './consumable/ajust.ts'
import { csAllocateOrder } from './consumable/allocate.ts'
import { csInstockOrder } from './consumable/instock.ts'
import { csOutstockOrder } from './consumable/outstock.ts'
import { csPurchaseOrder } from './consumable/purchase.ts'
import { csReturnOrder } from './consumable/return.ts'
import { oaLeaveOrder } from './office/leave.ts'
import { oaMakeupOrder } from './office/makeup.ts'
import type { DocumentKind } from './define.ts'
import type { ScreenPathOf } from './screens.ts'

const kinds = [
  gsOutstockOrder,
  gsReturnOrder,
  gsBorrowOrder,
  gsRenewOrder,
  gsRevertOrder,
  gsTransOrder,
  gsAllocateOrder,
  gsRepairOrder,
  gsHealthOrder,
  gsHandleOrder,
  gsAjustOrder,
  gsPurchaseOrder,
  gsInstockOrder,
  gsInventoryOrder,
  gsConvertOrder,
  gsValueOrder,
  csOutstockOrder,
  csReturnOrder,
  csPurchaseOrder,
  csInstockOrder,
  csAllocateOrder,
  csAjustOrder,
  oaLeaveOrder,
  oaMakeupOrder,
] as const

/** All of them, in menu order. */
export const documentKinds: readonly DocumentKind[] = kinds

/** The paths of their screens. */
export type DocumentListPath = ScreenPathOf<(typeof kinds)[number], 'list'>
export type DocumentFormPath = ScreenPathOf<(typeof kinds)[number], 'form'>
export type DocumentPagePath = ScreenPathOf<(typeof kinds)[number], 'page'>

const byKind = new Map(documentKinds.map((kind) => [kind.kind, kind]))

/** The kind of that name; undefined where there is none. */
export const documentKind = (kind: string): DocumentKind | undefined => byKind.get(kind)

/** The kind of that name, which is one of them by all we know. */
export const kindNamed = (kind: string): DocumentKind => entryOf(byKind, kind)
