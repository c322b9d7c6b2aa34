import { recordKinds, recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { pictureFieldOf } from '../../domain/records/import/pictures.ts'
import { entryOf } from '../../kernel/assert.ts'
import type { Fields, Noun } from '../../kernel/field.ts'
import { idsIn, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { isRecord } from '../../kernel/isRecord.ts'
import { canForward, survivorsOf } from '../db/recordForwards.ts'
import { columnOf } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'

/** Ids that a set of values refers to, by noun. */
export type References = ReadonlyMap<Noun, ReadonlySet<Id>>

/** What a reference points at, as people know it. */
export type ReferenceName = {
  readonly noun: Noun
  readonly id: Id
  readonly name: string
  readonly picture: string | null
  /** The record that took over the one of this id; name and picture are its own. */
  readonly into?: Id
}

export const referencesOf = (
  parts: readonly { readonly fields: Fields; readonly values: Readonly<Record<string, unknown>> }[],
): References => {
  const idsByNoun = new Map<Noun, Set<Id>>()
  for (const { fields, values } of parts) {
    for (const [key, { control }] of Object.entries(fields)) {
      const noun = refersTo(control)
      if (noun === undefined || values[key] === undefined) continue
      const ids = idsByNoun.get(noun) ?? new Set<Id>()
      for (const id of idsIn(control, values[key])) ids.add(id)
      idsByNoun.set(noun, ids)
    }
  }
  return idsByNoun
}

/** The names of kinds that are more than one column; FF08 and FF09 are brackets of full width. */
const composedNames: Readonly<Partial<Record<Noun, string>>> = {
  model: `goods_name || coalesce(' ' || spec, '')`,
  asset: `instance_name || u&'\\FF08' || instance_code || u&'\\FF09'`,
  consumable: `goods_name || coalesce(' ' || spec, '')`,
}
const nameTextOf = (kind: RecordKind): string => composedNames[kind.noun] ?? columnOf(kind.nameField)

/** SQL for the name of what `id` (SQL) refers to, of organisation $1; nothing where it is not there. */
const nameSelectOf = (noun: Noun, id: string): string =>
  noun === 'document'
    ? `select code as name from document where org_id = $1 and id = ${id}`
    : `select ${nameTextOf(recordOf(noun))} as name from "${recordOf(noun).table}" where org_id = $1 and id = ${id} and deleted_at is null${
        canForward(noun) ? survivingName(noun, id) : ''
      }`

/** The same of the record that took over what `id` refers to. */
const survivingName = (noun: Noun, id: string): string =>
  ` union all select ${nameTextOf(recordOf(noun))} from "${recordOf(noun).table}" where org_id = $1 and deleted_at is null
      and id = (select f.into_id from record_forward f where f.org_id = $1 and f.noun = '${noun}' and f.from_id = ${id})`

/**
 * SQL for the names of what the documents of `page` refer to, by noun, then by id, each looked up once; `values` are the fields of a document
 * `d` of the page in SQL, as they are stored. `offset 0` lets the database think of nothing but to take them one by one.
 */
export const namesOfPage = (fields: readonly { readonly noun: Noun; readonly value: string }[]): string => {
  const names = [...Map.groupBy(fields, ({ noun }) => noun)].map(
    ([noun, ofNoun]) => `'${noun}', (select json_object_agg(i.id, n.name)
      from (select distinct e.id::bigint as id from page d
        cross join lateral (values ${ofNoun.map(({ value }) => `(${value})`).join(', ')}) v (ids)
        cross join lateral jsonb_array_elements_text(
          case jsonb_typeof(v.ids) when 'array' then v.ids when 'string' then jsonb_build_array(v.ids) else '[]' end) e (id)) i
      cross join lateral (${nameSelectOf(noun, 'i.id')} offset 0) n)`,
  )
  return `json_build_object(${names.join(', ')})`
}

/** The lists of ids stand in selects of their own: the planner then counts on the same number of them whether it knows them or not, and keeps one plan for all calls. */
const among = (place: number): string => `org_id = $1 and id = any ((select $${place}::bigint[])::bigint[])`

type NameSelect = (place: number) => string

const nameSelects: ReadonlyMap<Noun, NameSelect> = new Map<Noun, NameSelect>([
  ...recordKinds.map((kind): [Noun, NameSelect] => {
    const pictures = pictureFieldOf(kind)
    const picture = pictures ? `split_part(${columnOf(pictures.key)}, ',', 1)` : 'null'
    const columns = `'${kind.noun}' as noun, id, ${nameTextOf(kind)} as name, ${picture} as picture`
    return [kind.noun, (place) => `select ${columns} from "${kind.table}" where ${among(place)} and deleted_at is null`]
  }),
  ['document', (place) => `select 'document' as noun, id, code as name, null as picture from document where ${among(place)}`],
])

const lookUpTexts = new Map<string, string>()

/** The statement that looks up names of these nouns, in the order of all nouns. What asks refers to a dozen combinations, each planned once. */
const lookUpText = (nouns: readonly Noun[]): string => {
  const key = nouns.join()
  const text = lookUpTexts.get(key) ?? nouns.map((noun, index) => entryOf(nameSelects, noun)(index + 2)).join('\nunion all ')
  lookUpTexts.set(key, text)
  return text
}

/**
 * Looks everything up in one statement; what does not come back is not there for this organisation. What was merged comes back under its old id with
 * the record that took it over.
 */
export const lookUp = async (tx: Tx, references: References): Promise<ReferenceName[]> => {
  const livingNames = await lookUpLiving(tx, references)
  const foundKeys = new Set(livingNames.map(({ noun, id }) => `${noun}:${id}`))
  const survivorsByNoun = await Promise.all(
    [...references].map(async ([noun, ids]) => {
      const missing = canForward(noun) ? [...ids].filter((id) => !foundKeys.has(`${noun}:${id}`)) : []
      return [noun, await survivorsOf(tx, noun, missing)] as const
    }),
  )
  if (survivorsByNoun.every(([, survivors]) => survivors.size === 0)) return livingNames
  const survivors = await lookUpLiving(tx, new Map(survivorsByNoun.map(([noun, into]) => [noun, new Set(into.values())])))
  return [
    ...livingNames,
    ...survivorsByNoun.flatMap(([noun, into]) =>
      [...into].flatMap(([id, survivor]) =>
        survivors.flatMap((row) => (row.noun === noun && row.id === survivor ? [{ ...row, id, into: survivor }] : [])),
      ),
    ),
  ]
}

const lookUpLiving = async (tx: Tx, references: References): Promise<ReferenceName[]> => {
  const nouns = [...nameSelects.keys()].filter((noun) => (references.get(noun)?.size ?? 0) > 0)
  if (nouns.length === 0) return []
  return tx.query<ReferenceName>(lookUpText(nouns), [tx.orgId, ...nouns.map((noun) => [...(references.get(noun) ?? [])])])
}

/** Values in which what was merged is named by the record that took it over, as `lookUp` found it; the same object where nothing was. */
export const withSurvivors = <V>(values: V, names: readonly ReferenceName[]): V => {
  const survivors = new Map(names.flatMap(({ id, into }) => (into === undefined ? [] : [[id, into]])))
  if (survivors.size === 0) return values
  const replaceIds = (value: unknown): unknown => {
    if (typeof value === 'string') return survivors.get(value) ?? value
    if (Array.isArray(value)) return value.map(replaceIds)
    if (!isRecord(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceIds(member)]))
  }
  return replaceIds(values) as V
}
