import { isId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { parseScan, type ScanPayload } from '../../../devices/scanPayload.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { calledInAnyCase } from '../assetSearch.ts'
import { readRecord } from '../engine.ts'
import { rowOf, tableOf, type Values } from '../../db/recordTable.ts'
import { asSeenBy } from '../../access/scope.ts'

/** What a label that names no record by its id may be the code of. */
const codesIn = (payload: Extract<ScanPayload, { kind: 'code' | 'gs1' | 'unknown' }>): string[] => {
  if (payload.kind === 'code') return [payload.code]
  if (payload.kind === 'unknown') return [payload.text.trim()]
  return [payload.giai, payload.grai, payload.serial].filter((key) => key !== undefined)
}

/** The asset that a label names, as this caller may see it. What is read may be our address, JSON, a GS1 key or a bare code. */
export const scanAsset = async ({ tx, session }: SignedIn, read: string): Promise<RecordRow> => {
  const payload = parseScan(read)
  if (payload.kind === 'asset') return asSeenBy(session, asset, await readRecord(tx, asset, payload.id))
  if (payload.kind === 'consumable' || payload.kind === 'thing') return refuse('scan.otherThing', '这个码不是资产的')
  const codes = codesIn(payload)
  for (const code of codes) {
    const assetRow = await assetOfCode(tx, code)
    if (assetRow) return asSeenBy(session, asset, assetRow)
  }
  return refuse('scan.unknown', '没有找到编码为{code}的资产', { code: codes[0] ?? read.slice(0, 60) })
}

/**
 * By asset code, then tag, then serial number, then id, as written and then in whatever case; a serial number that several assets have names
 * none.
 */
const assetOfCode = async (tx: Tx, code: string): Promise<RecordRow | undefined> => {
  type RankedRow = Values & { rank: number }
  const exact = await tx.query<RankedRow>(byCode, [tx.orgId, code, code.toUpperCase(), isId(code) ? code : '0'])
  const [first, second] = exact.length > 0 ? exact : await tx.query<RankedRow>(byCodeInAnyCase, [tx.orgId, code])
  if (first && second && first.rank === second.rank) refuse('scan.ambiguous', '有多件资产的序列号是{code}，请扫描资产编码', { code })
  return first && rowOf(tableOf(asset), first)
}

/** The first two assets of some ids by their rank; so few rows that each looks up its own names. */
const firstRanked = (ids: string): string =>
  `select p.rank, ${tableOf(asset).selectList} from (${ids}) p
   cross join lateral (select * from asset a where a.org_id = $1 and a.id = p.id offset 0) r order by p.rank limit 2`

const byCode = firstRanked(
  `select id, 1 as rank from asset where org_id = $1 and instance_code = $2 and deleted_at is null
   union all select id, 2 from asset where org_id = $1 and epc = $3 and deleted_at is null
   union all select id, 3 from asset where org_id = $1 and serial_no = $2 and deleted_at is null
   union all select id, 4 from asset where org_id = $1 and id = $4 and deleted_at is null`,
)

const byCodeInAnyCase = firstRanked(
  `select a.id, case when lower(a.instance_code) = lower($2) then 1 else 2 end as rank
   from ${calledInAnyCase}`,
)
