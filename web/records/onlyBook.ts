import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { call } from '../call.ts'
import { learnRows } from '../forms/names.ts'

/** The book that a new record must name, where the organisation has one alone; nothing where the server cannot be asked. */
export const readOnlyBook = async (kind: RecordKind): Promise<Readonly<Record<string, unknown>>> => {
  const key = Object.keys(kind.fields).find((name) => isBookField(kind, name))
  if (key === undefined) return {}
  const answer = await call(recordOperations(recordOf('book')).list, { pageSize: 2 }, { quiet: true }).catch(() => undefined)
  const [book, secondBook] = answer?.list ?? []
  if (!book || secondBook) return {}
  learnRows('book', [book])
  return { [key]: book.id }
}

const isBookField = ({ fields }: RecordKind, name: string): boolean => {
  const field = fields[name]
  return field !== undefined && field.required === 'always' && refersTo(field.control) === 'book'
}
