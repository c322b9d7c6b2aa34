import type { Decimal } from '../../kernel/decimal.ts'
import type { Moment } from '../../kernel/day.ts'
import { textIn } from '../../kernel/field.ts'
import { isPeriod, plainPeriod } from '../../kernel/period.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind, type DocumentState } from '../../domain/documents/define.ts'
import { firstOf } from '../../domain/documents/firstOf.ts'
import { NotFound } from '../httpError.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { type WritePart, writePart, writeTogether } from '../db/writeTogether.ts'
import { announce } from '../messaging/outbox.ts'
import { raise } from '../eventRules/raise.ts'
import type { RuleEvent } from '../../domain/eventRules/eventRule.ts'
import { searchTextOf } from '../search/searchText.ts'
import { type Body, hashOf, headerOf, valuesOf } from './body.ts'
import { lookUp, type ReferenceName, referencesOf, withSurvivors } from './references.ts'
import type { SeenVersions } from './seenVersions.ts'
import { assetFieldsOf, isAboutThings, summaryFieldsOf } from '../../domain/documents/lines.ts'

/** A document row as the database has it. */
export type DocumentRecord = {
  id: Id
  kind: string
  code: string
  state: DocumentState
  stage: number
  authorUid: Id
  deptId: Id | null
  subjectUid: Id | null
  /** Receivers that lines name of their own. */
  lineReceiverUids: Id[]
  locIds: Id[]
  header: Record<string, unknown>
  amount: Decimal | null
  summary: string
  sourceId: Id | null
  processId: Id | null
  bodyHash: string
  version: number
  createdAt: Moment
  submittedAt: Moment | null
  postedAt: Moment | null
}

const documentFields = [
  ['id', 'id'],
  ['kind', 'kind'],
  ['code', 'code'],
  ['state', 'state'],
  ['stage', 'stage'],
  ['author_uid', 'authorUid'],
  ['dept_id', 'deptId'],
  ['subject_uid', 'subjectUid'],
  ['loc_ids', 'locIds'],
  ['header', 'header'],
  ['amount', 'amount'],
  ['summary', 'summary'],
  ['source_id', 'sourceId'],
  ['instance_id', 'processId'],
  ['body_hash', 'bodyHash'],
  ['version', 'version'],
  ['created_at', 'createdAt'],
  ['submitted_at', 'submittedAt'],
  ['posted_at', 'postedAt'],
] as const satisfies readonly (readonly [column: string, name: keyof DocumentRecord])[]

const lineReceiversSql = (alias: string): string =>
  `array(select distinct r.receiver_uid from document_line r where r.org_id = $1 and r.document_id = ${alias}.id and r.receiver_uid is not null)`

/** SQL for what a record holds of a document of organisation $1 under an alias. */
export const documentColumns = (alias: string): string =>
  [...documentFields.map(([column, name]) => `${alias}.${column} as "${name}"`), `${lineReceiversSql(alias)} as "lineReceiverUids"`].join(
    ', ',
  )

const columns = documentColumns('document')

/** One document, locked until the transaction ends; undefined where the organisation has none. */
export const lockDocument = async (tx: Tx, id: Id): Promise<DocumentRecord | undefined> =>
  (await tx.query<DocumentRecord>(`select ${columns} from document where org_id = $1 and id = $2 for update`, [tx.orgId, id]))[0]

/**
 * The same for an id that may be new: of several who come with one at the same moment, each finds what the one before has made of it. Where
 * nothing is refused for what another copy has done, the second runs into the id of the first as it stores its own, and is run again.
 */
export const claimDocument = async (tx: Tx, kind: DocumentKind, id: Id): Promise<DocumentRecord | undefined> => {
  if (!namesPieces(kind)) return lockDocument(tx, id)
  const turn = tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`document/${tx.orgId}/${id}`])
  // Both go out at once; the second sees what was committed before the first was granted.
  const [, existing] = await Promise.all([turn, lockDocument(tx, id)])
  return existing
}

/** A piece that a copy has moved stands no longer where the document takes it from. */
const namesPieces = (kind: DocumentKind): boolean => assetFieldsOf(kind).length > 0

