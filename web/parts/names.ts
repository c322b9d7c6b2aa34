import { recordOf } from '../../domain/records/all.ts'
import { calledOf } from '../../domain/records/define.ts'
import { type RecordRow, recordOperations } from '../../domain/operations/records.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { memoryOfPerson } from '../session.ts'

/** Remembers what things are called, by id, as answers bring their names along. */
export const learnNames = (names: Readonly<Record<Id, string>>): void => {
  for (const [id, name] of Object.entries(names)) known.set(id, name)
}

/** What a thing is called, where an answer has said so. */
export const nameOf = (id: Id): string | undefined => known.get(id)

/** What a thing is called; asked for where nothing has said so yet. Empty while the answer is on its way. */
export const useName = (noun: Noun, id: Id | undefined): string => {
  const name = id ? known.get(id) : ''
  const kind = noun === 'document' ? undefined : recordOf(noun)
  const { data } = useAsk(
    recordOperations(kind ?? recordOf('asset')).info,
    { id: id ?? '' },
    { enabled: name === undefined && kind !== undefined },
  )
  if (name !== undefined) return name
  const asked = kind && data ? calledOf(kind, data as RecordRow) : ''
  if (id && asked) known.set(id, asked)
  return asked
}

const known = memoryOfPerson<string>()
