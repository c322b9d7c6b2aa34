import { isEmpty, textIn } from '../../../kernel/field.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { appliesTo, codeKeyOf, ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import type { QueryTx } from '../../db/tx.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { categoriesAboveEach } from '../../db/ownCategories.ts'
import type { Directory } from './directory.ts'
import type { Existing } from './existingRecords.ts'
import { checkUnique, type UniqueRow } from './uniqueness.ts'

type Sheet = { readonly kind: RecordKind; readonly existing: Existing; readonly directory: Directory }
type Findings<R> = {
  readonly wrong: (row: R, key: string, words: string, params: Params) => void
  /** True where something is wrong in a cell already: what could not be read is not missing. */
  readonly isWrong: (row: R, key: string) => boolean
}

/** What rows have to say besides what their fields read: nothing twice, and every own field that is required of what they are about. */
export const checkRowValues = async <R extends UniqueRow>(
  tx: QueryTx,
  sheet: Sheet,
  rows: readonly R[],
  findings: Findings<R>,
): Promise<void> => {
  await checkUnique(tx, sheet, rows, findings.wrong)
  await checkOwnRequired(tx, sheet, rows, findings)
}

/** Of records that are new; a row about several says it once. */
const checkOwnRequired = async <R extends UniqueRow>(
  tx: QueryTx,
  { kind, existing, directory }: Sheet,
  rows: readonly R[],
  { wrong, isWrong }: Findings<R>,
): Promise<void> => {
  const requiredFields = ownFieldsOf(kind).filter(
    ([, , { isRequired, isRetired, defaultValue }]) => isRequired && !isRetired && isEmpty(defaultValue),
  )
  if (requiredFields.length === 0) return
  const code = codeKeyOf(kind) ?? ''
  const newRows = rows.filter(({ raw }) => existing.called(raw[code]) === undefined)
  const categoriesOf = requiredFields.some(([, , { categoryIds }]) => categoryIds.length > 0)
    ? await categoriesOfRows(tx, directory, newRows)
    : () => []
  const breathe = breatheBetween()
  const saidOf = new Set<string>()
  for (const row of newRows) {
    await breathe()
    for (const [key, field] of requiredFields) {
      const place = `${row.rowAt} ${key}`
      if (!isEmpty(row.raw[key]) || saidOf.has(place) || isWrong(row, key) || !appliesTo(field, categoriesOf(row))) continue
      saidOf.add(place)
      wrong(row, key, '请填写{label}', {})
    }
  }
}

/** The category of a row with those above it: those that the sheet itself makes, then those on the register. */
const categoriesOfRows = async (
  tx: QueryTx,
  directory: Directory,
  rows: readonly UniqueRow[],
): Promise<(row: UniqueRow) => readonly Id[]> => {
  /** A made category and those above it that are made, and the first that is not. */
  const madeAbove = (id: Id | undefined): { readonly newIds: Id[]; readonly knownId: Id | undefined } => {
    const newCategory = id === undefined ? undefined : directory.made(id)
    if (id === undefined || !newCategory) return { newIds: [], knownId: id }
    const { newIds, knownId } = madeAbove(textIn(newCategory, 'parentId'))
    return { newIds: [id, ...newIds], knownId }
  }
  const idsIn = new Set(rows.map(({ raw }) => textIn(raw, 'catId')).filter(isId))
  const ownPaths = new Map([...idsIn].map((id) => [id, madeAbove(id)]))
  const above = await categoriesAboveEach(
    tx,
    [...ownPaths.values()].flatMap(({ knownId }) => knownId ?? []),
  )
  return ({ raw }) => {
    const { newIds, knownId } = ownPaths.get(textIn(raw, 'catId') ?? '') ?? { newIds: [], knownId: undefined }
    return [...newIds, ...((knownId !== undefined && above.get(knownId)) || [])]
  }
}
