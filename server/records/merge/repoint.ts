import type { Noun } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { asset } from '../../../domain/records/asset.ts'
import { documentKinds } from '../../../domain/documents/all.ts'
import { onlyRow } from '../../db/rows.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { columnOf, quoteName } from '../../db/recordTable.ts'
import type { QueryTx, RecallingTx, Tx } from '../../db/tx.ts'
import { hashOf } from '../../documents/body.ts'
import { bodyOf, documentKindOf, type LineRecord } from '../../documents/store.ts'
import { chunks } from '../assetEntry.ts'
import type { Pointer } from './pointers.ts'

/** One record that another one of its noun takes over. */
export type Takeover = { readonly noun: Noun; readonly from: Id; readonly into: Id }

/** Who merges, and when. */
export type MergeAct = { readonly actor: Id; readonly at: number }

/** An id as it stands in JSON. */
const inJson = (id: Id): string => `"${id}"`

/** How many rows of a pointer name the record. */
export const countPointer = async (queryTx: QueryTx, pointer: Pointer, { noun, from }: Omit<Takeover, 'into'>): Promise<number> => {
  const { condition, values } = namesOf(pointer, noun, from)
  const text = `select count(*)::int as n from ${quoteName(pointer.table)} t where t.org_id = $1 and ${condition}`
  return (await onlyRow(queryTx.query<{ n: number }>(text, [queryTx.orgId, ...values]))).n
}

/**
 * Lets the rows of a pointer name the record that stays. Where a unique row says the same of that one already, the row of the merged one stays as it
 * is: nothing reads it.
 */
export const repoint = async (tx: Tx, pointer: Pointer, { noun, from, into }: Takeover): Promise<void> => {
  const column = quoteName(pointer.column)
  const { condition, values } = namesOf(pointer, noun, from)
  const next = values.length + 2
  const value = {
    id: { sql: `$${next}::bigint`, given: [into] },
    ids: { sql: `array_replace(t.${column}, $${next}::bigint, $${next + 1}::bigint)`, given: [from, into] },
    json: { sql: `replace(t.${column}::text, $${next}, $${next + 1})::jsonb`, given: [inJson(from), inJson(into)] },
  }[pointer.type]
  const free =
    pointer.type === 'id' ? pointer.uniques.map((columns) => ` and not exists (${takenBy(pointer, columns, `$${next}`)})`).join('') : ''
  const version = pointer.isVersioned ? ', version = t.version + 1' : ''
  await tx.query(
    `update ${quoteName(pointer.table)} t set ${column} = ${value.sql}${version} where t.org_id = $1 and ${condition}${free}`,
    [tx.orgId, ...values, ...value.given],
  )
}

const takenBy = ({ table, column }: Pointer, columns: readonly string[], into: string): string =>
  `select from ${quoteName(table)} u where u.org_id = $1 and u.${quoteName(column)} = ${into}${columns
    .map((key) => ` and u.${quoteName(key)} is not distinct from t.${quoteName(key)}`)
    .join('')}`

/** The condition on a row `t` that it names the record; its values stand behind the organisation. */
const namesOf = (
  { column, type, nounColumn }: Pointer,
  noun: Noun,
  id: Id,
): { readonly condition: string; readonly values: readonly unknown[] } => {
  const name = quoteName(column)
  if (type === 'json') return { condition: `t.${name}::text like $2`, values: [`%${inJson(id)}%`] }
  if (type === 'ids') return { condition: `$2::bigint = any (t.${name})`, values: [id] }
  if (nounColumn === null) return { condition: `t.${name} = $2`, values: [id] }
  return { condition: `t.${name} = $2 and t.${quoteName(nounColumn)} = $3`, values: [id, noun] }
}

/** The fields of a card that name records of a noun. */
type CardField = {
  readonly key: string
  /** True of a card `a` that names the record `$2` in the field. */
  readonly names: string
  /** Lets the card name `$3`. */
  readonly assignment: string
}

/** The fields of cards that name records of a noun, those of the organisation among them. */
const cardFieldsOf = async (tx: RecallingTx, noun: Noun): Promise<CardField[]> => {
  const { fields } = await organisationKind(tx, asset)
  return Object.entries(fields).flatMap(([key, { control, ownTraits }]) => {
    if (refersTo(control) !== noun) return []
    const column = columnOf(key)
    return ownTraits
      ? {
          key,
          names: `a.id in (select o.record_id from own_value o where o.org_id = $1 and o.noun = 'asset' and o.key = '${key}' and o.ref_value = $2)`,
          assignment: `own_values = jsonb_set(own_values, '{${key}}', to_jsonb($3::text))`,
        }
      : { key, names: `a.${column} = $2`, assignment: `${column} = $3::bigint` }
  })
}