export const readDocument = async (tx: Tx, id: Id): Promise<DocumentRecord | undefined> =>
  (await tx.query<DocumentRecord>(`select ${columns} from document where org_id = $1 and id = $2`, [tx.orgId, id]))[0]

/** The same with the values of its lines, in their order. */
export const readDocumentWithLines = async (
  tx: Tx,
  id: Id,
): Promise<(DocumentRecord & { lineValues: Record<string, unknown>[] }) | undefined> => {
  const [row] = await tx.query<DocumentRecord & { lineValues: Record<string, unknown>[] }>(
    `select ${columns},
       coalesce((select jsonb_agg(l.data order by l.line_no) from document_line l where l.org_id = $1 and l.document_id = $2), '[]') as "lineValues"
     from document where org_id = $1 and id = $2`,
    [tx.orgId, id],
  )
  return row
}

export type LineRecord = {
  lineNo: number
  sourceLine: number | null
  doneQuantity: Decimal
  givenUp: Decimal
  data: Record<string, unknown>
  seen: SeenVersions | null
}

export const readLines = (tx: Tx, id: Id): Promise<LineRecord[]> =>
  tx.query<LineRecord>(
    'select line_no as "lineNo", source_line as "sourceLine", done_quantity as "doneQuantity", given_up as "givenUp", data, seen from document_line where org_id = $1 and document_id = $2 order by line_no',
    [tx.orgId, id],
  )

/** The lines of a document that others follow: what was merged since is named by the record that took it over. */
export const readSourceLines = (tx: Tx, id: Id): Promise<LineRecord[]> =>
  tx.query<LineRecord>(
    `select l.line_no as "lineNo", l.source_line as "sourceLine", l.done_quantity as "doneQuantity", l.given_up as "givenUp",
       coalesce(replace(l.data::text, '"' || f.from_id || '"', '"' || f.into_id || '"')::jsonb, l.data) as data, l.seen
     from document_line l left join record_forward f on f.org_id = $1 and f.noun in ('model', 'consumable') and f.from_id = l.item_id
     where l.org_id = $1 and l.document_id = $2 order by l.line_no`,
    [tx.orgId, id],
  )

/** What is stored of a line and goes into the books. */
type ContentLine = Pick<LineRecord, 'lineNo' | 'sourceLine' | 'data' | 'seen'>

/**
 * A document with its lines and whether receivers confirm here, locked until the transaction ends. The lines are those before the lock was granted:
 * its process has to be locked, as nothing else writes them while it runs.
 */
export const lockForPosting = async (
  tx: Tx,
  id: Id,
): Promise<(DocumentRecord & { readonly lines: ContentLine[]; readonly confirmsReceipt: boolean }) | undefined> => {
  const [row] = await tx.query<DocumentRecord & { lines: ContentLine[]; confirmsReceipt: boolean }>(
    `select ${columns},
       coalesce((select (o.settings ->> 'confirmIssue')::boolean from organisation o where o.org_id = $1), false) as "confirmsReceipt",
       coalesce((select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sourceLine', l.source_line, 'data', l.data, 'seen', l.seen) order by l.line_no)
         from document_line l where l.org_id = $1 and l.document_id = $2), '[]') as lines
     from document where org_id = $1 and id = $2 for update`,
    [tx.orgId, id],
  )
  return row
}

/** The stored content in the form in which `readBody` gives it. */
export const bodyOf = (
  record: Pick<DocumentRecord, 'header' | 'sourceId'>,
  lines: readonly Pick<LineRecord, 'lineNo' | 'sourceLine' | 'data'>[],
): Body => ({
  header: record.header,
  lines: lines.map(({ lineNo, sourceLine, data }) => ({ lineNo, sourceLine: sourceLine ?? undefined, values: data })),
  sourceId: record.sourceId ?? undefined,
})

/** The kind of a stored document. */
export const documentKindOf = (record: Pick<DocumentRecord, 'kind'>): DocumentKind => {
  const kind = documentKind(record.kind)
  if (!kind) throw new NotFound()
  return kind
}

