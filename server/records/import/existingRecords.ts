import { isRecord } from '../../../kernel/isRecord.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Day } from '../../../kernel/day.ts'
import { dayProblems } from '../../../kernel/days.ts'
import { declaredField, isEmpty, readValues } from '../../../kernel/field.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { importColumns } from '../../../domain/records/columns.ts'
import { documentOnlyWords, type RecordKind } from '../../../domain/records/define.ts'
import { codeKeyOf } from '../../../domain/records/ownFields/ownField.ts'
import type { Question } from '../../../domain/records/import/questions.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { QueryTx } from '../../db/tx.ts'
import { chunks } from '../assetEntry.ts'
import { hooksOf } from '../hooks.ts'
import { importRulesOf } from './kinds.ts'
import type { Update } from './write.ts'
import { columnOf, rowOf, tableOf, type Values } from '../../db/recordTable.ts'

export type Updates = {
  readonly rows: readonly Update[]
  /** How many rows say what is on record already. */
  readonly sameCount: number
}

/** The records that rows of a sheet name by their codes. */
export class Existing {
  static readonly none = new Existing(new Map())

  readonly #byCode: ReadonlyMap<unknown, RecordRow>

  private constructor(byCode: ReadonlyMap<unknown, RecordRow>) {
    this.#byCode = byCode
  }

  static async read(tx: QueryTx, kind: RecordKind, codes: readonly (string | undefined)[]): Promise<Existing> {
    const key = codeKeyOf(kind)
    if (key === undefined) return Existing.none
    const codesPresent = [...new Set(codes.filter((code) => code !== undefined))]
    const table = tableOf(kind)
    const byCode = new Map<unknown, RecordRow>()
    for (const part of chunks(codesPresent, 2000)) {
      const rows = await tx.query<Values>(
        `${table.select} where r.org_id = $1 and r.${columnOf(key)} = any ($2::text[]) and r.deleted_at is null`,
        [tx.orgId, part],
      )
      const records = rows.map((row) => rowOf(table, row))
      for (const row of (await importRulesOf(kind).asInSheets?.(tx, records)) ?? records) byCode.set(row[key], row)
    }
    return new Existing(byCode)
  }

  called(code: unknown): RecordRow | undefined {
    return this.#byCode.get(code)
  }
}

/** The code of a cell as it would be stored; undefined for a cell without one. */
export const codeIn = (kind: RecordKind, cell: string): string | undefined => {
  const key = codeKeyOf(kind)
  if (key === undefined) return undefined
  const text = declaredField(kind.fields, key).control.type === 'text' ? cell.normalize('NFKC').trim() : cell
  const code = (hooksOf(kind).canonical?.({ [key]: text }) ?? { [key]: text })[key]
  return typeof code === 'string' && code !== '' ? code : undefined
}

/** Of a sheet whose rows are all on record it is supposed that it says them anew; what would change is shown before. */
export const onRecordAlready = (kind: RecordKind, isWhole: boolean): Question => ({
  key: 'existing',
  column: codeKeyOf(kind) ?? '',
  words: '这些编码已在册，怎么办？',
  params: {},
  options: [
    { value: 'update', label: '更新在册的记录' },
    { value: 'refuse', label: '退回这些行' },
  ],
  ...(isWhole && { supposed: 'update' }),
  once: ['refuse'],
})

/**
 * What differs from the record, of what the row says: an empty cell leaves a field as it is. Another value of a field that only documents
 * change is wrong; a place that is stale in the sheet leaves the field as it is.
 */
export const changesIn = (
  kind: RecordKind,
  before: RecordRow,
  rawValues: Values,
  { today, wrong }: { readonly today: Day; readonly wrong: (key: string, words: string, params?: Params) => void },
): Values => {
  const { canonical } = hooksOf(kind)
  const fields = Object.fromEntries(importColumns(kind).flatMap(({ key, field }) => (key in before ? [[key, field]] : [])))
  const ownValues = Object.fromEntries(
    Object.entries(canonical?.(rawValues) ?? rawValues).filter(
      ([key, value]) => key in before && !kind.readOnly?.includes(key) && !isEmpty(value),
    ),
  )
  const { values, problems } = readValues(fields, ownValues, 'draft')
  const mergedValues = { ...before, ...values }
  for (const { path, words, params } of [...problems, ...dayProblems(kind.fields, mergedValues, today, { before })])
    wrong(path, words, params)
  const changedKeys = Object.entries(values).filter(([key, value]) => !isSame(before[key], value))
  for (const [key] of changedKeys) {
    const words = documentOnlyWords(kind, before, key)
    if (words !== undefined && kind.fields[key]?.imported !== 'found') wrong(key, words)
  }
  return Object.fromEntries(changedKeys.filter(([key]) => documentOnlyWords(kind, before, key) === undefined))
}

const isSame = (a: unknown, b: unknown): boolean =>
  isRecord(a) && isRecord(b) ? isDeepStrictEqual(a, b) : String(a ?? '') === String(b ?? '')

/** A value that says several things under names, as a point does. */
