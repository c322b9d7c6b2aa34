import { linesAtMost } from '../../../domain/documents/define.ts'
import { recordNaming } from '../../../domain/documents/namingOperations.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { Noun } from '../../../kernel/field.ts'
import { call } from '../../call.ts'
import { learnRows } from '../../forms/names.ts'
import type { NameLookup } from './readCell.ts'

/** Asks what texts name, all of a noun in one call as far as one takes. Throws CallError. */
export const askNames = async (names: ReadonlyMap<Noun, ReadonlySet<string>>): Promise<NameLookup> => {
  const lookUps = new Map<string, ReturnType<NameLookup>>()
  const queries = [...names].flatMap(([noun, texts]) =>
    inParts([...texts].map((text) => text.slice(0, charactersAtMost))).map((part) => ({ noun, part })),
  )
  await Promise.all(
    queries.map(async ({ noun, part }) => {
      const { found, rows } = await call(recordNaming, { noun, names: part }, { quiet: true })
      learnRows(noun, rows)
      const byId = new Map(rows.map((row): [string, RecordRow] => [row.id, row]))
      found.forEach((one, index) => {
        const row = one.t === 'one' ? byId.get(one.id) : undefined
        const unknown = one.t === 'several' ? 'several' : 'none'
        lookUps.set(`${noun} ${part[index]}`, row ? { id: row.id, row } : unknown)
      })
    }),
  )
  return (noun, text) => lookUps.get(`${noun} ${text.slice(0, charactersAtMost)}`)
}

const charactersAtMost = 200

const inParts = (texts: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(texts.length / linesAtMost) }, (_, index) => texts.slice(index * linesAtMost, (index + 1) * linesAtMost))
