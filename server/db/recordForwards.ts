import { mergeableKinds } from '../../domain/records/mergeOperations.ts'
import type { Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import type { QueryTx } from './tx.ts'

const mergedNouns: ReadonlySet<Noun> = new Set(mergeableKinds.map(({ noun }) => noun))

/** True where records of the noun may have been merged, so that their old ids lead on. */
export const canForward = (noun: Noun): boolean => mergedNouns.has(noun)

/** The record that took over each of these, by the id of the merged one; nothing of ids that no merge led on. */
export const survivorsOf = async (queryTx: QueryTx, noun: Noun, ids: readonly Id[]): Promise<ReadonlyMap<Id, Id>> => {
  if (ids.length === 0 || !canForward(noun)) return new Map()
  const rows = await queryTx.query<{ from: Id; into: Id }>(
    'select from_id as "from", into_id as "into" from record_forward where org_id = $1 and noun = $2 and from_id = any ($3::bigint[])',
    [queryTx.orgId, noun, ids],
  )
  return new Map(rows.map(({ from, into }) => [from, into]))
}

/** The record that took this one over; undefined where none did. */
export const survivorOf = async (queryTx: QueryTx, noun: Noun, id: Id): Promise<Id | undefined> =>
  (await survivorsOf(queryTx, noun, [id])).get(id)

/** SQL for records with those that they took over, of organisation $1; `ids` is a select of ids. */
export const withMerged = (noun: Noun, ids: string): string =>
  `(select a.id from ${ids} a (id) union all select f.from_id from record_forward f
    where f.org_id = $1 and f.noun = '${noun}' and f.into_id in ${ids})`

/** The kinds of things that lines of documents are about and that may have been merged. */
const itemNouns = `('model', 'consumable')`

/** SQL for the thing that a line in the books is about by now, of organisation $1; `item` is what stands there. */
export const standingItem = (item: string): string =>
  `coalesce((select f.into_id from record_forward f where f.org_id = $1 and f.noun in ${itemNouns} and f.from_id = ${item}), ${item})`

/** SQL for things with those that they took over, as a list; `items` is a list of ids. */
export const itemsWithMerged = (items: string): string =>
  `array(select unnest(${items}) union all select f.from_id from record_forward f
    where f.org_id = $1 and f.noun in ${itemNouns} and f.into_id = any (${items}))`
