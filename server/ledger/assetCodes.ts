import { dayAt } from '../../kernel/day.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'

/** The next `count` asset codes that no one has typed in already: "ZC", the year in China, six digits. */
export const nextAssetCodes = async (tx: Tx, count: number, atMs: number): Promise<string[]> => {
  const year = dayAt(atMs).slice(0, 4)
  const codes: string[] = []
  while (codes.length < count) {
    const missingCount = count - codes.length
    const sequence = await onlyRow(
      tx.query<{ last: string }>(
        `insert into number_sequence as s (org_id, name, last) values ($1, $2, $3)
       on conflict (org_id, name) do update set last = s.last + excluded.last returning last`,
        [tx.orgId, `asset:${year}`, missingCount],
      ),
    )
    const first = Number(sequence.last) - missingCount + 1
    const drawn = Array.from({ length: missingCount }, (_, candidate) => `ZC${year}${String(first + candidate).padStart(6, '0')}`)
    const usedRows = await tx.query<{ code: string }>(
      'select instance_code as code from asset where org_id = $1 and instance_code = any ($2::text[])',
      [tx.orgId, drawn],
    )
    const takenCodes = new Set(usedRows.map(({ code }) => code))
    codes.push(...drawn.filter((code) => !takenCodes.has(code)))
  }
  return codes
}
