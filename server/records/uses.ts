import type { Id } from '../../kernel/id.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Tx } from '../db/tx.ts'
import { hooksOf } from './hooks.ts'

/** How often and by what a record is still referred to. */
export type Use = { readonly id: Id; readonly count: number; readonly words: string }

/** What still refers to any of `ids`; rows of the same table that are among them do not count. */
export const usesOf = async (tx: Tx, kind: RecordKind, ids: readonly Id[]): Promise<Use[]> => {
  const uses = await Promise.all([
    ...kind.usedBy.map(async ({ table, column, words }) => {
      const alive = recordKinds.some((kind) => kind.table === table) ? ' and deleted_at is null' : ''
      const othersCondition = table === kind.table ? ' and id <> all ($2::bigint[])' : ''
      const rows = await tx.query<{ id: Id; count: number }>(
        `select "${column}" as id, count(*)::int as count from "${table}" where org_id = $1 and "${column}" = any ($2::bigint[])${alive}${othersCondition} group by 1`,
        [tx.orgId, ids],
      )
      return rows.map((row) => ({ ...row, words }))
    }),
    hooksOf(kind).uses?.(tx, ids) ?? [],
  ])
  return uses.flat()
}
