import { declaredField, type Noun, readValues } from '../../../kernel/field.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { lastOf, firstOf } from '../../../kernel/assert.ts'
import { oneLine } from '../../../kernel/cell.ts'
import type { Params } from '../../../kernel/refusal.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { calledOf, type RecordKind } from '../../../domain/records/define.ts'
import { codeKeyOf } from '../../../domain/records/ownFields/ownField.ts'
import { isPersonName } from '../../../domain/records/personName.ts'
import { unnamedWords } from '../../../domain/records/import/unnamedWords.ts'
import { canForward } from '../../db/recordForwards.ts'
import type { QueryTx } from '../../db/tx.ts'
import { columnOf, type Values } from '../../db/recordTable.ts'

/** Something that a cell can name: by one of its unique values, by its name, or by its path in a tree. */
type Entry = {
  readonly id: Id
  readonly name: string
  /** What words alone say of it: its name, with what else tells it apart. */
  readonly called: string
  readonly keys: readonly string[]
  readonly parent: () => Id | null
  readonly traits: Values
}

type Shelf = {
  readonly kind: RecordKind
  readonly byId: Map<Id, Entry>
  readonly byKey: Map<string, Entry>
  readonly byName: Map<string, Entry[]>
  readonly byCalled: Map<string, Entry[]>
}

export type DirectoryMatch = { readonly id: Id } | { readonly problem: 'unknown' | 'ambiguous' }

/** The same where what is not there may be made, unless its fields forbid it: then in words. */
export type DirectoryEntry = DirectoryMatch | { readonly problem: 'unfit'; readonly words: string; readonly params: Params }

/** A record that the sheet names and no one has made yet. */
export type Missing = { readonly noun: Noun; readonly id: Id; readonly name: string; readonly values: Record<string, unknown> }

type AddInput = {
  readonly id: Id
  readonly name: string
  readonly keys: readonly string[]
  readonly parent: () => Id | null
  readonly traits?: Values | undefined
}

/** The records of one organisation by everything that people call them. */
export class Directory {
  readonly missing: Missing[] = []
  readonly #made = new Map<Id, Record<string, unknown>>()
  readonly #names = new Map<Id, string>()
  readonly #shelves = new Map<Noun, Shelf>()
  readonly #reserved = new Set<string>()
  /** The last number that was given out. */
  readonly #numbers = new Map<Noun, number>()

  /** Reads everything of the nouns that the columns refer to. */
  static async read(tx: QueryTx, nouns: Iterable<Noun>): Promise<Directory> {
    const directory = new Directory()
    await Promise.all(
      [...new Set(nouns)].map(async (noun) => {
        const kind = recordOf(noun)
        const traits = traitsOf[noun] ?? []
        const rows = await tx.query<{ id: Id; name: string; keys: (string | null)[]; parent: Id | null } & Values>(
          `select id, ${columnOf(kind.nameField)} as name, array[${kind.unique.map((key) => `${columnOf(key)}::text`).join(', ')}]::text[] as keys,
                  ${kind.parent ? columnOf(kind.parent) : 'null::bigint'} as parent${traits.map((key) => `, ${columnOf(key)} as "${key}"`).join('')}
           from "${kind.table}" where org_id = $1 and deleted_at is null`,
          [tx.orgId],
        )
        for (const row of rows)
          directory.add(noun, {
            id: row.id,
            name: row.name,
            keys: row.keys.filter((key) => key !== null),
            parent: () => row.parent,
            traits: row,
          })
        if (canForward(noun)) await directory.#addMerged(tx, noun)
      }),
    )
    return directory
  }

