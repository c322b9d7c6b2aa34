import type { Id } from '../../kernel/id.ts'
import { type Params, refusal, RefusalError } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'

/** Tells the person something that does not stand in the way. */
export type Warn = (words: string, params: Params) => void

/**
 * Holds serial numbers against the assets that the organisation has, `own` apart. One that is taken is refused or warned of, as the
 * organisation says; where it refuses, of two at once the second waits and is refused. What left the register keeps no number.
 */
export const checkSerials = async (
  tx: Tx,
  serials: readonly (string | undefined)[],
  { own = [], warn }: { own?: readonly Id[]; warn?: Warn | undefined } = {},
): Promise<void> => {
  const filledSerials = serials.filter((serial): serial is string => Boolean(serial))
  if (filledSerials.length === 0) return
  const [, taken] = await Promise.all([
    // The person who enters assets holds this row already.
    tx.query(
      `select 1 from asset_register r join organisation o on o.org_id = $1 where r.org_id = $1 and o.settings ->> 'duplicateSerials' = 'refuse' for update of r`,
      [tx.orgId],
    ),
    tx.query<{ serial: string; label: string; refuses: boolean }>(
      `select a.serial_no as serial, a.instance_name || '（' || a.instance_code || '）' as label,
              coalesce((select o.settings ->> 'duplicateSerials' = 'refuse' from organisation o where o.org_id = $1), false) as refuses
       from asset a where a.org_id = $1 and a.serial_no = any ($2::text[]) and a.id <> all ($3::bigint[]) and a.deleted_at is null
         and is_inside(a.account) order by a.serial_no, a.id limit 20`,
      [tx.orgId, filledSerials, own],
    ),
  ])
  const [first] = taken
  if (!first) return
  const params = { serial: first.serial, asset: first.label, count: new Set(taken.map(({ serial }) => serial)).size }
  const words = params.count > 1 ? '序列号{serial}等{count}个已用于{asset}等资产' : '序列号{serial}已用于{asset}'
  if (first.refuses) throw new RefusalError(refusal('serial-taken', words, params), [{ path: 'serialNo' }])
  warn?.(words, params)
}
