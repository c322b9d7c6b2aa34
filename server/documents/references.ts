import { recordKinds } from '../../domain/records/all.ts'
import { pictureFieldOf } from '../../domain/records/import/pictures.ts'
import { entryOf } from '../../kernel/assert.ts'
import type { Fields, Noun } from '../../kernel/field.ts'
import { idsIn, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { columnOf } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'

/** Ids that a set of values refers to, by noun. */
export type References = ReadonlyMap<Noun, ReadonlySet<Id>>

/** What a reference points at, as people know it. */
export type ReferenceName = { readonly noun: Noun; readonly id: Id; readonly name: string; readonly picture: string | null }

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

/** What is selected of kinds whose names are more than one column. */
const composedNames: Readonly<Partial<Record<Noun, string>>> = {
  model: `select 'model' as noun, id, goods_name || coalesce(' ' || spec, '') as name`,
  asset: `select 'asset' as noun, id, instance_name || '（' || instance_code || '）' as name`,
  consumable: `select 'consumable' as noun, id, goods_name || coalesce(' ' || spec, '') as name`,
}

/** The lists of ids stand in selects of their own: the planner then counts on the same number of them whether it knows them or not, and keeps one plan for all calls. */
const among = (place: number): string => `org_id = $1 and id = any ((select $${place}::bigint[])::bigint[])`

type NameSelect = (place: number) => string

const nameSelects: ReadonlyMap<Noun, NameSelect> = new Map<Noun, NameSelect>([
  ...recordKinds.map((kind): [Noun, NameSelect] => {
    const pictures = pictureFieldOf(kind)
    const picture = pictures ? `split_part(${columnOf(pictures.key)}, ',', 1)` : 'null'
    const nameText = composedNames[kind.noun] ?? `select '${kind.noun}' as noun, id, ${columnOf(kind.nameField)} as name`
    return [kind.noun, (place) => `${nameText}, ${picture} as picture from "${kind.table}" where ${among(place)} and deleted_at is null`]
  }),
  ['document', (place) => `select 'document' as noun, id, code as name, null as picture from document where ${among(place)}`],
])

const lookUpTexts = new Map<string, string>()

/** The statement that looks up names of these nouns, in the order of all nouns. What asks refers to a dozen combinations, each planned once. */
const lookUpText = (wanted: readonly Noun[]): string => {
  const key = wanted.join()
  const text = lookUpTexts.get(key) ?? wanted.map((noun, at) => entryOf(nameSelects, noun)(at + 2)).join('\nunion all ')
  lookUpTexts.set(key, text)
  return text
}

/** Looks everything up in one statement; what does not come back is not there for this organisation. */
export const lookUp = async (tx: Tx, references: References): Promise<ReferenceName[]> => {
  const wanted = [...nameSelects.keys()].filter((noun) => (references.get(noun)?.size ?? 0) > 0)
  if (wanted.length === 0) return []
  return tx.query<ReferenceName>(lookUpText(wanted), [tx.orgId, ...wanted.map((noun) => [...(references.get(noun) ?? [])])])
}
