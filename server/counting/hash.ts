import type { Id } from '../../kernel/id.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'

/**
 * SHA-256 in hex of what a count came to: of every line in every round what was found and decided, and what was made of unknown codes, in
 * one order and one way of writing. It changes exactly when one of them does; documents, and what came too late, are no part of it.
 */
export const resultHash = async (tx: Tx, taskId: Id): Promise<string> => {
  const { hash } = await onlyRow(
    tx.query<{ hash: string }>(
      `select encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' order by part, item_id, account collate "C", round), ''), 'UTF8')), 'hex') as hash
       from (
         select 1 as part, item_id, account, round, jsonb_build_array(item_kind, item_id::text, account, round, verdict, strength, seen, seen_uid::text,
           trim_scale(counted)::text, trim_scale(expected)::text, trim_scale(difference)::text, decision, reason, note)::text as line
         from count_result where org_id = $1 and task_id = $2
         union all
         select 2, id, '', 0, jsonb_build_array(code, loc_id::text, becomes, asset_id::text, surplus)::text
         from count_unknown where org_id = $1 and task_id = $2
       ) r`,
      [tx.orgId, taskId],
    ),
  )
  return hash
}