  /** The codes and names of what was merged mean the record that took it over, where no living one is called so. */
  async #addMerged(tx: QueryTx, noun: Noun): Promise<void> {
    const { byId, byKey, byName, byCalled } = this.#shelf(noun)
    const kind = recordOf(noun)
    const traits = traitsOf[noun] ?? []
    const rows = await tx.query<{ into: Id; name: string; keys: (string | null)[] } & Values>(
      `select f.into_id as "into", r.${columnOf(kind.nameField)} as name, array[${kind.unique.map((key) => `r.${columnOf(key)}::text`).join(', ')}]::text[] as keys${traits.map((key) => `, r.${columnOf(key)} as "${key}"`).join('')}
       from record_forward f join "${kind.table}" r on r.org_id = $1 and r.id = f.from_id where f.org_id = $1 and f.noun = $2`,
      [tx.orgId, noun],
    )
    for (const row of rows) {
      const survivor = byId.get(row.into)
      if (!survivor) continue
      const calledName = calledBy(kind, row.name, row)
      for (const key of row.keys) if (key !== null && !byKey.has(plain(key))) byKey.set(plain(key), survivor)
      if (!byName.has(plain(row.name))) byName.set(plain(row.name), [survivor])
      if (calledName !== row.name && !byCalled.has(plain(calledName))) byCalled.set(plain(calledName), [survivor])
    }
  }

  add(noun: Noun, { id, name, keys, parent, traits = {} }: AddInput): void {
    const shelf = this.#shelf(noun)
    const calledName = calledBy(shelf.kind, name, traits)
    const entry: Entry = { id, name, called: calledName, keys, parent, traits }
    shelf.byId.set(id, entry)
    if (calledName !== name) shelf.byCalled.set(plain(calledName), [...(shelf.byCalled.get(plain(calledName)) ?? []), entry])
    for (const key of keys) if (!shelf.byKey.has(plain(key))) shelf.byKey.set(plain(key), entry)
    const same = shelf.byName.get(plain(name))
    if (same) same.push(entry)
    else shelf.byName.set(plain(name), [entry])
  }

  /** What a cell names: a code first, then a name, then the end of a path. `filter` is the field's own. */
  find(noun: Noun, text: string, filter: Values = {}): DirectoryMatch {
    const shelf = this.#shelf(noun)
    const fits = (entry: Entry) =>
      Object.entries(filter).every(([key, value]) => entry.traits[key] === undefined || entry.traits[key] === value)
    const byKey = shelf.byKey.get(plain(text))
    if (byKey && fits(byKey)) return { id: byKey.id }
    const namedEntries = (shelf.byName.get(plain(text)) ?? []).filter(fits)
    const bare = namedEntries.filter((entry) => entry.called === entry.name)
    if (namedEntries.length > 0) return onlyMatch(namedEntries.length > 1 && bare.length === 1 ? bare : namedEntries)
    const calledEntries = (shelf.byCalled.get(plain(text)) ?? []).filter(fits)
    if (calledEntries.length > 0) return onlyMatch(calledEntries)
    const path = segmentsOf(text)
    if (!shelf.kind.parent || path.length < 2) return { problem: 'unknown' }
    const along = (shelf.byName.get(plain(lastOf(path))) ?? []).filter((entry) => fits(entry) && this.#endsWith(shelf, entry, path))
    const wholeMatches = along.filter((entry) => this.#depth(shelf, entry) === path.length)
    return onlyMatch(wholeMatches.length === 1 ? wholeMatches : along)
  }

  /** Finds what a cell names, or makes it where that is wanted and possible; `values` are what else is known of what is made. */
  refer(
    noun: Noun,
    text: string,
    { filter, mayMake, values = {} }: { readonly filter: Values; readonly mayMake: boolean; readonly values?: Values | undefined },
  ): DirectoryEntry {
    const existing = this.find(noun, calledBy(recordOf(noun), text, values), filter)
    if ('id' in existing || existing.problem !== 'unknown' || !mayMake || !recordOf(noun).madeOnTheWay) return existing
    if (noun === 'person' && !isPersonName(text)) return existing
    const filterEntries = Object.entries(filter).filter(([key]) => Object.hasOwn(recordOf(noun).fields, key))
    const knownValues = { ...values, ...Object.fromEntries(filterEntries) }
    const { kind } = this.#shelf(noun)
    const path = kind.parent ? segmentsOf(text) : [text]
    const codeKey = requiredCodeOf(kind)
    for (const name of path) {
      const wholeValues = { ...knownValues, ...(codeKey && { [codeKey]: '0' }), [kind.nameField]: name }
      const [unfit] = readValues(kind.fields, wholeValues, 'submitting').problems
      if (unfit) return { problem: 'unfit', words: unfit.words, params: unfit.params }
    }
    return { id: this.#make(noun, path, knownValues) }
  }

  /** The same of a cell that names several, each once; the first that is not to be had is the problem, with its part of the cell. */
  referAll(
    noun: Noun,
    text: string,
    filter: Values,
    mayMake: boolean,
  ): readonly Id[] | { readonly problem: Exclude<DirectoryEntry, { id: Id }>; readonly value: string } {
    const wholeMatch = this.find(noun, text, filter)
    if ('id' in wholeMatch) return [wholeMatch.id]
    const ids = new Set<Id>()
    for (const value of this.#severalIn(noun, text, filter)) {
      const match = this.refer(noun, value, { filter, mayMake })
      if ('problem' in match) return { problem: match, value }
      ids.add(match.id)
    }
    return [...ids]
  }

  /** Signs divide names, and spaces do where names have none: among Chinese ones, and where each part is known. */
  #severalIn(noun: Noun, text: string, filter: Values): string[] {
    const separatedParts = text.split(/\s*[、,，;；|｜/／&\r\n]\s*/).filter(Boolean)
    return separatedParts.flatMap((part) => {
      const spacedParts = part.split(/\s+/)
      const isSeveral = spacedParts.every((part) => /^\p{Script=Han}{2,4}$/u.test(part) || 'id' in this.find(noun, part, filter))
      return isSeveral ? spacedParts : [part]
    })
  }

  /** Makes what a cell names, with the way to it in a tree; `values` are what is known of it besides. Found again by the same name. */
  #make(noun: Noun, path: readonly string[], values: Values): Id {
    let parent: Id | undefined
    for (const [at, name] of path.slice(0, -1).entries()) {
      const match = this.find(noun, path.slice(0, at + 1).join('/'), values)
      parent = 'id' in match ? match.id : this.#makeOne(noun, name, parent, values)
    }
    return this.#makeOne(noun, lastOf(path), parent, values)
  }

  /** A text that `find` takes for this record and no other: its name or path, where that is not enough its code; else its id. */
  nameOf(noun: Noun, id: Id): string {
    const cachedName = this.#names.get(id)
    if (cachedName !== undefined) return cachedName
    const shelf = this.#shelf(noun)
    const entry = shelf.byId.get(id)
    if (!entry) return id
    const name = shelf.kind.parent ? this.#path(shelf, entry).join('/') : entry.called
    const match = this.find(noun, name)
    const text = 'id' in match && match.id === id ? name : (entry.keys[0] ?? name)
    this.#names.set(id, text)
    return text
  }

  /** The ids from a record's parent upwards; ends where they would repeat. */
  ancestors(noun: Noun, id: Id): Id[] {
    const shelf = this.#shelf(noun)
    const above: Id[] = []
    for (let ancestor = shelf.byId.get(id)?.parent(); ancestor && !above.includes(ancestor); ancestor = shelf.byId.get(ancestor)?.parent())
      above.push(ancestor)
    return above
  }

  /** What is known so far of a record that this sheet makes; undefined for one that was there. */
  made(id: Id): Record<string, unknown> | undefined {
    return this.#made.get(id)
  }

  /** The codes of a record and its name. */
  calledOf(noun: Noun, id: Id): readonly string[] {
    const entry = this.#shelf(noun).byId.get(id)
    return entry ? [...entry.keys, entry.name] : []
  }

  /** What people call a record, even where others are called the same. */
  plainNameOf(noun: Noun, id: Id): string | undefined {
    return this.#shelf(noun).byId.get(id)?.name
  }

  /** Every record of a noun with what a cell would call it. */
  listed(noun: Noun): { readonly id: Id; readonly name: string }[] {
    return [...this.#shelf(noun).byId.keys()].map((id) => ({ id, name: this.nameOf(noun, id) }))
  }

  trait(noun: Noun, id: Id, key: string): unknown {
    return this.#shelf(noun).byId.get(id)?.traits[key]
  }

  /** Says that a code is taken by the sheet itself, wherever in it. */
  reserve(noun: Noun, code: string): void {
    this.#reserved.add(`${noun}:${plain(code)}`)
  }

  /** A code that no one has, for something that came without one. */
  inventCode(noun: Noun): string {
    const { byKey } = this.#shelf(noun)
    let number = this.#numbers.get(noun) ?? byKey.size
    let code: string
    do {
      number++
      code = codeFor(noun, number)
    } while (byKey.has(plain(code)) || this.#reserved.has(`${noun}:${plain(code)}`))
    this.#numbers.set(noun, number)
    this.reserve(noun, code)
    return code
  }

  #makeOne(noun: Noun, name: string, parent: Id | undefined, values: Values): Id {
    const { kind } = this.#shelf(noun)
    const id = newId()
    const codeKey = requiredCodeOf(kind)
    const code = codeKey && this.inventCode(noun)
    const wholeValues = {
      ...values,
      ...(codeKey && { [codeKey]: code }),
      [kind.nameField]: name,
      ...(parent && kind.parent && { [kind.parent]: parent }),
    }
    this.missing.push({ noun, id, name: calledBy(kind, name, wholeValues), values: wholeValues })
    this.#made.set(id, wholeValues)
    this.add(noun, { id, name, keys: code === undefined ? [] : [code], parent: () => parent ?? null, traits: wholeValues })
    return id
  }

  #shelf(noun: Noun): Shelf {
    const cachedShelf = this.#shelves.get(noun)
    if (cachedShelf) return cachedShelf
    const shelf: Shelf = { kind: recordOf(noun), byId: new Map(), byKey: new Map(), byName: new Map(), byCalled: new Map() }
    this.#shelves.set(noun, shelf)
    return shelf
  }

  #path(shelf: Shelf, entry: Entry): string[] {
    const path = [entry.name]
    const seenIds = new Set([entry.id])
    for (let ancestor = entry.parent(); ancestor && !seenIds.has(ancestor);) {
      const above = shelf.byId.get(ancestor)
      if (!above) break
      seenIds.add(ancestor)
      path.unshift(above.name)
      ancestor = above.parent()
    }
    return path
  }

  #depth(shelf: Shelf, entry: Entry): number {
    return this.#path(shelf, entry).length
  }

  #endsWith(shelf: Shelf, entry: Entry, path: readonly string[]): boolean {
    const ownPath = this.#path(shelf, entry).map(plain)
    return path.length <= ownPath.length && path.every((segment, index) => plain(segment) === ownPath[ownPath.length - path.length + index])
  }
}

