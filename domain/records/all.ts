import type { Noun } from '../../kernel/field.ts'
import { ledgerRule } from './books/ledgerRule.ts'
import { allowance } from './allowance.ts'
import { asset } from './asset.ts'
import { book } from './books/book.ts'
import { category } from './category.ts'
import { costShare } from './books/costShare.ts'
import { consumable } from './consumable.ts'
import type { RecordKind } from './define.ts'
import { department } from './department.ts'
import { depreciationRule } from './books/depreciationRule.ts'
import { location } from './location.ts'
import { model } from './model.ts'
import { openingBalance } from './books/opening.ts'
import { person } from './person.ts'
import { standard } from './standard.ts'
import { supplier } from './supplier.ts'
import { unitReading } from './books/unitReading.ts'

const kinds = [
  asset,
  location,
  category,
  model,
  supplier,
  standard,
  consumable,
  allowance,
  book,
  depreciationRule,
  ledgerRule,
  costShare,
  openingBalance,
  unitReading,
  person,
  department,
] as const

/** Master data, in menu order. */
export const recordKinds: readonly RecordKind[] = kinds

/** The paths of their screens. */
export type RecordListPath = (typeof kinds)[number]['screens']['list']
export type RecordFormPath = (typeof kinds)[number]['screens']['form']

/** The record kind a reference points at; documents are no record. */
export const recordOf = (noun: Noun): RecordKind => {
  const recordKind = recordKinds.find((kind) => kind.noun === noun)
  if (!recordKind) throw new Error(`no record kind for ${noun}`)
  return recordKind
}
