import type { OutputOf } from '../../../domain/operations/define.ts'
import type { countTaskPack } from '../../../domain/counting/operations.ts'
import type { Journal } from './journal.ts'
import { type PackHead, type PackWords, mergeWords } from './pack.ts'

export type PackAnswer = OutputOf<typeof countTaskPack>
type Ask = (since: string | undefined, after: string | undefined) => Promise<PackAnswer>

/** After so many chunks the whole pack is fetched anew. */
const chunksMost = 80

const noWords: PackWords = { places: [], people: [], models: [] }

/**
 * Brings the pack of a task up to date, page by page; what was fetched is there only once all of it is. `got` hears how many rows have come.
 * Answers whether anything is another.
 */
export const fetchPack = async (
  { journal, key, nowMs, ask }: { journal: Journal; key: string; nowMs: number; ask: Ask },
  got: (rows: number) => void = () => undefined,
): Promise<boolean> => {
  const storedPack = await journal.pack(key)
  const joinedTask = await journal.joined(key)
  const former =
    storedPack && storedPack.head.chunks < chunksMost && joinedTask?.round === joinedTask?.serverRound ? storedPack.head : undefined
  const first = await ask(former?.version, undefined)
  // In another round other lines are asked for: what is known of the former helps nothing.
  if (former && first.round !== joinedTask?.round) return fetchAll({ journal, key, nowMs, ask }, got)
  return fetchOn({ journal, key, nowMs, ask }, former, first, got)
}

const fetchAll = async (input: Parameters<typeof fetchPack>[0], got: (rows: number) => void): Promise<boolean> =>
  fetchOn(input, undefined, await input.ask(undefined, undefined), got)

const fetchOn = async (
  { journal, key, nowMs, ask }: Parameters<typeof fetchPack>[0],
  former: PackHead | undefined,
  first: PackAnswer,
  got: (rows: number) => void,
): Promise<boolean> => {
  const generation = former?.generation ?? nowMs
  const since = former?.version
  let words: PackWords = former ?? noWords
  let chunks = former?.chunks ?? 0
  let rowsSoFar = 0
  let dictionaries: PackWords = noWords
  for (let page = first; ;) {
    // Words come with the first page at least: a later one that has none points into those.
    dictionaries = {
      places: page.places.length > 0 ? page.places : dictionaries.places,
      people: page.people.length > 0 ? page.people : dictionaries.people,
      models: page.models.length > 0 ? page.models : dictionaries.models,
    }
    const { rows, ...grown } = mergeWords(words, { ...dictionaries, columns: page.columns })
    words = grown
    if (rows.length + page.gone.length > 0) await journal.keepChunk(key, generation, chunks++, { rows, gone: page.gone })
    got((rowsSoFar += rows.length))
    if (page.next === undefined) break
    page = await ask(since, page.next)
  }
  const { version, plan, round, state } = first
  await journal.keepPack(key, { ...words, version, plan, generation, chunks, fetchedAtMs: nowMs }, { round, serverRound: round, state })
  return chunks !== former?.chunks
}
