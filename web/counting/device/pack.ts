import type { CountPlan } from '../../../domain/counting/plan.ts'
import { parseScan } from '../../../devices/scanPayload.ts'
import { assertDefined, entryOf } from '../../../kernel/assert.ts'
import { isRecord } from '../../../kernel/isRecord.ts'
import type { Id } from '../../../kernel/id.ts'

/**
 * One thing as the pack holds it: kind (0 asset, 1 supply), id, code, tag, serial, where its model, place and holder stand in the pack's words,
 * flags, where its sitting stands in the books, quantity. `null` is what no one knows or no one may know.
 */
export type PackRow = readonly [
  kind: number,
  id: Id,
  code: string | null,
  epc: string | null,
  serial: string | null,
  model: number | null,
  place: number | null,
  holder: number | null,
  flags: number,
  seq: number | null,
  quantity: Cell,
  ownValues?: Cell | undefined,
  ownKeysNotApplied?: Cell | undefined,
]
type Cell = string | number | null

/** The words of a pack: what rows point into, by position. */
export type PackWords = {
  readonly places: readonly Place[]
  readonly people: readonly (readonly [id: string, name: string])[]
  /** The code of a model, or the unit of a supply. */
  readonly models: readonly (readonly [id: string, code: string, name: string])[]
}
export type Place = readonly [id: string, code: string, name: string, parent: string | null]

/** What a device keeps of a pack besides its rows. `chunks` of `generation` are whole; a later row takes the place of an earlier one. */
export type PackHead = PackWords & {
  readonly version: string
  readonly plan: CountPlan
  readonly generation: number
  readonly chunks: number
  readonly fetchedAtMs: number
}
export type Chunk = { readonly rows: readonly PackRow[]; readonly gone: readonly string[] }

/** What a page of the pack answers, as far as it is kept: one column for each position of a row, all of one length. */
export type PackPage = PackWords & { readonly columns: readonly (readonly Cell[])[] }

const columnIndexes = {
  kind: 0,
  id: 1,
  code: 2,
  epc: 3,
  serial: 4,
  model: 5,
  place: 6,
  holder: 7,
  flags: 8,
  seq: 9,
  quantity: 10,
  ownValues: 11,
  ownKeysNotApplied: 12,
} as const
const expectedFlag = 1
const photoFlag = 2
const ownFlag = 4
const countedFlag = 8

/** A thing that may be counted. */
export type PackItem = {
  /** The thing as one line of the count: a supply is one in each store. */
  readonly key: string
  readonly kind: 'asset' | 'consumable'
  readonly id: Id
  readonly code: string
  readonly epc: string | undefined
  readonly serial: string | undefined
  readonly name: string
  /** Of a supply. */
  readonly unit: string
  /** Where the books have it; undefined where no one is told. */
  readonly place: Id | undefined
  readonly holder: Id | undefined
  readonly expected: boolean
  readonly own: boolean
  readonly photo: boolean
  /** Other devices had counted it when the pack was fetched. */
  readonly isCounted: boolean
  readonly seq: number | undefined
  readonly quantity: string | undefined
  /** What the books say in own fields that are to be confirmed. */
  readonly ownValues: Readonly<Record<string, unknown>>
  /** Own fields to be confirmed that a thing of its category does not have; none where a pack was kept before it had them. */
  readonly ownKeysNotApplied: readonly string[]
}

/** The words of what is kept already, grown by those of a page, and the page's rows pointing into them. */
export const mergeWords = (words: PackWords, page: PackPage): PackWords & { readonly rows: readonly PackRow[] } => {
  const places = grown(words.places, page.places, ([id]) => id)
  const people = grown(words.people, page.people, ([id]) => id)
  // Things of one model may have names of their own.
  const models = grown(words.models, page.models, ([id, , name]) => `${id} ${name}`)
  return {
    places: places.all,
    people: people.all,
    models: models.all,
    rows: rowsOf(page).map(([kind, id, code, epc, serial, model, place, holder, ...rest]) => [
      kind,
      id,
      code,
      epc,
      serial,
      entryAt(models.to, model) ?? null,
      entryAt(places.to, place) ?? null,
      entryAt(people.to, holder) ?? null,
      ...rest,
    ]),
  }
}