/** Who a document is for. */
export const subjectOf = (kind: DocumentKind, { header }: Body): Id | undefined => (kind.subject ? textIn(header, kind.subject) : undefined)

/** Its author and its receivers. */
export const peopleOf = ({
  authorUid,
  subjectUid,
  lineReceiverUids,
}: Pick<DocumentRecord, 'authorUid' | 'subjectUid' | 'lineReceiverUids'>): Id[] => [
  ...new Set([authorUid, ...(subjectUid ? [subjectUid] : []), ...lineReceiverUids]),
]

/** Everything a body refers to, looked up. */
export const readReferenceNames = (tx: Tx, kind: DocumentKind, body: Body): Promise<ReferenceName[]> =>
  lookUp(
    tx,
    referencesOf([{ fields: kind.header, values: body.header }, ...body.lines.map(({ values }) => ({ fields: kind.line, values }))]),
  )

/**
 * A body and the names of all that it refers to, each under the id that stands in the body: what was merged is named by the record that took it over.
 */
export const namedBody = (
  body: Body,
  names: readonly ReferenceName[],
): { readonly body: Body; readonly names: readonly ReferenceName[] } => ({
  body: withSurvivors(body, names),
  names: names.map(({ into, ...name }) => (into === undefined ? name : { ...name, id: into })),
})

type DerivedColumns = {
  subjectUid: Id | null
  locIds: Id[]
  amount: Decimal | null
  summary: string
  search: string
  bodyHash: string
}

/** A time in no language: a summary is written once for readers of any. */
const timeWords = (value: unknown): string => (isPeriod(value) ? plainPeriod(value) : String(value ?? ''))

/** What lines are of and how many, or when; the first three of them. */
export const summaryOf = (kind: DocumentKind, lines: Body['lines'], nameById: ReadonlyMap<Id, string>): string => {
  const items = lines.map(({ values }) => {
    if (!isAboutThings(kind))
      return summaryFieldsOf(kind)
        .map((key) => timeWords(values[key]))
        .join(' ')
    const item = textIn(values, 'item') ?? textIn(values, 'model') ?? textIn(values, 'asset')
    const quantity = textIn(values, 'quantity')
    const name = (item && nameById.get(item)) ?? ''
    return quantity ? `${name} ×${quantity}` : name
  })
  return firstOf(items)
}

type DeriveColumnsInput = {
  readonly code: string
  readonly body: Body
  readonly names: readonly ReferenceName[]
  readonly complete: boolean
}

/** What lists, scopes and searches read of a body. `amount` is worked out where the body is complete enough for the kind to say. */
const deriveColumns = (kind: DocumentKind, { code, body, names, complete }: DeriveColumnsInput): DerivedColumns => {
  const summary = summaryOf(kind, body.lines, new Map(names.map(({ id, name }) => [id, name])))
  return {
    subjectUid: subjectOf(kind, body) ?? null,
    locIds: names.filter(({ noun }) => noun === 'location').map(({ id }) => id),
    amount: complete && kind.amount ? kind.amount(headerOf(body), body.lines.map(valuesOf)) : null,
    summary,
    search: searchTextOf([code, summary, ...names.filter(({ noun }) => noun === 'person' || noun === 'supplier').map(({ name }) => name)]),
    bodyHash: hashOf(kind, body),
  }
}

export type Author = { readonly uid: Id; readonly departmentIds: readonly Id[] }

type DocumentWrite = {
  readonly id: Id
  readonly kind: DocumentKind
  readonly body: Body
  readonly names: readonly ReferenceName[]
  readonly state: DocumentState
  readonly stage: number
  /** True once `requireComplete` has passed. */
  readonly complete: boolean
  readonly at: number
  /** What it is applied for; without it the author's main one, or what is stored. */
  readonly deptId?: Id | undefined
  /** The process that it starts as it is stored. */
  readonly processId?: Id | undefined
  /** Where the pieces of each line were when it was written, in the order of the lines; unknown without. */
  readonly seen?: readonly (SeenVersions | null)[] | undefined
}

