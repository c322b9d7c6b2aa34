import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { RelatedDocument, RelatedDocuments } from '../../domain/documents/related.ts'
import { processPartSql, seesAllFlows } from '../access/roles/processRights.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { fulfilledSql } from './list.ts'
import { inScope } from './scope.ts'
import { documentColumns, type DocumentRecord, documentKindOf } from './store.ts'

/** At most so many documents are named on either side of one, the newest first. */
const namedAtMost = 50

/** Pieces of a document are followed as far as so many of its lines. */
const linesFollowed = 200

type FoundDocument = DocumentRecord &
  Pick<RelatedDocument, 'fulfilled'> & {
    readonly place: 'own' | 'source' | 'follower'
    readonly takesPart: boolean
    readonly processNumber: string | null
    readonly hasProcessPart: boolean
  }

/** The application that approves a document: its number, and whether the caller may open it. */
export type DocumentApplication = { readonly number: string; readonly isOpen: boolean }

export type DocumentRelations = { readonly relatedDocuments: RelatedDocuments; readonly application: DocumentApplication | null }

/** The document whose lines this one fulfils (`sourceId`), and those that fulfil lines of this one. */
const namedText = `
  select $2::bigint as id, 'own' as place
  union all
  select d.source_id, 'source' from document d where d.org_id = $1 and d.id = $2 and d.source_id is not null
  union all
  select d.id, 'follower' from document d where d.org_id = $1 and d.source_id = $2`

/** The documents of kinds $4 that gave out the pieces of this one last. */
const gaveOutText = `
  select before.document_id, 'source' from document_line l
  cross join lateral (
    select m.document_id from move m join document g on g.org_id = $1 and g.id = m.document_id
    where m.org_id = $1 and m.item_id = l.item_id and m.reverses is null and g.kind = any ($4::text[]) and g.state <> 'reversed'
      and m.seq < coalesce((select o.seq from move o where o.org_id = $1 and o.item_id = l.item_id and o.document_id = $2 and o.reverses is null
        order by o.seq limit 1), 9223372036854775807)
    order by m.seq desc limit 1) before
  where l.org_id = $1 and l.document_id = $2 and l.line_no <= ${linesFollowed} and l.item_id is not null`

/** The documents of kinds $4 that brought back pieces of this one before a document of its own kind gave them out anew. */
const broughtBackText = `
  select next.document_id, 'follower' from (
    select m.item_id, m.seq from move m where m.org_id = $1 and m.document_id = $2 and m.reverses is null limit ${linesFollowed}) given
  cross join lateral (
    select m.document_id, n.kind from move m join document n on n.org_id = $1 and n.id = m.document_id
    where m.org_id = $1 and m.item_id = given.item_id and m.seq > given.seq and m.reverses is null and n.state <> 'reversed'
      and n.id <> $2 and (n.kind = any ($4::text[]) or n.kind = $5::text)
    order by m.seq limit 1) next
  where next.kind = any ($4::text[])`

/** How the pieces of a kind's documents are followed, and by which other kinds; undefined for a kind whose pieces no kind brings back. */
const pieceSearchOf = (kind: string): { readonly text: string; readonly values: readonly unknown[] } | undefined => {
  const givingKind = documentKinds.find((candidate) => candidate.kind === kind)?.bringsBack
  if (givingKind !== undefined) return { text: gaveOutText, values: [[givingKind]] }
  const returningKinds = documentKinds.filter(({ bringsBack }) => bringsBack === kind).map((candidate) => candidate.kind)
  return returningKinds.length > 0 ? { text: broughtBackText, values: [returningKinds, kind] } : undefined
}

/**
 * The documents that one follows and those that follow it: by the lines that they fulfil, and by the pieces that were given out and brought back;
 * and its application. A document that the caller does not see is left out: he reads what is his, what he manages, and what he had a part in
 * approving.
 */
export const readRelations = async (
  tx: Tx,
  session: Session,
  { id, kind }: { readonly id: Id; readonly kind: string },
): Promise<DocumentRelations> => {
  const search = pieceSearchOf(kind)
  const documentRows = await tx.query<FoundDocument>(
    `with related as (select id, place from (select distinct id, place from (${[namedText, ...(search ? [search.text] : [])].join(' union all ')}) r) r
       order by place = 'own' desc, id desc limit ${2 * namedAtMost})
     select ${documentColumns('d')}, ${fulfilledSql} as fulfilled, r.place,
       exists (select from wf_participant w where w.org_id = $1 and w.instance_id = d.instance_id and w.uid = $3) as "takesPart",
       case when r.place = 'own' then (select i.number from wf_instance i where i.org_id = $1 and i.id = d.instance_id) end as "processNumber",
       r.place = 'own' and exists (${processPartSql('d.instance_id', '$3')}) as "hasProcessPart"
     from related r join document d on d.org_id = $1 and d.id = r.id order by d.id desc`,
    [tx.orgId, id, session.uid, ...(search?.values ?? [])],
  )
  const visible = documentRows.filter(
    (document) => inScope(session, documentKindOf(document), document) || (document.takesPart && document.state !== 'draft'),
  )
  const documentsAt = (place: FoundDocument['place']) =>
    visible
      .filter((document) => document.place === place)
      .slice(0, namedAtMost)
      .map(relatedDocumentOf)
  const ownRecord = assertDefined(
    documentRows.find(({ place }) => place === 'own'),
    `the document ${id}`,
  )
  const { processNumber, hasProcessPart } = ownRecord
  return {
    relatedDocuments: { document: relatedDocumentOf(ownRecord), sources: documentsAt('source'), followers: documentsAt('follower') },
    application: processNumber === null ? null : { number: processNumber, isOpen: hasProcessPart || seesAllFlows(session) },
  }
}

const relatedDocumentOf = ({ id, kind, code, state, stage, fulfilled, createdAt }: FoundDocument): RelatedDocument => ({
  id,
  kind,
  code,
  state,
  stage,
  fulfilled,
  createdAt,
})
