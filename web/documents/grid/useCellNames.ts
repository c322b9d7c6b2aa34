import { useEffect, useEffectEvent } from 'react'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { type Field, type Fields, isEmpty, type Noun } from '../../../kernel/field.ts'
import { referenceOf } from '../../../kernel/fields/kinds.ts'
import { CallError } from '../../call.ts'
import { unreadOf } from '../documentForm.ts'
import { type Lines, withCell } from './lines.ts'
import { askNames } from './askNames.ts'
import { lookingFor, type NameLookup, readNames, severalIn, wrong } from './readCell.ts'

/** A name that was typed into a cell and is looked for; `line` is the key of the line. */
type NamePlace = { readonly line: string; readonly key: string; readonly field: Field; readonly text: string }

type CellNamesInput = {
  fields: Fields
  latest: () => Lines
  apply: (change: (lines: Lines) => Lines, options: { goesOn: boolean }) => void
  /** The lines with what follows from something that was put into a cell. */
  settle: (lines: Lines, row: number, key: string, chosen?: RecordRow) => Lines
}

/** Finds what names mean that were typed into cells: it goes into those cells where they still say the same. */
export const useCellNames = ({ fields, latest, apply, settle }: CellNamesInput): ((place: NamePlace) => void) => {
  const find = useEffectEvent(async (places: readonly NamePlace[]) => {
    const answer = await answersFor(places)
    const write = (lines: Lines, { line, key, field, text }: NamePlace): Lines => {
      const row = lines.findIndex((otherLine) => otherLine.key === line)
      const there = lines[row]
      if (!there || there.unread?.[key]?.text !== text || !isEmpty(there.values[key])) return lines
      const content = 'named' in answer ? readNames(field, [text], answer.named) : wrong(text, answer.failure, {})
      const chosenRow = 'named' in answer && 'value' in content ? rowNamed(field, text, answer.named) : undefined
      return settle(withCell(lines, row, key, content), row, key, chosenRow)
    }
    apply((now) => places.reduce(write, now), { goesOn: true })
  })
  // What was still looked for when the page was left is looked for again.
  useEffect(() => {
    const places = latest().flatMap((line) =>
      unreadOf(line).flatMap(([key, { text, words }]) =>
        words === lookingFor && fields[key] ? [{ line: line.key, key, field: fields[key], text }] : [],
      ),
    )
    if (places.length > 0) void find(places)
  }, [fields, latest])
  return (place) => void find([place])
}

/** What the server says of all the names, or why it said nothing. */
const answersFor = async (places: readonly NamePlace[]): Promise<{ named: NameLookup } | { failure: string }> => {
  const names = new Map<Noun, Set<string>>()
  for (const { field, text } of places) {
    const reference = referenceOf(field.control)
    if (!reference) continue
    const knownNames = names.get(reference.to) ?? new Set()
    names.set(reference.to, knownNames)
    for (const name of reference.many ? severalIn(text) : [text.trim()]) knownNames.add(name)
  }
  try {
    return { named: await askNames(names) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { failure: error.message }
  }
}

/** The record that a text names, for a field that points at one. */
const rowNamed = ({ control }: Field, text: string, lookUpName: NameLookup): RecordRow | undefined => {
  const reference = referenceOf(control)
  const answer = reference && !reference.many ? lookUpName(reference.to, text.trim()) : undefined
  return typeof answer === 'object' ? answer.row : undefined
}