/** A document that is stored for the first time, under a number that `nextDocumentCode` gave. */
type NewDocument = DocumentWrite & { readonly code: string }

/** What was done to a document, as its history says it. */
export type DocumentEvent = { readonly action: string; readonly details?: Record<string, unknown> | undefined }

/** Stores a new document with its lines and the first entry of its history. The statement is sent at once; the caller waits for it. */
export const insertDocument = (
  tx: Tx,
  author: Author,
  { id, kind, code, body, names, state, stage, complete, at, deptId, processId, seen }: NewDocument,
  { action, details = {} }: DocumentEvent,
) => {
  const columns = deriveColumns(kind, { code, body, names, complete })
  const submittedAt = state === 'draft' ? null : new Date(at).toISOString()
  const postedAt = state === 'posted' ? submittedAt : null
  const insertion = tx.query(
    `with d as (
       insert into document (org_id, id, kind, code, state, stage, author_uid, dept_id, subject_uid, loc_ids, header, amount, summary, source_id, body_hash, search, submitted_at, posted_at, instance_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::bigint[], $11, $12, $13, $14, $15, $16, $17, $18, $23)
     ), l as (${insertingLines('$19')})
     ${insertingEvent('$20', '$21', '$7', '$22')}`,
    [
      tx.orgId,
      id,
      kind.kind,
      code,
      state,
      stage,
      author.uid,
      deptId ?? author.departmentIds[0] ?? null,
      columns.subjectUid,
      columns.locIds,
      body.header,
      columns.amount,
      columns.summary,
      body.sourceId ?? null,
      columns.bodyHash,
      columns.search,
      submittedAt,
      postedAt,
      rowsOf(body, seen),
      newId(),
      action,
      details,
      processId ?? null,
    ],
  )
  return { code, summary: columns.summary, written: Promise.all([insertion, raiseNew(tx, kind, id, state)]) }
}

/** What a document that was just stored lets rules hear. */
const raiseNew = async (tx: Tx, kind: DocumentKind, id: Id, state: DocumentState): Promise<void> => {
  if (state === 'draft') return
  await raise(tx, [{ subject: codeOf(kind), event: 'submitted', rows: [id] }])
  await raiseState(tx, kind, id, state)
}

/** Lets rules hear how a document ended, where it did. */
export const raiseState = async (tx: Tx, kind: DocumentKind, id: Id, state: DocumentState): Promise<void> => {
  const event = endings[state]
  if (event) await raise(tx, [{ subject: codeOf(kind), event, rows: [id] }])
}

const endings: Readonly<Partial<Record<DocumentState, RuleEvent>>> = {
  posted: 'posted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  reversed: 'reversed',
}

/** Writes changed content, and with it the state, over a stored document, and who did it. */
export const rewriteDocument = async (
  tx: Tx,
  before: DocumentRecord,
  { kind, body, names, state, stage, complete, at, deptId, seen }: DocumentWrite,
  { actor, event: { action, details } }: { readonly actor: Id; readonly event: DocumentEvent },
): Promise<void> => {
  const columns = deriveColumns(kind, { code: before.code, body, names, complete })
  await Promise.all([
    tx.query(
      `update document set state = $3, stage = $4, subject_uid = $5, loc_ids = $6::bigint[], header = $7, amount = $8, summary = $9, source_id = $10, body_hash = $11, search = $12,
              submitted_at = coalesce($13::timestamptz, submitted_at), posted_at = $14, dept_id = coalesce($15, dept_id), version = version + 1, updated_at = now()
       where org_id = $1 and id = $2`,
      [
        tx.orgId,
        before.id,
        state,
        stage,
        columns.subjectUid,
        columns.locIds,
        body.header,
        columns.amount,
        columns.summary,
        body.sourceId ?? null,
        columns.bodyHash,
        columns.search,
        state === before.state ? null : new Date(at).toISOString(),
        state === 'posted' ? new Date(at).toISOString() : null,
        deptId ?? null,
      ],
    ),
    tx.query('delete from document_line where org_id = $1 and document_id = $2', [tx.orgId, before.id]),
    insertLines(tx, before.id, body, seen),
    record(tx, before.id, { action, actor, details }),
    state !== before.state && raiseNew(tx, kind, before.id, state),
  ])
}

