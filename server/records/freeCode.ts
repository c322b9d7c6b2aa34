import { firstOf } from '../../kernel/assert.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { codeAfter, firstCode, seriesOf } from '../../domain/records/nextCode.ts'
import { columnOf } from '../db/recordTable.ts'
import type { QueryTx } from '../db/tx.ts'

/**
 * The next free code of a kind: behind the highest of the series to which the code written last belongs, else of the series of the kind's own
 * letters. Null for a kind that is called by no code of its own.
 */
export const freeCode = async (queryTx: QueryTx, kind: RecordKind): Promise<string | null> => {
  const { codePrefix, table, unique } = kind
  if (codePrefix === undefined) return null
  const code = columnOf(firstOf(unique))
  const [newest] = await queryTx.query<{ code: string }>(
    `select ${code} as code from "${table}" where org_id = $1 and deleted_at is null and ${code} is not null order by created_at desc, id desc limit 1`,
    [queryTx.orgId],
  )
  const first = firstCode(codePrefix)
  const series = (newest && seriesOf(newest.code)) ?? seriesOf(first)
  if (!series) return first
  const [row] = await queryTx.query<{ highest: string }>(
    `select coalesce(max(substr(${code}, length($2) + 1)::bigint), 0)::text as highest from "${table}"
     where org_id = $1 and deleted_at is null and lower(left(${code}, length($2))) = lower($2) and substr(${code}, length($2) + 1) ~ '^[0-9]{1,12}$'`,
    [queryTx.orgId, series.stem],
  )
  return codeAfter(series, BigInt(row?.highest ?? '0'))
}