const rowsOf = ({ columns }: PackPage): PackRow[] =>
  assertDefined(columns[columnIndexes.id], 'the column of ids').map((_, line) => {
    const row = columns.map((column) => column[line] ?? null)
    if (!isPackRow(row)) throw new Error(`line ${line} of the pack is no thing`)
    return row
  })

const isPackRow = (row: readonly Cell[]): row is readonly Cell[] & PackRow => {
  const [kind, id, code, epc, serial, model, place, holder, flags, seq] = row
  return (
    typeof kind === 'number' &&
    typeof id === 'string' &&
    typeof flags === 'number' &&
    [code, epc, serial].every((cell) => cell === null || typeof cell === 'string') &&
    [model, place, holder, seq].every((cell) => cell === null || typeof cell === 'number')
  )
}

const entryAt = <E>(entries: readonly E[], position: number | null): E | undefined => (position === null ? undefined : entries[position])

const grown = <E>(
  knownEntries: readonly E[],
  furtherEntries: readonly E[],
  nameOf: (entry: E) => string,
): { all: readonly E[]; to: readonly number[] } => {
  const all = [...knownEntries]
  const positions = new Map(all.map((entry, position) => [nameOf(entry), position]))
  const to = furtherEntries.map((entry) => {
    const position = positions.get(nameOf(entry)) ?? all.length
    positions.set(nameOf(entry), position)
    all[position] = entry
    return position
  })
  return { all, to }
}

/** What a read code can mean. */
export type CodeMeaning = { readonly things: readonly PackItem[]; readonly places: readonly Place[]; readonly code: string }

/** The pack in memory: every look-up is one in a map. */
export type PackIndex = {
  readonly head: PackHead
  readonly rows: number
  /** A thing as a line, and a thing by its id wherever it is. */
  readonly thing: (key: string) => PackItem | undefined
  readonly withId: (id: Id) => readonly PackItem[]
  readonly meaning: (text: string) => CodeMeaning
  readonly place: (id: Id) => Place | undefined
  /** From the outermost to the place itself. */
  readonly path: (id: Id) => readonly Place[]
  /** Whether a place is another or lies in it. */
  readonly within: (id: Id, outer: Id) => boolean
  readonly person: (id: Id) => string | undefined
  /** What this person is to count: what their shares take in, or all that is expected where nothing is shared out to them. */
  readonly mine: readonly PackItem[]
  /** Goes through everything that is known, expected or not. */
  readonly each: (look: (item: PackItem) => boolean | void) => void
}

export const openIndex = (head: PackHead, chunks: readonly Chunk[]): PackIndex => {
  const byKey = new Map<string, PackRow>()
  const byId = new Map<string, string | string[]>()
  const byName = new Map<string, string | string[]>()
  for (const chunk of chunks) {
    for (const row of chunk.rows) byKey.set(keyOf(row, head), row)
    for (const id of chunk.gone) for (const [key, row] of byKey) if (row[columnIndexes.id] === id) byKey.delete(key)
  }
  for (const [key, row] of byKey) {
    put(byId, row[columnIndexes.id], key)
    for (const column of [columnIndexes.code, columnIndexes.epc, columnIndexes.serial]) {
      const name = row[column]
      if (typeof name === 'string' && name !== '') put(byName, name.toLowerCase(), key)
    }
  }
  const placeOf = new Map(head.places.map((place) => [place[0], place]))
  const placeNamed = new Map(head.places.filter(([, code]) => code).map((place) => [place[1].toLowerCase(), place]))
  const people = new Map(head.people)
  const itemsOf = (keys: string | string[] | undefined): PackItem[] =>
    keys === undefined ? [] : [keys].flat().map((key) => thingOf(entryOf(byKey, key), head))

  const path = (id: Id): Place[] => {
    const steps: Place[] = []
    for (let place = placeOf.get(id); place && steps.length < placesDeepMost; place = place[3] === null ? undefined : placeOf.get(place[3]))
      steps.unshift(place)
    return steps
  }
  const expectedRows = [...byKey.values()].filter((row) => flag(row, expectedFlag))
  const ownRows = expectedRows.filter((row) => flag(row, ownFlag))
  return {
    head,
    rows: byKey.size,
    thing: (key) => {
      const row = byKey.get(key)
      return row && thingOf(row, head)
    },
    withId: (id) => itemsOf(byId.get(id)),
    meaning: (text) => {
      const read = parseScan(text)
      const code = shownCode(text)
      if (read.kind === 'asset' || read.kind === 'consumable') {
        const items = itemsOf(byId.get(read.id))
        return {
          things: items.length > 0 || read.kind === 'consumable' || !read.code ? items : itemsOf(byName.get(read.code.toLowerCase())),
          places: [],
          code,
        }
      }
      const names = namesIn(read)
      const itemByKey = new Map(names.flatMap((name) => itemsOf(byName.get(name.toLowerCase()))).map((item) => [item.key, item]))
      return {
        things: [...itemByKey.values()],
        places: names.map((name) => placeNamed.get(name.toLowerCase())).filter((place) => place !== undefined),
        code: read.kind === 'code' ? read.code : code,
      }
    },
    place: (id) => placeOf.get(id),
    path,
    within: (id, outer) => path(id).some(([step]) => step === outer),
    person: (id) => people.get(id),
    mine: (ownRows.length > 0 ? ownRows : expectedRows).map((row) => thingOf(row, head)),
    each: (look) => {
      for (const row of byKey.values()) if (look(thingOf(row, head)) === false) return
    },
  }
}

