import { isEmpty } from '../../../kernel/field.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { duplicateWords } from '../../../kernel/rule.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { codeKeyOf, isOwnKey } from '../../../domain/records/ownFields/ownField.ts'
import { columnOf, type Values } from '../../db/recordTable.ts'
import type { QueryTx } from '../../db/tx.ts'
import { breatheBetween } from '../../heavy/breath.ts'
import { chunks } from '../assetEntry.ts'
import { hooksOf } from '../hooks.ts'
import type { Existing } from './existingRecords.ts'

export type UniqueRow = { readonly rowAt: number; readonly raw: Values }

/** No value twice in the sheet, and none that is on record already. */
export const checkUnique = async <R extends UniqueRow>(
  tx: QueryTx,
  { kind, existing }: { readonly kind: RecordKind; readonly existing: Existing },
  rows: readonly R[],
  wrong: (row: R, key: string, words: string, params: Params) => void,
): Promise<void> => {
  const code = codeKeyOf(kind)
  for (const key of kind.unique) {
    const first = new Map<unknown, number>()
    const values = rows.flatMap(({ raw }) => (isEmpty(raw[key]) ? [] : [raw[key]]))
    const alive = hooksOf(kind).keepsUniqueValues ? '' : ' and deleted_at is null'
    const onRecord = new Set<unknown>()
    for (const part of chunks(values, 2000)) {
      const text = isOwnKey(key)
        ? `select coalesce(o.text_value, o.number_value::text) as value from own_value o
           where o.org_id = $1 and o.noun = '${kind.noun}' and o.key = '${key}' and coalesce(o.text_value, o.number_value::text, o.ref_value::text) = any ($2::text[])`
        : `select ${columnOf(key)} as value from "${kind.table}" where org_id = $1 and ${columnOf(key)} = any ($2::text[])${alive}`
      const usedRows = await tx.query<{ value: string }>(text, [tx.orgId, part.map(String)])
      for (const { value } of usedRows) onRecord.add(value)
    }
    const breathe = breatheBetween()
    for (const row of rows) {
      await breathe()
      const value = row.raw[key]
      if (isEmpty(value)) continue
      const earlier = first.get(value)
      if (earlier !== undefined) wrong(row, key, '{label}与第{row}行重复', { row: earlier + 1 })
      else if (onRecord.has(String(value)) && !(key === code && existing.called(value))) wrong(row, key, duplicateWords, {})
      if (earlier === undefined) first.set(value, row.rowAt)
    }
  }
}
