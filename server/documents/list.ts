import { add, compare, isPositive } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { codeOf, type DocumentKind, editableStates } from '../../domain/documents/define.ts'
import type { FieldPermissions } from '../../domain/approval/form/form.ts'
import { hidesAmount, hidesThings, seenOf } from '../../domain/approval/form/hidden.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { DocumentInfo, DocumentRow, documentSorts } from '../../domain/operations/documents.ts'
import { type ListRequest, type Page } from '../../domain/operations/define.ts'
import type { Session, SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { likePattern } from '../search/searchText.ts'
import { type Readable } from './engine.ts'
import { mayGiveUp } from './givingUp.ts'
import { awaited, mayTake } from './receipts.ts'
import { keeps, seesAll } from './scope.ts'
import { bodyOf, type LineRecord, readLines, referred } from './store.ts'
import { aheadOf } from './waiting.ts'
import { countLimit, numberedPartOf, pageFor, partOf } from '../page.ts'

type Filter = ListRequest & {
  state?: string | string[] | undefined
  mine?: boolean | undefined
  authorUid?: Id | undefined
  sourceId?: Id | undefined
  open?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

/** How deep a numbered page may lie, how far matches are counted, and how many of the newest are put into another order. */
const sortedMatches = 10_000

/** How many of the assets that a document made are named on it. */
const createdShown = 200

const sortColumns = {
  code: 'd.code',
  state: 'd.state',
  amount: 'd.amount',
  createdAt: 'd.created_at',
  submittedAt: 'd.submitted_at',
  postedAt: 'd.posted_at',
} satisfies Record<(typeof documentSorts)[number], string>

/** How far the lines of a document `d` in the books are fulfilled, of the kinds whose lines others fulfil. */
const fulfilled = `case when d.state = 'posted' and d.kind in (${documentKinds
  .filter((kind) => kind.fulfilled)
  .map(({ kind }) => `'${kind}'`)
  .join(', ')}) then (
    select case when bool_and(l.done_quantity >= l.quantity) then 'all' when bool_and(l.done_quantity + l.given_up >= l.quantity) then 'over'
                when bool_or(l.done_quantity > 0) then 'some' else 'none' end
    from document_line l where l.org_id = d.org_id and l.document_id = d.id) end`

const rowColumns = `d.id, d.kind, d.code, d.state, d.stage, d.author_uid as "authorUid", a.user_name as "authorName", s.user_name as "subjectName", d.amount, d.summary,
  d.source_id as "sourceId", d.instance_id as "processId", d.version, d.created_at as "createdAt", d.submitted_at as "submittedAt", d.posted_at as "postedAt",
  ${fulfilled} as fulfilled`

const matching = `d.org_id = $1 and d.kind = $2
  and ($3::bigint is null or d.author_uid = $3 or d.subject_uid = $3)
  and (d.state <> 'draft' or d.author_uid = $5)
  and ($4::bigint[] is null or d.loc_ids = '{}' or d.loc_ids && $4 or d.author_uid = $5 or d.subject_uid = $5)
  and ($6::text[] is null or d.state = any ($6))
  and ($7::bigint is null or d.author_uid = $7)
  and ($8::bigint is null or d.source_id = $8)
  and ($9::date is null or d.created_at >= ($9::date)::timestamp at time zone 'Asia/Shanghai')
  and ($10::date is null or d.created_at < ($10::date + 1)::timestamp at time zone 'Asia/Shanghai')
  and ($11::text is null or d.search like $11)
  and ($12::boolean is null or $12 = exists (
    select from document_line l where l.org_id = d.org_id and l.document_id = d.id and l.done_quantity + l.given_up < l.quantity))`

/** One page of a kind's documents inside the caller's data scope, newest first unless another order is asked for; of drafts only the caller's. */
export const listDocuments = async (tx: Tx, session: Session, kind: DocumentKind, input: Filter): Promise<Page<DocumentRow>> => {
  const part = partOf(input)
  const column = part.order && sortColumns[part.order.key as keyof typeof sortColumns]
  const way = part.order?.descending ? 'desc' : 'asc'
  const matches = `select * from document d where ${matching} and ($13::bigint is null or d.id < $13) order by d.id desc`
  const order = column ? `${column} ${way} nulls last, d.id desc` : 'd.id desc'
  const all = seesAll(session, kind)
  const states = input.state === undefined ? null : [input.state].flat()
  const values = [
    tx.orgId,
    kind.kind,
    all && !input.mine ? null : session.uid,
    all && session.locations !== 'all' ? session.locations : null,
    session.uid,
    states,
    input.authorUid ?? null,
    input.sourceId ?? null,
    input.from ?? null,
    input.to ?? null,
    input.likeQuery ? likePattern(input.likeQuery) : null,
    input.open ?? null,
  ]
  const [rows, count] = await Promise.all([
    tx.query<DocumentRow>(
      `select ${rowColumns} from (
         ${column ? `select * from (${matches} limit ${sortedMatches}) d order by ${order}` : matches} limit $14 offset $15
       ) d
       join person a on a.org_id = $1 and a.id = d.author_uid
       left join person s on s.org_id = $1 and s.id = d.subject_uid
       order by ${order}`,
      [...values, part.after ?? null, part.pageSize, part.offset],
    ),
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from document d where ${matching} limit ${countLimit + 1}) c`,
        values,
      ),
    ),
  ])
  return pageFor(part, rows, count.n)
}

/** Requests that wait for a keeper to name the pieces: every kind that lets pieces be named late. */
export const listOpenRequests = async (tx: Tx, session: Session, input: ListRequest): Promise<Page<DocumentRow>> => {
  const part = numberedPartOf(input)
  const kinds = documentKinds.filter(
    (kind) => Object.values(kind.line).some(({ required }) => required === 'posting') && seesAll(session, kind),
  )
  const values = [tx.orgId, kinds.map(({ kind }) => kind), input.likeQuery ? likePattern(input.likeQuery) : null]
  const open = `d.org_id = $1 and d.kind = any ($2) and d.state = 'inApproval' and ($3::text is null or d.search like $3)
    and exists (select from document_line l where l.org_id = d.org_id and l.document_id = d.id and not l.data ? 'assets')`
  const [rows, count] = await Promise.all([
    tx.query<DocumentRow>(
      `select ${rowColumns} from document d
       join person a on a.org_id = $1 and a.id = d.author_uid
       left join person s on s.org_id = $1 and s.id = d.subject_uid
       where ${open} order by d.id desc limit $4 offset $5`,
      [...values, part.pageSize, part.offset],
    ),
    onlyRow(
      tx.query<{ n: number }>(`select count(*)::int as n from (select from document d where ${open} limit ${countLimit + 1}) c`, values),
    ),
  ])
  return pageFor(part, rows, count.n)
}

/** Of what waits, what is searched for and what has to do with one piece: it is kept for it, or went on its way with it. */
const wanted = `($3::text is null or d.search like $3) and ($4::bigint is null
  or exists (select from reservation r where r.org_id = $1 and r.document_id = d.id and r.item_id = $4)
  or exists (select from move m where m.org_id = $1 and m.document_id = d.id and m.item_id = $4))`

/** What waits for the caller to confirm that it arrived, the oldest first. */
export const listReceipts = async (
  tx: Tx,
  session: Session,
  { item = null, ...input }: ListRequest & { readonly item?: Id | null | undefined },
): Promise<Page<DocumentRow>> => {
  const part = numberedPartOf(input)
  const values = [tx.orgId, session.uid, input.likeQuery ? likePattern(input.likeQuery) : null, item]
  const [rows, count] = await Promise.all([
    tx.query<DocumentRow>(
      `${awaited} select ${rowColumns} from awaited d
       join person a on a.org_id = $1 and a.id = d.author_uid
       left join person s on s.org_id = $1 and s.id = d.subject_uid
       where ${wanted} order by d.id limit $5 offset $6`,
      [...values, part.pageSize, part.offset],
    ),
    onlyRow(tx.query<{ n: number }>(`${awaited} select count(*)::int as n from awaited d where ${wanted}`, values)),
  ])
  return pageFor(part, rows, count.n)
}

/** One document with its lines, the names of all it refers to, its history, and what the caller may do now; without what is hidden from him. */
export const describeDocument = async (
  { tx, session }: Pick<SignedIn, 'tx' | 'session'>,
  kind: DocumentKind,
  { document: record, permissions }: Readable,
): Promise<DocumentInfo> => {
  const stored = await readLines(tx, record.id)
  const seen = seenOf(permissions, { header: record.header, lines: stored.map(({ data }) => data) })
  const lines = stored.flatMap((line, at) => (seen.lines[at] ? [{ ...line, data: { ...seen.lines[at] } }] : []))
  const showsThings = !hidesThings(kind, permissions)
  const [names, history, created, takes, ahead] = await Promise.all([
    referred(tx, kind, bodyOf({ ...record, header: { ...seen.header } }, lines)),
    tx.query<{ action: string; actorUid: Id; actorName: string; at: string; details: Record<string, unknown> }>(
      `select e.action, e.actor_uid as "actorUid", p.user_name as "actorName", e.at, e.details
       from document_event e join person p on p.org_id = e.org_id and p.id = e.actor_uid
       where e.org_id = $1 and e.document_id = $2 order by e.seq`,
      [tx.orgId, record.id],
    ),
    kind.creates && showsThings
      ? tx.query<{ id: Id; code: string }>(
          `select a.id, a.instance_code as code from move m join asset a on a.org_id = m.org_id and a.id = m.item_id
           where m.org_id = $1 and m.document_id = $2 and m.reverses is null order by m.line_no, a.instance_code limit ${createdShown}`,
          [tx.orgId, record.id],
        )
      : [],
    record.state === 'inProgress' && mayTake(tx, session, kind, record, record.stage),
    kind.short && record.state === 'posted' ? aheadOf(tx, record.id) : null,
  ])
  // The name of whom it is for is told to whoever may see that field; its author began its history.
  const subject = kind.subject === undefined ? undefined : seen.header[kind.subject]
  const own = record.authorUid === session.uid
  const editable = own && editableStates.includes(record.state)
  const code = codeOf(kind)
  const { subjectUid: _, locIds: __, bodyHash: ___, header: ____, ...row } = record
  return {
    ...row,
    ...(hidesAmount(kind, permissions) && { amount: null }),
    ...(!showsThings && { summary: '' }),
    authorName: history.find(({ actorUid }) => actorUid === record.authorUid)?.actorName ?? '',
    subjectName: names.find(({ noun, id }) => noun === 'person' && id === subject)?.name ?? null,
    header: { ...seen.header },
    lines: lines.map(({ lineNo, sourceLine, doneQuantity, givenUp, data }) => ({ lineNo, sourceLine, doneQuantity, givenUp, ...data })),
    names: Object.fromEntries(names.map(({ id, name }) => [id, name])),
    pictures: Object.fromEntries(names.flatMap(({ id, picture }) => (picture ? [[id, picture]] : []))),
    fulfilled: kind.fulfilled && record.state === 'posted' ? howFar(stored) : null,
    ahead,
    created,
    events: history.map(({ actorUid: _____, ...event }) => ({ ...event, details: seenDetails(permissions, event.details) })),
    may: {
      update: editable,
      submit: editable && session.codes.has(`${code}:submit`),
      withdraw: own && record.processId !== null && (record.state === 'inApproval' || record.state === 'returned'),
      delete: own && record.state === 'draft',
      reverse: (record.state === 'posted' || record.state === 'inProgress') && session.codes.has(`${code}:reverse`),
      advance: takes ? (kind.stages?.[record.stage]?.key ?? null) : null,
      fulfil:
        record.state === 'posted'
          ? documentKinds
              .filter(
                (other) =>
                  other.from?.kind === kind.kind && (other !== kind || keeps(session, kind)) && session.codes.has(`${codeOf(other)}:save`),
              )
              .map((other) => other.kind)
          : [],
      giveUp: mayGiveUp(session, kind, record) && stored.some(isOpen),
    },
  }
}

const isOpen = ({ data, doneQuantity, givenUp }: LineRecord): boolean =>
  compare(add(doneQuantity, givenUp), String(data['quantity'] ?? '0')) < 0

const howFar = (lines: readonly LineRecord[]): DocumentInfo['fulfilled'] => {
  if (!lines.some(isOpen)) return lines.some(({ givenUp }) => isPositive(givenUp)) ? 'over' : 'all'
  return lines.some((line) => isPositive(line.doneQuantity)) ? 'some' : 'none'
}

/** What was remembered of a change: the content before it is shown as the content itself is. */
const seenDetails = (permissions: FieldPermissions, details: Record<string, unknown>): Record<string, unknown> => {
  const { before, lines } = details as { before?: Record<string, unknown>; lines?: Record<string, unknown>[] }
  if (!before && !lines) return details
  const seen = seenOf(permissions, { header: before ?? {}, lines: lines ?? [] })
  return { ...details, ...(before && { before: seen.header }), ...(lines && { lines: seen.lines }) }
}
