import { recordOf } from '../../domain/records/all.ts'
import { refuse } from '../../kernel/refusal.ts'
import { survivorOf } from '../db/recordForwards.ts'
import type { Tx } from '../db/tx.ts'
import { type Column, columnOf, type Values } from '../db/recordTable.ts'
import { referenceOf } from '../../kernel/fields/kinds.ts'

/**
 * The values with each reference to what was merged leading to the record that took it over. Refuses in words where one refers to something that the
 * organisation does not have or that the field does not take. What is found is kept from being deleted until the transaction ends.
 */
export const requireReferences = async (tx: Tx, columns: readonly Column[], values: Values): Promise<Values> => {
  const ledValues: Record<string, unknown> = {}
  await Promise.all(
    columns.map(async ({ key, label, control }) => {
      const id = values[key]
      const reference = referenceOf(control)
      if (!reference || id === undefined || id === null) return
      const to = recordOf(reference.to)
      const filters = Object.entries(reference.filter ?? {}).filter(([field]) => Object.hasOwn(to.fields, field))
      const conditions = filters.map(([field], index) => ` and ${columnOf(field)} = $${index + 3}`).join('')
      const isThere = async (reference: unknown) =>
        (
          await tx.query(`select 1 from "${to.table}" where org_id = $1 and id = $2 and deleted_at is null${conditions} for key share`, [
            tx.orgId,
            reference,
            ...filters.map(([, value]) => value),
          ])
        ).length > 0
      if (await isThere(id)) return
      const survivor = await survivorOf(tx, reference.to, String(id))
      if (survivor === undefined || !(await isThere(survivor))) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label })
      ledValues[key] = survivor
    }),
  )
  return Object.keys(ledValues).length === 0 ? values : { ...values, ...ledValues }
}
