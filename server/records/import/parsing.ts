import { headersIn, importColumns } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { type Task, TooMuch } from '../../heavy/children.ts'
import type { Turn } from '../../heavy/heavy.ts'
import { refuseTooLarge } from './archive.ts'
import type { Rows, Sheet } from './sheet.ts'
import type { Read, Wish } from './sheetTask.ts'

/**
 * Reads a sheet in a process of its own, with a limit of memory and of time, so that neither a large file nor a hostile one holds up
 * anyone else. Refuses in words what cannot be read.
 */
export const parseSheet = async (turn: Turn, wish: Wish): Promise<Sheet & Pick<Read, 'isText'>> => {
  const rows: (readonly string[])[] = []
  try {
    const read = await turn.run(sheetTask, wish, (part) => rows.push(...part))
    return { ...read, rows }
  } catch (error) {
    if (error instanceof TooMuch) return refuseTooLarge()
    throw error
  }
}

const sheetTask: Task<Wish, Read, Rows> = { module: new URL('./sheetTask.ts', import.meta.url) }

type SheetHeaders = { readonly at: number; readonly headers: readonly string[] }

/** The headers of a sheet and the row they end in. They are looked for once for all steps that go over the same rows. */
export const headersOf = (kind: RecordKind, sheet: Rows): SheetHeaders => {
  const rememberedHeaders = headersBySheet.get(sheet)
  if (rememberedHeaders?.kind === kind) return rememberedHeaders.sheetHeaders
  const sheetHeaders = headersIn(importColumns(kind), sheet)
  headersBySheet.set(sheet, { kind, sheetHeaders })
  return sheetHeaders
}
const headersBySheet = new WeakMap<Rows, { readonly kind: RecordKind; readonly sheetHeaders: SheetHeaders }>()
