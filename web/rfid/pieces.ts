import { rfidMatch } from '../../domain/rfid/operations.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'
import { learnRows } from '../forms/names.ts'

/** A piece whose tag may be heard. */
export type Piece = { readonly id: Id; readonly epc: string; readonly name: string; readonly code: string; readonly place: string }

export const pieceOf = (epc: string, row: RecordRow): Piece => ({
  id: row.id,
  epc,
  name: String(row['instanceName'] ?? ''),
  code: String(row['instanceCode'] ?? ''),
  place: row.names[String(row['locId'])] ?? '',
})

const pageSize = 1000

/** Everything that stands in a place and below it: what has a tag, and how many have none. */
export const piecesAt = async (locId: Id, signal?: AbortSignal): Promise<{ pieces: Piece[]; untagged: number }> => {
  const pieces: Piece[] = []
  let untaggedCount = 0
  let after: string | undefined
  do {
    const page = await call(recordOperations(asset).list, { locId, pageSize, ...(after && { after }) }, { signal, quiet: true })
    for (const row of page.list) {
      if (row['epc']) pieces.push(pieceOf(String(row['epc']), row))
      else untaggedCount++
    }
    after = page.next
  } while (after)
  return { pieces, untagged: untaggedCount }
}

/** Whose tags these are; those of no one are left out. */
export const piecesWith = async (epcs: readonly string[]): Promise<{ pieces: Piece[]; rows: RecordRow[] }> => {
  const pieces: Piece[] = []
  const rows: RecordRow[] = []
  for (let start = 0; start < epcs.length; start += pageSize) {
    const { found } = await call(rfidMatch, { tags: epcs.slice(start, start + pageSize).map((epc) => ({ epc })) }, { quiet: true })
    for (const { epc, row } of found) {
      pieces.push(pieceOf(epc, row))
      rows.push(row)
    }
  }
  learnRows('asset', rows)
  return { pieces, rows }
}

/** A list with what was found before it, each piece once. */
export const withRows = (rows: readonly RecordRow[], foundRows: readonly RecordRow[]): readonly RecordRow[] => {
  const rowIds = new Set(rows.map(({ id }) => id))
  return [...foundRows.filter(({ id }) => !rowIds.has(id)), ...rows]
}