/** How many cards name the record, removed ones too. */
export const countCards = async (tx: RecallingTx, { noun, from }: Omit<Takeover, 'into'>): Promise<number> => {
  const fields = await cardFieldsOf(tx, noun)
  if (fields.length === 0) return 0
  const text = `select count(*)::int as n from asset a where a.org_id = $1 and (${fields.map(({ names }) => names).join(' or ')})`
  return (await onlyRow(tx.query<{ n: number }>(text, [tx.orgId, from]))).n
}

/** So many cards one statement writes: each is done well within the time that a statement may take. */
const cardsAtOnce = 1000

/** Cards name the record that stays, and the history of each says so; locked in the order of their ids, as documents lock them. */
export const mergeCards = async (tx: Tx, { noun, from, into }: Takeover, { actor, at }: MergeAct): Promise<void> => {
  for (const { key, names, assignment } of await cardFieldsOf(tx, noun)) {
    const rows = await tx.query<{ id: Id }>(`select a.id from asset a where a.org_id = $1 and ${names} order by a.id for update`, [
      tx.orgId,
      from,
    ])
    for (const part of chunks(rows, cardsAtOnce))
      await tx.query(
        `with changed as (
         update asset a set ${assignment}, version = a.version + 1, updated_at = $4 where a.org_id = $1 and ${names} and a.id = any ($5::bigint[])
       )
       insert into asset_event (org_id, id, asset_id, action, actor_uid, at, changes)
       select o.org_id, e.id, e.asset, 'changed', $6, $4, jsonb_build_object($7::text, jsonb_build_array($2::text, $3::text))
       from organisation o cross join unnest($8::bigint[], $5::bigint[]) as e (id, asset) where o.org_id = $1`,
        [tx.orgId, from, into, new Date(at).toISOString(), part.map(({ id }) => id), actor, key, part.map(() => newId())],
      )
  }
}

/** Documents that are in no book yet; what is in the books is sealed and leads on by its forward. */
const openStates = ['draft', 'inApproval', 'returned', 'rejected', 'withdrawn', 'approved']

const openDocuments = `select d.id from document d where d.org_id = $1 and d.kind = any ($2::text[]) and d.state = any ($3::text[])
  and (d.header::text like $4 or exists (select from document_line l where l.org_id = $1 and l.document_id = d.id and l.data::text like $4))`

const namingDocuments = (noun: Noun): string[] =>
  documentKinds.flatMap(({ kind, header, line }) =>
    [...Object.values(header), ...Object.values(line)].some(({ control }) => refersTo(control) === noun) ? [kind] : [],
  )

const openDocumentValues = (queryTx: QueryTx, { noun, from }: Omit<Takeover, 'into'>): unknown[] => [
  queryTx.orgId,
  namingDocuments(noun),
  openStates,
  `%${inJson(from)}%`,
]

export const countDocuments = async (queryTx: QueryTx, takeover: Omit<Takeover, 'into'>): Promise<number> =>
  (
    await onlyRow(
      queryTx.query<{ n: number }>(`select count(*)::int as n from (${openDocuments}) d`, openDocumentValues(queryTx, takeover)),
    )
  ).n

type OpenDocument = { id: Id; kind: string; header: Record<string, unknown>; sourceId: Id | null; lines: LineRecord[] }

/** Documents that are in no book yet name the record that stays; their content has another hash, and their version stays: nobody's work is in the way. */
export const mergeDocuments = async (tx: Tx, takeover: Takeover): Promise<void> => {
  const { from, into } = takeover
  const documents = await tx.query<OpenDocument>(
    `select d.id, d.kind, replace(d.header::text, $5, $6)::jsonb as header, d.source_id as "sourceId",
       coalesce((select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sourceLine', l.source_line, 'data', replace(l.data::text, $5, $6)::jsonb) order by l.line_no)
         from document_line l where l.org_id = $1 and l.document_id = d.id), '[]') as lines
     from document d where d.org_id = $1 and d.id in (${openDocuments}) order by d.id for update`,
    [...openDocumentValues(tx, takeover), inJson(from), inJson(into)],
  )
  if (documents.length === 0) return
  const hashes = documents.map((document) => hashOf(documentKindOf(document), bodyOf(document, document.lines)))
  const ids = documents.map(({ id }) => id)
  await Promise.all([
    tx.query(
      `update document d set header = replace(d.header::text, $4, $5)::jsonb, loc_ids = array_replace(d.loc_ids, $6::bigint, $7::bigint), body_hash = h.hash
       from unnest($2::bigint[], $3::text[]) as h (id, hash) where d.org_id = $1 and d.id = h.id`,
      [tx.orgId, ids, hashes, inJson(from), inJson(into), from, into],
    ),
    tx.query(
      `update document_line l set data = replace(l.data::text, $3, $4)::jsonb, item_id = case when l.item_id = $5 then $6 else l.item_id end
       where l.org_id = $1 and l.document_id = any ($2::bigint[])`,
      [tx.orgId, ids, inJson(from), inJson(into), from, into],
    ),
  ])
}
