import { half } from '../../kernel/cell.ts'
import type { Id } from '../../kernel/id.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { recordNaming } from '../../domain/documents/namingOperations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf, codeFieldsOf, type RecordKind } from '../../domain/records/define.ts'
import { hiddenKeys } from '../access/hidden.ts'
import { asSeenBy, seesWhole } from '../access/scope.ts'
import type { Session, SignedIn } from '../call.ts'
import { canForward } from '../db/recordForwards.ts'
import type { Tx } from '../db/tx.ts'
import { columnOf, rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { Directory } from './import/directory.ts'

type RecordName = OutputOf<typeof recordNaming>

/** What each of many texts names, as this caller may see it; the person who may not read a kind at all learns of none. */
export const namedRecords = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  { noun, names }: { readonly noun: RecordKind['noun']; readonly names: readonly string[] },
): Promise<RecordName> => {
  const kind = recordOf(noun)
  const may = kind.readBy === 'everybody' || session.codes.has(`${recordCodeOf(kind)}:list`)
  if (!may) return { found: names.map(() => ({ t: 'none' })), rows: [] }
  return kind.parent && !kind.open ? namedInTree(tx, session, kind, names) : namedInTable(tx, session, kind, names)
}

/** Trees are small, and a path says more than a name. */
const namedInTree = async (tx: Tx, session: Session, kind: RecordKind, names: readonly string[]): Promise<RecordName> => {
  const directory = await Directory.read(tx, [kind.noun])
  const matches = names.map((name): RecordName['found'][number] => {
    const match = directory.find(kind.noun, name)
    return 'id' in match ? { t: 'one', id: match.id } : { t: match.problem === 'ambiguous' ? 'several' : 'none' }
  })
  const rows = await rowsOf(tx, kind, idsIn(matches))
  return { found: matches, rows: rows.map((row) => asSeenBy(session, kind, row)) }
}

const namedInTable = async (tx: Tx, session: Session, kind: RecordKind, names: readonly string[]): Promise<RecordName> => {
  const rows = await rowsOf(tx, kind, await candidates(tx, kind, names))
  const ways = { code: new Map<string, Set<Id>>(), called: new Map<string, Set<Id>>(), name: new Map<string, Set<Id>>() }
  const learn = (way: Map<string, Set<Id>>, text: unknown, id: Id) => {
    if (typeof text === 'string' && text !== '') way.set(plain(text), (way.get(plain(text)) ?? new Set()).add(id))
  }
  const hidden = hiddenKeys(session, kind)
  for (const row of rows) {
    // Of one that is outside their scope no one learns that something closed is in it.
    const isSeen = (key: string) => !hidden.includes(key) && (seesWhole(session, kind, row) || kind.open?.includes(key) === true)
    for (const key of codeFieldsOf(kind)) if (isSeen(key)) learn(ways.code, row[key], row.id)
    learn(ways.called, calledOf(kind, asSeenBy(session, kind, row)), row.id)
    if (!kind.large) learn(ways.name, row[kind.nameField], row.id)
  }
  const matches = names.map((name): RecordName['found'][number] => {
    const ids = ways.code.get(plain(name)) ?? ways.called.get(plain(name)) ?? ways.name.get(plain(name))
    const [id, second] = [...(ids ?? [])]
    if (id === undefined) return { t: 'none' }
    return second === undefined ? { t: 'one', id } : { t: 'several' }
  })
  const survivors = await survivorsNamed(
    tx,
    kind,
    names.filter((_, index) => matches[index]?.t === 'none'),
  )
  const allMatches = matches.map((match, index): RecordName['found'][number] => {
    const survivor = match.t === 'none' ? survivors.get(plain(names[index] ?? '')) : undefined
    return survivor === undefined ? match : { t: 'one', id: survivor }
  })
  const wantedIds = new Set(idsIn(allMatches))
  const ofSurvivors = await rowsOf(tx, kind, [...new Set(survivors.values())])
  const wantedRows = [...rows.filter(({ id }) => wantedIds.has(id)), ...ofSurvivors]
  return {
    found: allMatches,
    rows: [...new Map(wantedRows.map((row) => [row.id, row])).values()].map((row) => asSeenBy(session, kind, row)),
  }
}

/** The records that took over what these texts name by code or name, by the text in plain letters. */
const survivorsNamed = async (tx: Tx, kind: RecordKind, names: readonly string[]): Promise<ReadonlyMap<string, Id>> => {
  if (names.length === 0 || !canForward(kind.noun)) return new Map()
  const keys = [...codeFieldsOf(kind), kind.nameField].map((key) => `r.${columnOf(key)}`)
  const rows = await tx.query<{ text: string; into: Id }>(
    `select lower(t.text) as text, min(f.into_id) as "into" from record_forward f
     join "${kind.table}" r on r.org_id = $1 and r.id = f.from_id cross join lateral unnest(array[${keys.join(', ')}]) as t (text)
     where f.org_id = $1 and f.noun = $2 and lower(t.text) = any ($3::text[]) group by 1 having count(distinct f.into_id) = 1`,
    [tx.orgId, kind.noun, names.map(plain)],
  )
  return new Map(rows.map(({ text, into }) => [text, into]))
}

/** So many of one name are looked at: the person who is called like more of them needs a code. */
const namesakesAtMost = 200

/** The ids of what may be meant. Codes of a large kind are found by their indexes, as written or in capitals; its names name nothing alone. */
const candidates = async (tx: Tx, kind: RecordKind, names: readonly string[]): Promise<Id[]> => {
  const texts = [...new Set(names.flatMap(formsOf))]
  const lower = texts.map((text) => text.toLowerCase())
  const casedTexts = [...new Set([...texts, ...texts.map((text) => text.toUpperCase())])]
  const keys = kind.large ? codeFieldsOf(kind) : [...codeFieldsOf(kind), kind.nameField]
  const rowsByKey = await Promise.all(
    keys.map((key) => {
      const [column, by] = [columnOf(key), kind.large ? columnOf(key) : `lower(${columnOf(key)})`]
      return tx.query<{ id: Id }>(
        `select id from (
           select id, row_number() over (partition by ${by} order by id desc) as nth from "${kind.table}"
           where org_id = $1 and ${column} is not null and ${by} = any ($2::text[]) and deleted_at is null
         ) n where nth <= ${namesakesAtMost}`,
        [tx.orgId, kind.large ? casedTexts : lower],
      )
    }),
  )
  return [...new Set(rowsByKey.flat().map(({ id }) => id))]
}

/** What may stand in a field of whatever a text names: the text, what stands before a space of it, and what stands in brackets at its end. */
const formsOf = (name: string): string[] => {
  const texts = [name.trim(), half(name).trim()]
  return texts.flatMap((text) => {
    const words = text.split(/\s+/).slice(0, 8)
    const inBrackets = /[(（]([^()（）]+)[)）]$/.exec(text)?.[1]
    return [text, ...words.map((_, index) => words.slice(0, index + 1).join(' ')), ...(inBrackets ? [inBrackets] : [])]
  })
}

const rowsOf = async (tx: Tx, kind: RecordKind, ids: readonly Id[]): Promise<RecordRow[]> => {
  if (ids.length === 0) return []
  const table = tableOf(kind)
  return (await tx.query<Values>(`${table.select} where r.org_id = $1 and r.id = any ($2::bigint[])`, [tx.orgId, ids])).map((row) =>
    rowOf(table, row),
  )
}

const idsIn = (matches: RecordName['found']): Id[] => [...new Set(matches.flatMap((match) => (match.t === 'one' ? [match.id] : [])))]

const plain = (text: string): string => half(text).trim().toLowerCase()
