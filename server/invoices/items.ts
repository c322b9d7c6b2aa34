import type { Id } from '../../kernel/id.ts'
import type { InvoicedThing } from '../../domain/invoices/operations.ts'
import type { Tx } from '../db/tx.ts'
import { lookUp } from '../documents/references.ts'

type Noun = InvoicedThing['noun']
export type ThingRef = { readonly noun: Noun; readonly id: Id }

/** What a line says of itself, and what was chosen for it. */
export type LineToMatch = {
  readonly lineNo: number
  readonly name: string
  readonly spec: string
  readonly modelId: Id | null
  readonly consumableId: Id | null
}

export type Match = { readonly item: InvoicedThing; readonly by: 'chosen' | 'remembered' | 'proposed' }

/**
 * What the lines of an invoice are of: what was chosen for them, else what was chosen for the same line of this seller before, else the one model or
 * consumable whose name or specification is the same.
 */
export const matchesOf = async (tx: Tx, seller: string, lines: readonly LineToMatch[]): Promise<ReadonlyMap<number, Match>> => {
  const refs = new Map<number, { ref: ThingRef; by: Match['by'] }>()
  for (const { lineNo, modelId, consumableId } of lines) {
    const ref = refOf(modelId, consumableId)
    if (ref) refs.set(lineNo, { ref, by: 'chosen' })
  }
  const unchosen = lines.filter(({ lineNo }) => !refs.has(lineNo))
  for (const [lineNo, ref] of await rememberedFor(tx, seller, unchosen)) refs.set(lineNo, { ref, by: 'remembered' })
  const unknown = lines.filter(({ lineNo }) => !refs.has(lineNo))
  for (const [lineNo, ref] of await proposedFor(tx, unknown)) refs.set(lineNo, { ref, by: 'proposed' })
  const names = await namesOf(
    tx,
    [...refs.values()].map(({ ref }) => ref),
  )
  return new Map(
    [...refs].flatMap(([lineNo, { ref, by }]) => {
      const name = names.get(`${ref.noun} ${ref.id}`)
      return name ? [[lineNo, { item: { noun: ref.noun, ...name }, by }] as const] : []
    }),
  )
}

/** What one of the two columns refers to. */
export const refOf = (modelId: Id | null, consumableId: Id | null): ThingRef | undefined => {
  if (modelId !== null) return { noun: 'model', id: modelId }
  return consumableId === null ? undefined : { noun: 'consumable', id: consumableId }
}

/** The names of models and consumables by noun and id, with the id of the record that took one over. */
const namesOf = async (tx: Tx, refs: readonly ThingRef[]): Promise<ReadonlyMap<string, { id: Id; name: string }>> => {
  const idsOf = (noun: Noun) => new Set(refs.filter((ref) => ref.noun === noun).map(({ id }) => id))
  if (refs.length === 0) return new Map()
  const itemNames = await lookUp(tx, new Map([['model', idsOf('model')] as const, ['consumable', idsOf('consumable')] as const]))
  return new Map(itemNames.map(({ noun, id, name, into }) => [`${noun} ${id}`, { id: into ?? id, name }]))
}

const rememberedFor = async (tx: Tx, seller: string, lines: readonly LineToMatch[]): Promise<[number, ThingRef][]> => {
  if (lines.length === 0) return []
  const rows = await tx.query<{ name: string; spec: string; modelId: Id | null; consumableId: Id | null }>(
    `select name, spec, model_id as "modelId", consumable_id as "consumableId" from invoice_match where org_id = $1 and seller = $2 and name = any ($3::text[])`,
    [tx.orgId, seller, [...new Set(lines.map(({ name }) => name))]],
  )
  const byLine = new Map(rows.map((row) => [`${row.name}\n${row.spec}`, refOf(row.modelId, row.consumableId)]))
  return lines.flatMap(({ lineNo, name, spec }) => {
    const ref = byLine.get(`${name}\n${spec}`)
    return ref ? [[lineNo, ref] as [number, ThingRef]] : []
  })
}

type Candidate = ThingRef & { readonly name: string; readonly spec: string }

const proposedFor = async (tx: Tx, lines: readonly LineToMatch[]): Promise<[number, ThingRef][]> => {
  const words = [...new Set(lines.flatMap(({ name, spec }) => [name, spec, `${name} ${spec}`, `${name}${spec}`]).map(plain))].filter(
    Boolean,
  )
  if (words.length === 0) return []
  const candidates = await tx.query<Candidate>(
    ['model', 'consumable']
      .map(
        (noun) => `(select '${noun}' as noun, id, lower(goods_name) as name, lower(coalesce(spec, '')) as spec from "${noun}"
          where org_id = $1 and deleted_at is null and (lower(goods_name) = any ($2::text[]) or lower(spec) = any ($2::text[])) limit 500)`,
      )
      .join(' union all '),
    [tx.orgId, words],
  )
  return lines.flatMap((line) => {
    const ref = bestOf(line, candidates)
    return ref ? [[line.lineNo, ref] as [number, ThingRef]] : []
  })
}

const plain = (text: string): string => text.trim().toLowerCase()

/** The only one that fits best; of several that fit alike a person chooses. */
const bestOf = (line: LineToMatch, candidates: readonly Candidate[]): ThingRef | undefined => {
  const [name, spec] = [plain(line.name), plain(line.spec)]
  const together = new Set([`${name} ${spec}`.trim(), `${name}${spec}`])
  const fits: readonly ((candidate: Candidate) => boolean)[] = [
    (candidate) => (candidate.name === name && candidate.spec === spec) || (spec !== '' && together.has(candidate.name)),
    (candidate) => spec !== '' && (candidate.spec === spec || candidate.name === spec),
    (candidate) => candidate.name === name && (spec === '' || candidate.spec === ''),
  ]
  for (const fit of fits) {
    const [only, second] = candidates.filter(fit)
    if (only) return second ? undefined : only
  }
  return undefined
}

/** Remembers what a line of a seller is of. */
export const remember = async (
  tx: Tx,
  seller: string,
  rows: readonly { readonly name: string; readonly spec: string; readonly ref: ThingRef }[],
  uid: Id,
): Promise<void> => {
  const last = [...new Map(rows.map((row) => [`${row.name}\n${row.spec}`, row])).values()]
  await tx.query(
    `insert into invoice_match (org_id, seller, name, spec, model_id, consumable_id, updated_by)
     select o.org_id, $2, m.name, m.spec, m.model, m.consumable, $4 from organisation o cross join jsonb_to_recordset($3::jsonb) as m (name text, spec text, model bigint, consumable bigint) where o.org_id = $1
     order by m.name, m.spec
     on conflict (org_id, seller, name, spec) do update
       set model_id = excluded.model_id, consumable_id = excluded.consumable_id, updated_by = excluded.updated_by, updated_at = now()`,
    [tx.orgId, seller, JSON.stringify(last.map(({ name, spec, ref }) => ({ name, spec, [ref.noun]: ref.id }))), uid],
  )
}
