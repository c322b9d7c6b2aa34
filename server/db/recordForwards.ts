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
