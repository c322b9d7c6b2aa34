import { recordOf } from '../../domain/records/all.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'
import { type Column, columnOf, type Values } from '../db/recordTable.ts'
import { referenceOf } from '../../kernel/fields/kinds.ts'

/**
 * Refuses in words where a value refers to something that the organisation does not have or that the field does not take. What is
 * found is kept from being deleted until the transaction ends.
 */
export const requireReferences = async (tx: Tx, columns: readonly Column[], values: Values): Promise<void> => {
  await Promise.all(
    columns.map(async ({ key, label, control }) => {
      const id = values[key]
      const reference = referenceOf(control)
      if (!reference || id === undefined || id === null) return
      const to = recordOf(reference.to)
      const filters = Object.entries(reference.filter ?? {}).filter(([field]) => Object.hasOwn(to.fields, field))
      const conditions = filters.map(([field], index) => ` and ${columnOf(field)} = $${index + 3}`).join('')
      const rows = await tx.query(
        `select 1 from "${to.table}" where org_id = $1 and id = $2 and deleted_at is null${conditions} for key share`,
        [tx.orgId, id, ...filters.map(([, value]) => value)],
      )
      if (rows.length === 0) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label })
    }),
  )
}