const placesDeepMost = 20

const flag = (row: PackRow, bit: number): boolean => (row[columnIndexes.flags] & bit) !== 0

const keyOf = (row: PackRow, { places }: PackWords): string => {
  const id = row[columnIndexes.id]
  return row[columnIndexes.kind] === 0 ? id : supplyKey(id, entryAt(places, row[columnIndexes.place])?.[0])
}

/** A supply as one line of the count. */
export const supplyKey = (id: Id, place: Id | undefined): string => `${id}@${place ?? ''}`

const put = (map: Map<string, string | string[]>, name: string, key: string): void => {
  const keys = map.get(name)
  if (keys === undefined) map.set(name, key)
  // Code and serial of one thing may be the same.
  else if (typeof keys === 'string') {
    if (keys !== key) map.set(name, [keys, key])
  } else if (!keys.includes(key)) keys.push(key)
}

const thingOf = (row: PackRow, head: PackWords): PackItem => {
  const model = entryAt(head.models, row[columnIndexes.model])
  const place = entryAt(head.places, row[columnIndexes.place])
  const holder = entryAt(head.people, row[columnIndexes.holder])
  const quantity = row[columnIndexes.quantity]
  return {
    key: keyOf(row, head),
    kind: row[columnIndexes.kind] === 0 ? 'asset' : 'consumable',
    id: row[columnIndexes.id],
    code: String(row[columnIndexes.code] ?? ''),
    epc: row[columnIndexes.epc] ?? undefined,
    serial: row[columnIndexes.serial] ?? undefined,
    name: model?.[2] ?? String(row[columnIndexes.code] ?? ''),
    unit: row[columnIndexes.kind] === 1 ? (model?.[1] ?? '') : '',
    place: place?.[0],
    holder: holder?.[0],
    expected: flag(row, expectedFlag),
    own: flag(row, ownFlag),
    photo: flag(row, photoFlag),
    isCounted: flag(row, countedFlag),
    seq: row[columnIndexes.seq] ?? undefined,
    quantity: quantity === null || quantity === undefined ? undefined : String(quantity),
    ownValues: ownValuesIn(row[columnIndexes.ownValues]),
    ownKeysNotApplied: String(row[columnIndexes.ownKeysNotApplied] ?? '').split(' '),
  }
}

/** Empty where a pack was kept before it had them. */
const ownValuesIn = (cell: Cell | undefined): Readonly<Record<string, unknown>> => {
  const values: unknown = typeof cell === 'string' ? JSON.parse(cell) : undefined
  return isRecord(values) ? values : {}
}

/** As it is kept of what nothing bears: without what scanners put around it, and no longer than an event may hold. */
const shownCode = (text: string): string => text.trim().slice(0, 200)

const gs1Names = ({ giai, grai, gtin, serial }: { giai?: string; grai?: string; gtin?: string; serial?: string }): string[] =>
  [giai, grai, serial, gtin, gtin?.replace(/^0(?=\d{13}$)/, '')].filter((name) => name !== undefined)

/** What a code that was read may be called in the books. */
const namesIn = (read: ReturnType<typeof parseScan>): readonly string[] => {
  if (read.kind === 'code') return [read.code]
  return read.kind === 'gs1' ? gs1Names(read) : []
}
