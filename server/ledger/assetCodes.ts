import { dayAt } from '../../kernel/day.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'

/** The next `count` asset codes that nobody has typed in already: "ZC", the year in China, six digits. */
export const nextAssetCodes = async (tx: Tx, count: number, at: number): Promise<string[]> => {
  const year = dayAt(at).slice(0, 4)
  const codes: string[] = []
  while (codes.length < count) {
    const wanted = count - codes.length
    const sequence = await onlyRow(
      tx.query<{ last: string }>(
        `insert into number_sequence as s (org_id, name, last) values ($1, $2, $3)
       on conflict (org_id, name) do update set last = s.last + excluded.last returning last`,
        [tx.orgId, `asset:${year}`, wanted],
      ),
    )
    const first = Number(sequence.last) - wanted + 1
    const drawn = Array.from({ length: wanted }, (_, at) => `ZC${year}${String(first + at).padStart(6, '0')}`)
    const taken = await tx.query<{ code: string }>(
      'select instance_code as code from asset where org_id = $1 and instance_code = any ($2::text[])',
      [tx.orgId, drawn],
    )
    const takenCodes = new Set(taken.map(({ code }) => code))
    codes.push(...drawn.filter((code) => !takenCodes.has(code)))
  }
  return codes
}
