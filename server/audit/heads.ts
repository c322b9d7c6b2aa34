import { type Id, isId } from '../../kernel/id.ts'
import type { Database } from '../db/pool.ts'

/** The head of an organisation's last seal, as it is written down outside. */
export type Head = { readonly orgId: Id; readonly no: number; readonly head: string }

/** Of every organisation that has a seal. */
export const headsOf = async (database: Database): Promise<Head[]> => {
  const heads: Head[] = []
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')) {
    const [last] = await database.reading(orgId, (tx) =>
      tx.query<{ no: number; head: string }>('select no, head from seal where org_id = $1 order by no desc limit 1', [orgId]),
    )
    if (last) heads.push({ orgId, ...last })
  }
  return heads
}

export const writtenHead = ({ orgId, no, head }: Head): string => `${orgId}:${no}:${head}`

/** Heads as they were written down, one on each line or with spaces between; throws for what is none. */
export const readHeads = (text: string): Head[] =>
  text
    .split(/\s+/)
    .filter((line) => line !== '')
    .map((line) => {
      const [orgId, no = '', head = '', ...more] = line.split(':')
      if (!isId(orgId) || !/^\d{1,9}$/.test(no) || !/^[0-9a-f]{64}$/.test(head) || more.length > 0)
        throw new Error(`No head of a seal: ${line}. One looks like 123:45:0a1b…, the organisation, the seal and 64 hexadecimal digits.`)
      return { orgId, no: Number(no), head }
    })
