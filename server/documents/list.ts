import { dayAt } from '../../kernel/day.ts'
import type { Field, Noun } from '../../kernel/field.ts'
import { idsIn, kindOf, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'
import { type DocumentKind, documentStates } from '../../domain/documents/define.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { moreSign, namedFirst, nameSeparator } from '../../domain/documents/firstOf.ts'
import type { DocumentRow, ListedDocument } from '../../domain/documents/operations.ts'
import type { Page } from '../../domain/operations/define.ts'
import { recordOf } from '../../domain/records/all.ts'
import { confirmedKinds, receiptTable, requestedKinds, requestTable } from '../../domain/approval/process/applyingTable.ts'
import type { Table } from '../../domain/tables/define.ts'
import { headerColumns, tableOfDocument } from '../../domain/documents/table.ts'
import type { Session } from '../call.ts'
import { Conditions, limitOf } from '../db/conditions.ts'
import { canForward } from '../db/recordForwards.ts'
import { dayEnd, dayStart } from '../db/days.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { likePattern } from '../search/searchText.ts'
import { type HiddenColumn, shownTo } from './hiddenColumns.ts'
import { namesOfPage } from './references.ts'
import { awaitedReceipts } from './receipts/receipts.ts'
import { isForSql, isManagedSql, seesAll } from './scope.ts'
import { countLimit, pageFor } from '../page.ts'
import {
  behindOf,
  cursorAt,
  orderOf,
  plannedFor,
  type Request,
  sortAsked,
  type SortedPart,
  sortedPartOf,
  sortValues,
  walksOf,
} from '../tables/order.ts'
import type { ColumnStanding, Standings } from '../tables/columnStanding.ts'
import { chosenText } from '../tables/chosenRows.ts'
import { conditionsOf } from '../tables/where.ts'

export type DocumentFilter = Request & {
  state?: string | string[] | undefined
  mine?: boolean | undefined
  authorUid?: Id | undefined
  sourceId?: Id | undefined
  open?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Where the columns of a document `d` of a kind stand, as far as their reader sees it; `reader` is the place of the reader's id. */
const standingsFor = (kind: DocumentKind, hiddenColumn: HiddenColumn, reader: string): Standings => {
  const subject = hiddenColumn('subject', 'd.subject_uid')
  const receiver = receiverStanding(subject, hiddenColumn, [kind])
  return {
    code: { sql: 'd.code', filled: true },
    summary: { sql: hiddenColumn('summary', `nullif(d.summary, '')`) },
    amount: { sql: hiddenColumn('amount', 'd.amount') },
    submittedAt: { sql: 'd.submitted_at' },
    state: { sql: 'd.state', filled: true },
    ...Object.fromEntries(headerColumns(kind).map(([key, field]) => [key, headerStanding(key, field, hiddenColumn)])),
    postedAt: { sql: 'd.posted_at' },
    createdAt: { sql: 'd.created_at', filled: true },
    subjectUid: receiver,
    authorUid: { sql: 'd.author_uid' },
    concerns: {
      sql: 'null',
      holds: (choice) => {
        if (choice === 'author') return `d.author_uid = ${reader}`
        const onLines = receiver.otherStanding?.within?.(`r.receiver_uid = ${reader}`)
        return `(${[`${subject} is not distinct from ${reader}`, ...(onLines === undefined ? [] : [onLines])].join(' or ')})`
      },
    },
  }
}

/**
 * Where the receiver of a document `d` of some kinds stands: in the header, and where lines name receivers of their own also there, as far
 * as the reader sees these.
 */
const receiverStanding = (headerSql: string, hiddenColumn: HiddenColumn, kinds: readonly DocumentKind[]): ColumnStanding => {
  const paths = new Set(kinds.flatMap(({ stages }) => stages?.[0]?.byLine ?? []).map((key) => `lines.${key}`))
  if (paths.size === 0) return { sql: headerSql }
  const isShownSql = [...paths].reduce((sql, path) => hiddenColumn(path, sql, 'false'), 'true')
  const within = (condition: string) =>
    `(d.id = any (array(select r.document_id from document_line r where r.org_id = $1 and ${condition})) and ${isShownSql})`
  return { sql: headerSql, otherStanding: { sql: 'r.receiver_uid', within } }
}

const headerStanding = (key: string, { control }: Field, hiddenColumn: HiddenColumn): ColumnStanding => {
  const noun = refersTo(control)
  const { column } = kindOf(control)
  const tree = noun && noun !== 'document' ? recordOf(noun) : undefined
  return {
    sql: hiddenColumn(key, `(d.header ->> '${key}')${column === 'text' ? '' : `::${column}`}`),
    tree: tree?.parent && tree.table,
    mergedNoun: noun && canForward(noun) ? noun : undefined,
  }
}

/** How far the lines of a document `d` in the books are fulfilled, of the kinds whose lines others fulfil. */
export const fulfilledSql = `case when d.state = 'posted' and d.kind in (${documentKinds
  .filter((kind) => kind.fulfilmentWords)
  .map(({ kind }) => `'${kind}'`)
  .join(', ')}) then (
    select case when bool_and(l.done_quantity >= l.quantity) then 'all' when bool_and(l.done_quantity + l.given_up >= l.quantity) then 'over'
                when bool_or(l.done_quantity > 0) then 'some' else 'none' end
    from document_line l where l.org_id = $1 and l.document_id = d.id) end`

/** Who a document `d` of these kinds is for, `s`; of several people whom its lines name the first, with a sign that there are more. */
const subjectNameFor = (hiddenColumn: HiddenColumn, kinds: readonly DocumentKind[]): string => {
  const namesByKind = kinds.flatMap(({ kind, stages }) => {
    const { by, byLine } = stages?.[0] ?? {}
    if (by === undefined || byLine === undefined) return []
    const names = `(select string_agg(r.user_name, '${nameSeparator}' order by r.place) filter (where r.place <= ${namedFirst}) || case when count(*) > ${namedFirst} then '${moreSign}' else '' end
      from (select p.user_name, row_number() over (order by u.line_no) as place from (
          select coalesce(l.data ->> '${byLine}', d.header ->> '${by}')::bigint as uid, min(l.line_no) as line_no
          from document_line l where l.org_id = $1 and l.document_id = d.id group by 1) u
        join person p on p.org_id = $1 and p.id = u.uid) r)`
    return [`when d.kind = '${kind}' then ${hiddenColumn(`lines.${byLine}`, names, 's.user_name')}`]
  })
  if (namesByKind.length === 0) return hiddenColumn('subject', 's.user_name')
  return hiddenColumn('subject', `coalesce(case ${namesByKind.join(' ')} end, s.user_name)`)
}

/** What a row of a list says of a document `d`, its author `a` and who it is for, `s`. */
const rowColumnsFor = (
  hiddenColumn: HiddenColumn,
  kinds: readonly DocumentKind[],
): string => `d.id, d.kind, d.code, d.state, d.stage, d.author_uid as "authorUid", a.user_name as "authorName",
  ${subjectNameFor(hiddenColumn, kinds)} as "subjectName", ${hiddenColumn('amount', 'd.amount')} as amount, ${hiddenColumn('summary', 'd.summary')} as summary,
  d.source_id as "sourceId", d.instance_id as "processId",
  (select i.number from wf_instance i where i.org_id = $1 and i.id = d.instance_id) as "processNumber", d.version, d.created_at as "createdAt", d.submitted_at as "submittedAt", d.posted_at as "postedAt",
  ${fulfilledSql} as fulfilled`

/** The places of the reader's id and of the places that narrow what a keeper sees. */
const readingParams = { reader: '$3', locations: '$4' } as const

const ownText = `(d.author_uid = $3 or ${isForSql('$3')})`

/**
 * What the filters say about a document `d`. A condition that is not asked stands nowhere: one that says "or nothing is asked" makes a plan for
 * every value look so dear that the statement is planned anew each time.
 */
const filterTexts = (c: Conditions, hiddenColumn: HiddenColumn, input: DocumentFilter): string[] => {
  const { state, authorUid, sourceId, from, to, likeQuery, open } = input
  return [
    ...(state === undefined ? [] : [`d.state = any (${c.place([state].flat())}::text[])`]),
    ...(authorUid === undefined ? [] : [`d.author_uid = ${c.place(authorUid)}`]),
    ...(sourceId === undefined ? [] : [`d.source_id = ${c.place(sourceId)}`]),
    ...(from === undefined ? [] : [`d.created_at >= ${dayStart(`${c.place(from)}::date`)}`]),
    ...(to === undefined ? [] : [`d.created_at < ${dayEnd(`${c.place(to)}::date`)}`]),
    ...(likeQuery ? [`${hiddenColumn('search', 'd.search', 'lower(d.code)')} like ${c.place(likePattern(likeQuery))}`] : []),
    ...(open === undefined
      ? []
      : [
          `${c.place(open)}::boolean = (d.state = 'posted' and exists (
    select from document_line l where l.org_id = $1 and l.document_id = d.id and l.done_quantity + l.given_up < l.quantity))`,
        ]),
  ]
}

const asksNoDraft = ({ state }: DocumentFilter): boolean => state !== undefined && ![state].flat().includes('draft')

/** What a person asks of the documents of a kind: the conditions on `d`, where its columns stand, and what of it this reader sees. */
export type DocumentsAsked = { readonly conditions: Conditions; readonly standings: Standings; readonly shown: HiddenColumn }

/** The documents of a kind `d` that a person asks for, inside their data scope; of drafts only their own. */
export const documentsAsked = async (tx: Tx, session: Session, kind: DocumentKind, input: DocumentFilter): Promise<DocumentsAsked> => {
  const all = seesAll(session, kind)
  const hiddenColumn = await shownTo(tx, session, [kind], readingParams)
  const standings = standingsFor(kind, hiddenColumn, readingParams.reader)
  const places = all && session.locations !== 'all' ? session.locations : null
  const c = new Conditions(tx.orgId, kind.kind, session.uid, places)
  const managedSql = places && isManagedSql(session, { locations: '$4', departments: c.place(session.departments) })
  for (const text of [
    'd.org_id = $1 and d.kind = $2 and $3::bigint is not null',
    ...(asksNoDraft(input) ? [] : [`(d.state <> 'draft' or d.author_uid = $3)`]),
    ...(all && !input.mine ? [] : [ownText]),
    // Where no place narrows the list the text names the places all the same, so that they have a type.
    managedSql ? `(${managedSql} or ${ownText})` : '($4::bigint[] is null or true)',
    ...filterTexts(c, hiddenColumn, input),
    ...conditionsOf(c, tableOfDocument(kind), standings, { where: input.where ?? [], today: dayAt(tx.now()) }),
  ])
    c.add(text)
  if (input.chosen) c.add(chosenText(c, input.chosen, 'd.id'))
  return { conditions: c, standings, shown: hiddenColumn }
}

/** A keyword reads every document of a kind. Where it finds no more than so many, a page is made of those and nothing is read again. */
const namedAtMost = 1000

/** One page of a kind's documents, newest first unless another order is asked for. */
export const listDocuments = async (tx: Tx, session: Session, kind: DocumentKind, input: DocumentFilter): Promise<Page<ListedDocument>> => {
  const table = tableOfDocument(kind)
  const { conditions: c, standings, shown } = await documentsAsked(tx, session, kind, input)
  const part = sortedPartOf(table, standings, input)
  const planMode = plannedFor(input)
  const counting = isWholeBook(session, kind, input) ? countBook(tx, session, kind) : countMatches(tx, c, input)
  const ids = input.likeQuery ? (await counting).ids : undefined
  if (ids) c.add(`d.id = any (${c.place(ids)}::bigint[])`)
  const order = orderOf(part.sorting, 'd.id')
  const header = headerColumns(kind).map(([key]) => ({ key, value: shown(key, `d.header -> '${key}'`) }))
  const page = tx.query<ListedValues>(
    `with page as materialized (${pageText(c, part, order, ids === null)})
     select ${rowColumnsFor(shown, [kind])}${header.map(({ key, value }) => `, ${value} as "${key}"`).join('')}, ${sortValues(part.sorting)},
       ${pageNamesOf(kind, header)} as "pageNames"
     from page d
     join lateral (${personOf('d.author_uid')}) a on true
     left join lateral (${personOf('d.subject_uid')}) s on true
     order by ${order}`,
    c.values,
    planMode,
  )
  const [rows, { n }] = await Promise.all([page, counting])
  const pageNames = rows.find((row) => row.pageNames)?.pageNames ?? {}
  return pageFor(
    part,
    rows.map(({ sortedBy: _, pageNames: __, ...row }) => ({ ...row, names: namesOf(kind, row, pageNames) })),
    n,
    { limit: countLimit, place: cursorAt(table, part.sorting, rows) },
  )
}

/** The names of what the documents of a page refer to: by noun, then by id. */
type PageNames = Readonly<Partial<Record<Noun, Readonly<Record<Id, string>> | null>>>
type ListedValues = DocumentRow & Values & { readonly sortedBy: (string | null)[]; readonly pageNames: PageNames | null }

type DocumentCount = { readonly n: number; readonly ids: Id[] | null }

/** How many documents fit what is asked, as far as they are counted; of a keyword also which they are, if they are few. */
const countMatches = (tx: Tx, c: Conditions, input: DocumentFilter): Promise<DocumentCount> =>
  onlyRow(
    tx.query<DocumentCount>(
      `select count(*)::int as n, ${input.likeQuery ? `case when count(*) <= ${namedAtMost} then coalesce(array_agg(f.id), '{}') end` : 'null::bigint[]'} as ids
       from (select d.id from document d where ${c.texts.join(' and ')} limit ${countLimit + 1}) f`,
      [...c.values],
      plannedFor(input),
    ),
  )

/** True where nothing narrows the documents of a kind but that drafts are their authors'. */
const isWholeBook = (session: Session, kind: DocumentKind, input: DocumentFilter): boolean =>
  seesAll(session, kind) &&
  session.locations === 'all' &&
  !input.chosen &&
  !(input.where ?? []).length &&
  [
    input.state,
    input.mine || undefined,
    input.authorUid,
    input.sourceId,
    input.from,
    input.to,
    input.likeQuery || undefined,
    input.open,
  ].every((value) => value === undefined)

const statesSubmitted = Object.keys(documentStates).filter((state) => state !== 'draft')

/**
 * The same of all documents of a kind, from the index of their states. Of a kind with more than are counted that stays so: what was submitted is
 * never thrown away.
 */
const countBook = async (tx: Tx, session: Session, kind: DocumentKind): Promise<DocumentCount> => {
  const book = `${tx.orgId} ${kind.kind}`
  if (fullBooks.has(book)) return { n: countLimit + 1, ids: null }
  const { submittedCount, drafts } = await onlyRow(
    tx.query<{ submittedCount: number; drafts: number }>(
      `select
         (select count(*)::int from (select from document d where d.org_id = $1 and d.kind = $2
            and d.state in (${statesSubmitted.map((state) => `'${state}'`).join(', ')}) limit ${countLimit + 1}) s) as "submittedCount",
         (select count(*)::int from (select from document d where d.org_id = $1 and d.kind = $2
            and d.state = 'draft' and d.author_uid = $3 limit ${countLimit + 1}) o) as drafts`,
      [tx.orgId, kind.kind, session.uid],
    ),
  )
  if (submittedCount > countLimit) keepRecent(fullBooks, book, true, fullBooksAtMost)
  return { n: submittedCount + drafts, ids: null }
}

/** Organisations with the kinds of which they have more documents than are counted. */
const fullBooks = new Map<string, true>()
const fullBooksAtMost = 10_000

/** SQL for the person with an id, looked up for one row after the other. */
const personOf = (uid: string): string => `select p.user_name from person p where p.org_id = $1 and p.id = ${uid} offset 0`

/** What lies in an index in its order, as far as documents have it. */
const orderedColumns: ReadonlySet<string> = new Set(['submittedAt', 'postedAt', 'amount'])

/**
 * The documents of a page. In the order of an index what has a value is read as far as the page goes; what has none, which lies in no such index,
 * only where that does not fill the page. What many have (`isFrequent`) is met along the order: nothing says so beforehand, so that all of it would be gathered.
 */
const pageText = (c: Conditions, part: SortedPart, order: string, isFrequent: boolean): string => {
  const conditionSql = c.texts.join(' and ')
  const along = (from: string, orderSql: string): string =>
    isFrequent
      ? `select * from (select * from document d where d.org_id = $1 and d.kind = $2 and ${from} order by ${orderSql} offset 0) d where ${conditionSql}`
      : `select * from document d where ${conditionSql} and ${from} order by ${orderSql}`
  const cut = () => limitOf(c, part.pageSize, part.offset)
  if (part.sorting[0] && orderedColumns.has(part.sorting[0].key)) {
    const [first, missing] = walksOf(c, part, 'd.id').map((walk) => along(walk.where, walk.order))
    if (missing === undefined) return `${first} ${cut()}`
    const most = c.place(part.offset + part.pageSize)
    return `with filled as materialized (${first} limit ${most}),
        missing as (${missing} limit ${most}::bigint - (select count(*) from filled))
      select * from (select * from filled union all select * from missing) d order by ${order} ${cut()}`
  }
  if (part.after !== undefined) return `${along(`(d.id < ${c.place(part.after)})`, order)} ${cut()}`
  const from = part.behind ? behindOf(c, part.sorting, part.behind, 'd.id') : 'true'
  return `${along(`(${from})`, order)} ${cut()}`
}

type Values = Readonly<Record<string, unknown>>

const references = (kind: DocumentKind): readonly (readonly [key: string, field: Field])[] =>
  headerColumns(kind).filter(([, { control }]) => refersTo(control) !== undefined)

/** SQL that is the names of what the headers of a page refer to in its first row. */
const pageNamesOf = (kind: DocumentKind, header: readonly { readonly key: string; readonly value: string }[]): string => {
  const fields = references(kind).flatMap(([key, { control }]) => {
    const noun = refersTo(control)
    const value = header.find((column) => column.key === key)?.value
    return noun && value ? [{ noun, value }] : []
  })
  return fields.length === 0 ? 'null::json' : `case when d.id = (select p.id from page p limit 1) then ${namesOfPage(fields)} end`
}

const namesOf = (kind: DocumentKind, row: Values, pageNames: PageNames): Record<string, string> =>
  Object.fromEntries(
    references(kind).flatMap(([key, { control }]) => {
      const noun = refersTo(control)
      const names = noun && pageNames[noun]
      return idsIn(control, row[key]).flatMap((id): [string, string][] => {
        const name = names?.[id]
        return name === undefined ? [] : [[id, name]]
      })
    }),
  )

/** Documents of several kinds `d`: the statement that they stand in, what each has to be, and where the columns of their table stand. */
type Among = {
  readonly table: Table
  readonly standings: Standings
  readonly shown: HiddenColumn
  readonly conditions: Conditions
  /** What stands before `select`, and what is selected from. */
  readonly source: { readonly before: string; readonly from: string }
}

/** The same with what is asked of them besides. */
const askAmong = (tx: Tx, among: Among, { likeQuery, chosen, where = [] }: Request): Among => {
  const { table, standings, conditions: c } = among
  if (likeQuery) c.add(`${among.shown('search', 'd.search', 'lower(d.code)')} like ${c.place(likePattern(likeQuery))}`)
  if (chosen) c.add(chosenText(c, chosen, 'd.id'))
  for (const text of conditionsOf(c, table, standings, { where, today: dayAt(tx.now()) })) c.add(text)
  return among
}

type OrderedDocuments = Among & { readonly part: SortedPart; readonly order: string }

const pageAmong = async (
  tx: Tx,
  { table, shown: hiddenColumn, conditions: c, source: { before, from }, part, order }: OrderedDocuments,
  { where = [], sort }: Request,
): Promise<Page<DocumentRow>> => {
  const matching = () => `where ${c.texts.join(' and ')}`
  const planMode = plannedFor({ where, ...(sort && { sort }) })
  const total = onlyRow(
    tx.query<{ n: number }>(
      `${before} select count(*)::int as n from (select from ${from} d ${matching()} limit ${countLimit + 1}) f`,
      [...c.values],
      planMode,
    ),
  )
  if (part.after !== undefined) c.add(`d.id < ${c.place(part.after)}`)
  if (part.behind) c.add(`(${behindOf(c, part.sorting, part.behind, 'd.id')})`)
  const page = tx.query<DocumentRow & { sortedBy: (string | null)[] }>(
    `${before} select ${rowColumnsFor(hiddenColumn, documentKinds)}, ${sortValues(part.sorting)} from ${from} d
     join person a on a.org_id = $1 and a.id = d.author_uid
     left join person s on s.org_id = $1 and s.id = d.subject_uid
     ${matching()} order by ${order} limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}`,
    c.values,
    planMode,
  )
  const [rows, { n }] = await Promise.all([page, total])
  return pageFor(
    part,
    rows.map(({ sortedBy: _, ...row }) => row),
    n,
    { limit: countLimit, place: cursorAt(table, part.sorting, rows) },
  )
}

/** The places of the reader's id and of the places that narrow what a keeper sees, among several kinds. */
const readingAmong = { reader: '$2', locations: '$3' } as const

const conditionsAmong = (tx: Tx, { uid, locations }: Session, ...values: readonly unknown[]): Conditions => {
  const c = new Conditions(tx.orgId, uid, locations === 'all' ? null : locations, ...values)
  // Where nothing is hidden no text has the places, which have to stand somewhere.
  c.add('($2::bigint is not null and ($3::bigint[] is null or true))')
  return c
}

/** Where the columns of documents of several kinds stand. */
const standingsAmong = (hiddenColumn: HiddenColumn, kinds: readonly DocumentKind[]): Standings => ({
  code: { sql: 'd.code' },
  kind: { sql: 'd.kind' },
  summary: { sql: hiddenColumn('summary', `nullif(d.summary, '')`) },
  submittedAt: { sql: 'd.submitted_at' },
  authorUid: { sql: 'd.author_uid' },
  subjectUid: receiverStanding(hiddenColumn('subject', 'd.subject_uid'), hiddenColumn, kinds),
})

/** Requests inside the data scope of a keeper, or that wait for his word, whose pieces are to be named: every kind that lets pieces be named late. */
export const requestsAsked = async (tx: Tx, session: Session, input: Request): Promise<Among> => {
  const kinds = requestedKinds.filter((kind) => seesAll(session, kind))
  const c = conditionsAmong(
    tx,
    session,
    kinds.map(({ kind }) => kind),
  )
  const hiddenColumn = await shownTo(tx, session, kinds, readingAmong)
  // The person who it is for asks for it; where no one is named its author does.
  const standings = {
    ...standingsAmong(hiddenColumn, kinds),
    subjectUid: receiverStanding(`coalesce(${hiddenColumn('subject', 'd.subject_uid')}, d.author_uid)`, hiddenColumn, kinds),
  }
  c.add(`d.org_id = $1 and d.kind = any ($4) and d.state = 'inApproval'`)
  c.add(`(${isManagedSql(session, { locations: '$3', departments: c.place(session.departments) })} or exists (
      select from wf_task t where t.org_id = $1 and t.instance_id = d.instance_id and t.assignee_uid = $2 and t.status = 1))`)
  c.add(`exists (select from document_line l where l.org_id = $1 and l.document_id = d.id and not l.data ? 'assets')`)
  const source = { before: '', from: 'document' }
  return askAmong(tx, { table: requestTable, standings, shown: hiddenColumn, conditions: c, source }, input)
}

/** One page of them. */
export const listOpenRequests = async (tx: Tx, session: Session, input: Request): Promise<Page<DocumentRow>> => {
  const among = await requestsAsked(tx, session, input)
  const part = sortedPartOf(requestTable, among.standings, input)
  return pageAmong(tx, { ...among, part, order: orderOf(part.sorting, 'd.id') }, input)
}

type ReceiptQuestion = Request & { readonly item?: Id | undefined }

/** What waits for the caller to confirm that it arrived; `item`: only what brings this piece. */
export const receiptsAsked = async (tx: Tx, session: Session, { item, ...input }: ReceiptQuestion): Promise<Among> => {
  const c = conditionsAmong(tx, session)
  const hiddenColumn = await shownTo(tx, session, confirmedKinds, readingAmong)
  if (item) c.add(bringsPiece(c.place(item)))
  const source = { before: awaitedReceipts, from: 'awaited' }
  return askAmong(
    tx,
    { table: receiptTable, standings: standingsAmong(hiddenColumn, confirmedKinds), shown: hiddenColumn, conditions: c, source },
    input,
  )
}

/** One page of it, the oldest first unless another order is asked for. */
export const listReceipts = async (tx: Tx, session: Session, input: ReceiptQuestion): Promise<Page<DocumentRow>> => {
  const among = await receiptsAsked(tx, session, input)
  const sortedPart = sortedPartOf(receiptTable, among.standings, { ...input, ...(!sortAsked(input)[0] && { after: undefined }) })
  const part = { ...sortedPart, continues: sortedPart.sorting.length > 0 }
  return pageAmong(tx, { ...among, part, order: part.continues ? orderOf(part.sorting, 'd.id') : 'd.id' }, input)
}

/** True of what has to do with a piece: it is kept for it, or went on its way with it. */
const bringsPiece = (
  place: string,
): string => `(exists (select from reservation r where r.org_id = $1 and r.document_id = d.id and r.item_id = ${place}::bigint)
  or exists (select from move m where m.org_id = $1 and m.document_id = d.id and m.item_id = ${place}::bigint))`