/** What else must be known of a record, for the filters of fields that refer to it and for what follows from it. */
const traitsOf: Readonly<Partial<Record<Noun, readonly string[]>>> = {
  category: ['catKind'],
  model: ['catId', 'spec'],
  person: ['state'],
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const segmentsOf = (text: string): string[] =>
  text
    .split(/[/／\\>＞]/)
    .map((segment) => segment.trim())
    .filter(Boolean)

const onlyMatch = (entries: readonly Entry[]): DirectoryMatch =>
  entries.length === 1 ? { id: firstOf(entries).id } : { problem: entries.length === 0 ? 'unknown' : 'ambiguous' }

const codeFor = (noun: Noun, number: number): string => `${recordOf(noun).codePrefix ?? ''}${String(number).padStart(4, '0')}`

/** A model is called by its name and specification, everything else by its name. */
const calledBy = (kind: RecordKind, name: string, values: Values): string =>
  kind.noun === 'model' ? calledOf(kind, { [kind.nameField]: name, spec: values['spec'] }) : name

/** The key of the code that must be there, and is invented where a sheet has none; undefined for a kind without one. */
const requiredCodeOf = (kind: RecordKind): string | undefined => {
  const code = codeKeyOf(kind)
  return code !== undefined && declaredField(kind.fields, code).required === 'always' ? code : undefined
}

/** True for a kind whose code must be there, and is invented where a sheet has none. */
export const isCoded = (kind: RecordKind): boolean => requiredCodeOf(kind) !== undefined

/** Says what is wrong with a cell that names something: nothing is called that, or several are, and then what tells them apart. */
export const problemOf = (match: Exclude<DirectoryEntry, { id: Id }>, noun: Noun, value: string): { words: string; params: Params } =>
  match.problem === 'unfit' ? match : { words: unnamedWords(match.problem, noun), params: { value } }

/** True for a cell whose parts name records that there are, or people, where only one may stand. */
export const namesSeveral = (directory: Directory, noun: Noun, text: string): boolean => {
  const parts = text.split(noun === 'person' ? /\s*[、，;；/|&\r\n]\s*/ : /\s*[、；;\r\n]\s*/).filter(Boolean)
  const isNamed = (part: string) => 'id' in directory.find(noun, part) || (noun === 'person' && isPersonName(part))
  return parts.length > 1 && !('id' in directory.find(noun, oneLine(text))) && parts.every(isNamed)
}
