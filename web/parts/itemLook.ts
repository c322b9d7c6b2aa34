import { recordOf } from '../../domain/records/all.ts'
import { calledOf } from '../../domain/records/define.ts'
import { type RecordRow, recordOperations } from '../../domain/operations/records.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { memoryOfPerson } from '../session.ts'
import { learnNames, nameOf } from './names.ts'
import { recordLook } from './recordLook.ts'

/** What a line shows of the thing it is about. */
export type ItemLook = { readonly title: string; readonly text: string; readonly picture: string | undefined }

/** Remembers rows that were chosen or scanned. */
export const learnRows = (noun: Noun, rows: readonly RecordRow[]): void => {
  const kind = recordOf(noun)
  for (const row of rows) {
    learnNames({ ...row.names, [row.id]: calledOf(kind, row) })
    known.set(row.id, recordLook(kind, row))
  }
}

/** Remembers what an answer says about everything it refers to. */
export const learnLooks = (names: Readonly<Record<Id, string>>, pictures: Readonly<Record<Id, string>>): void => {
  learnNames(names)
  for (const [id, title] of Object.entries(names))
    if (known.get(id) === undefined) known.set(id, { title, text: '', picture: firstOf(pictures[id]) })
}

/** How a thing looks; asked for where nothing has said so yet. Empty while the answer is on its way. */
export const useItemLook = (noun: Noun, id: Id): ItemLook => {
  const look = known.get(id)
  const kind = recordOf(noun)
  const { data } = useAsk(recordOperations(kind).info, { id }, { enabled: look === undefined && id !== '', staleMs: 60_000 })
  if (look) return look
  if (!data) return { title: nameOf(id) ?? '', text: '', picture: undefined }
  const asked = recordLook(kind, data as RecordRow)
  known.set(id, asked)
  return asked
}

const known = memoryOfPerson<ItemLook>()

/** Several pictures stand in one text with commas between. */
const firstOf = (paths: string | undefined): string | undefined => paths?.split(',')[0] || undefined