const insertLines = (tx: Tx, id: Id, body: Body, versions?: readonly (SeenVersions | null)[]): Promise<unknown> =>
  tx.query(insertingLines('$3'), [tx.orgId, id, rowsOf(body, versions)])

/** Of organisation $1 and document $2, from `rowsOf`. */
const insertingLines = (rows: string): string =>
  `insert into document_line (org_id, document_id, line_no, item_id, quantity, source_line, data, seen)
   select o.org_id, $2, l.no, l.item, l.quantity, l.source, l.data, l.seen
   from organisation o cross join jsonb_to_recordset(${rows}::jsonb) as l (no int, item bigint, quantity numeric, source int, data jsonb, seen jsonb) where o.org_id = $1`

const rowsOf = ({ lines }: Body, versions: readonly (SeenVersions | null)[] = []): string =>
  JSON.stringify(
    lines.map(({ lineNo, sourceLine, values }, index) => ({
      no: lineNo,
      item: values['item'] ?? values['model'] ?? values['asset'],
      quantity: values['quantity'],
      source: sourceLine,
      data: values,
      seen: versions[index] ?? undefined,
    })),
  )

type DocumentStep = {
  readonly state: DocumentState
  readonly stage: number
  readonly atMs: number
  /** What was done, and who did it. */
  readonly event: RecordedEvent
}

/** Moves a document on without touching its content, and records who did it. */
export const setState = async (tx: Tx, kind: DocumentKind, id: Id, step: DocumentStep): Promise<void> => {
  await Promise.all([writeTogether(tx, stateParts(tx, id, step)), raiseState(tx, kind, id, step.state)])
}

/** The same, to be written with what else a posting changes of its document. */
export const stateParts = (tx: Tx, id: Id, { state, stage, atMs, event }: DocumentStep): WritePart[] => [
  eventPart(tx, id, event),
  writePart(
    `update document set state = $3, stage = $4, posted_at = case when $3 = 'posted' then $5::timestamptz else posted_at end, version = version + 1, updated_at = now()
     where org_id = $1 and id = $2`,
    [tx.orgId, id, state, stage, new Date(atMs).toISOString()],
  ),
]

/** The state of a document by now. */
export const readState = async (tx: Tx, id: Id): Promise<DocumentState> =>
  (await onlyRow(tx.query<{ state: DocumentState }>('select state from document where org_id = $1 and id = $2', [tx.orgId, id]))).state

/** Notes which process a document that was there before has started, and for which department where that may change; answers its state. */
export const noteProcess = async (tx: Tx, id: Id, processId: Id, deptId: Id | null): Promise<DocumentState> => {
  const row = await onlyRow(
    tx.query<{ state: DocumentState }>(
      'update document set instance_id = $3, dept_id = coalesce($4, dept_id) where org_id = $1 and id = $2 returning state',
      [tx.orgId, id, processId, deptId],
    ),
  )
  return row.state
}

type RecordedEvent = {
  readonly action: string
  readonly actor: Id
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** Records an action on a document and the person who did it. */
export const record = (tx: Tx, documentId: Id, event: RecordedEvent): Promise<void> => writeTogether(tx, [eventPart(tx, documentId, event)])

const eventPart = (tx: Tx, documentId: Id, { action, actor, details = {} }: RecordedEvent): WritePart =>
  writePart(insertingEvent('$3', '$4', '$5', '$6'), [tx.orgId, documentId, newId(), action, actor, details])

/** Of organisation $1 and document $2. */
const insertingEvent = (id: string, action: string, actor: string, details: string): string =>
  `insert into document_event (org_id, id, document_id, action, actor_uid, details) values ($1, ${id}, $2, ${action}, ${actor}, ${details})`

/** Lets the screens of people know that a document has changed. */
export const tellScreens = (tx: Tx, { kind }: Pick<DocumentRecord, 'kind'>, id: Id, uids: readonly Id[]): Promise<void> =>
  announce(tx, { topic: 'documents', key: kind, body: { id, uids } })
