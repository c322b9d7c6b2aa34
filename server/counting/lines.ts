import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { type Cause, causeKinds } from '../../domain/counting/cause.ts'
import { differenceVerdicts, type Decision, type DifferenceReason, type Verdict } from '../../domain/counting/verdict.ts'
import { type CountEvidence, type CountLineRow, countTaskLine, countTaskLines } from '../../domain/counting/operations.ts'
import { inWords } from '../../domain/english/all.ts'
import type { OwnColumn } from '../../domain/counting/ownColumns.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import type { Values } from '../db/recordTable.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { numberedPartOf, pageFor } from '../page.ts'
import { likePattern } from '../search/searchText.ts'
import { hidesMoney } from '../access/hidden.ts'
import { NotFound } from '../httpError.ts'
import { type Hint, hintsOf } from './settlement/causes.ts'
import { ownColumnsOf, ownConditionsOf, ownWordsOf, saysOtherwise } from './settlement/ownColumns.ts'
import { refreshed } from './refold.ts'
import { isLatest } from './numbers.ts'
import { eventColumns, type storedEvent } from './results.ts'
import { inSight, type Sight, sightOf, valuesOfSight } from './sight.ts'

type Row = {
  item_kind: 'asset' | 'consumable'
  item_id: Id
  account: string
  code: string
  name: string
  model: string | null
  image: string | null
  loc_id: Id | null
  place_id: Id | null
  place: string | null
  unexpected: boolean
  dept_id: Id | null
  department: string | null
  holder_uid: Id | null
  holder: string | null
  unit: string | null
  value: string | null
  quantity: Decimal | null
  seen: Id[]
  seen_uid: Id | null
  counted: Decimal | null
  expected: Decimal | null
  difference: Decimal | null
  verdict: Verdict
  strength: number
  explained: Cause[]
  decision: Decision | null
  reason: DifferenceReason | null
  note: string | null
  document_id: Id | null
  document_kind: string | null
  document_code: string | null
  document_state: string | null
  late: boolean
  round: number | null
  cardValues: Values | null
}

/**
 * SQL: the lines `l` of task `$2` with what holds of each in its latest round, and what was found besides; cut to what a sight (`$3` to `$7`)
 * takes in. Of what was found besides, the place it was met in says whose it is to see.
 */
const lines = `(
    select l.item_kind, l.item_id, l.account, l.loc_id, l.dept_id, l.holder_uid, l.quantity, l.value, coalesce(r.verdict, 'pending') as verdict,
      coalesce(r.strength, 0)::int as strength, coalesce(r.seen, '[]') as seen, r.seen_uid, r.counted, r.expected, r.difference, coalesce(r.explained, '[]') as explained,
      r.decision, r.reason, r.note, r.document_id, coalesce(r.late, false) as late, r.round, false as unexpected
    from count_line l
    left join lateral (select * from count_result r where r.org_id = $1 and r.task_id = $2 and r.item_kind = l.item_kind and r.item_id = l.item_id and r.account = l.account
      and ($8::int = 1 or r.round = $8 or ${isLatest}) offset 0) r on true
    where l.org_id = $1 and l.task_id = $2 and ${inSight(3)}
    union all
    select l.item_kind, l.item_id, l.account, l.loc_id, null, l.seen_uid, null, null, l.verdict, l.strength::int, l.seen, l.seen_uid, l.counted, l.expected, l.difference, l.explained,
      l.decision, l.reason, l.note, l.document_id, l.late, l.round, true as unexpected
    from (select r.*, null::bigint as dept_id, null::bigint as holder_uid from count_result r where r.org_id = $1 and r.task_id = $2 and r.unexpected
      and ($8::int = 1 or ${isLatest})) l
    where ${inSight(3)}
  ) l
  left join asset a on l.item_kind = 'asset' and a.org_id = $1 and a.id = l.item_id
  left join model m on m.org_id = $1 and m.id = a.goods_id
  left join consumable c on l.item_kind = 'consumable' and c.org_id = $1 and c.id = l.item_id`

const lineFilter = `($9::text[] is null or l.verdict = any ($9::text[])) and ($10::bigint is null or l.loc_id = $10 or l.seen @> to_jsonb(array[$10::text]))
  and ($11::bigint is null or l.dept_id = $11) and ($12::bigint is null or l.holder_uid = $12)
  and (not $13::boolean or l.decision is null) and ($14::text is null or coalesce(a.search, c.search) like $14) and ($15::int is null or l.round = $15)
  and ($16::bigint is null or l.item_id = $16) and ($17::text is null or l.account = $17)
  and (not $18::boolean or l.item_kind = 'asset' and exists (select from count_event e where e.org_id = $1 and e.task_id = $2 and e.item_id = l.item_id and ${saysOtherwise}))`

const columns = `l.*, coalesce(a.instance_code, c.goods_code, '') as code, coalesce(a.instance_name, c.goods_name, '') as name, m.goods_name as model,
  split_part(coalesce(a.instance_image, c.goods_image), ',', 1) as image, c.unit, a.own_values as "cardValues", p.id as place_id, p.loc_name as place, d.dept_name as department, h.user_name as holder,
  o.kind as document_kind, o.code as document_code, o.state as document_state`
/** An unexpected asset has no line: its place is that of its card, not the one where it was seen. */
const nameJoins = `left join location p on p.org_id = $1 and p.id = case when l.unexpected and l.item_kind = 'asset' then a.loc_id else l.loc_id end left join department d on d.org_id = $1 and d.id = l.dept_id
  left join person h on h.org_id = $1 and h.id = l.holder_uid left join document o on o.org_id = $1 and o.id = l.document_id`

type Filter = {
  readonly verdicts?: readonly Verdict[] | undefined
  readonly placeId?: Id | undefined
  readonly departmentId?: Id | undefined
  readonly holderId?: Id | undefined
  readonly undecided?: boolean | undefined
  readonly likeQuery?: string | undefined
  readonly round?: number | undefined
  readonly itemId?: Id | undefined
  readonly account?: string | undefined
  readonly corrected?: boolean | undefined
}

const valuesOf = (tx: Tx, session: SignedIn['session'], sight: Sight, filter: Filter): unknown[] => [
  tx.orgId,
  sight.task.id,
  ...valuesOfSight(sight, session),
  sight.task.round,
  filter.verdicts ?? null,
  filter.placeId ?? null,
  filter.departmentId ?? null,
  filter.holderId ?? null,
  filter.undecided ?? false,
  filter.likeQuery?.trim() ? likePattern(filter.likeQuery) : null,
  filter.round ?? null,
  filter.itemId ?? null,
  filter.account ?? null,
  filter.corrected ?? false,
]

/** The person who only counts in a blind count is shown neither quantities nor what follows from them. */
const isBlind = ({ task, reads }: Sight): boolean => task.plan.blind && !reads

/** The own fields that the lines tell: none in a blind count to the person who counts. */
const toldColumns = async ({ tx, session, language }: SignedIn, sight: Sight): Promise<readonly OwnColumn[]> =>
  isBlind(sight) ? [] : ownColumnsOf(tx, session, sight.task.plan, language)

const answerOf = async (call: SignedIn, sight: Sight, rows: readonly Row[]): Promise<CountLineRow[]> => {
  const { tx, session, language } = call
  const [places, people, documents] = await Promise.all([
    tx.query<{ id: Id; name: string }>('select id, loc_name as name from location where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      [...new Set(rows.flatMap(({ seen }) => seen))],
    ]),
    tx.query<{ id: Id; name: string }>('select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      [...new Set(rows.flatMap(({ seen_uid }) => seen_uid ?? []))],
    ]),
    tx.query<{ id: Id; kind: string; code: string }>('select id, kind, code from document where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      [...new Set(rows.flatMap(({ explained }) => explained.flatMap(({ documentId }) => documentId ?? [])))],
    ]),
  ])
  const nameOf = (list: readonly { id: Id; name: string }[], id: Id) => list.find((line) => line.id === id)?.name ?? ''
  const blind = isBlind(sight)
  const ownWords = await ownWordsOf(call, sight.task.id, {
    pieces: rows.flatMap(({ item_kind: itemKind, item_id: itemId, cardValues }) => (itemKind === 'asset' ? [{ itemId, cardValues }] : [])),
    ownColumns: await toldColumns(call, sight),
  })
  const hints = sight.reads ? await hintsOf(tx, sight.task.id, rows.map(asLine)) : new Map<string, readonly Hint[]>()
  return rows.map((row) => ({
    itemKind: row.item_kind,
    itemId: row.item_id,
    account: row.account,
    code: row.code,
    name: row.name,
    model: row.model,
    image: row.image || null,
    place: row.place_id === null || blind ? null : { id: row.place_id, name: row.place ?? '' },
    department: row.dept_id === null ? null : { id: row.dept_id, name: row.department ?? '' },
    holder: row.holder_uid === null || blind ? null : { id: row.holder_uid, name: row.holder ?? '' },
    seenAt: row.seen.map((id) => ({ id, name: nameOf(places, id) })),
    seenWith: row.seen_uid === null ? null : { id: row.seen_uid, name: nameOf(people, row.seen_uid) },
    unit: row.unit,
    value: sight.reads && !hidesMoney(session) ? row.value : null,
    expected: blind || row.item_kind === 'asset' ? null : (row.expected ?? row.quantity ?? '0'),
    counted: blind ? null : row.counted,
    difference: blind ? null : row.difference,
    verdict: blind && quantityVerdicts.has(row.verdict) ? 'found' : row.verdict,
    strength: row.strength,
    causes: blind ? [] : causesOf(row, { documents, hints, language, manages: sight.reads }),
    decision: row.decision,
    reason: row.reason,
    document:
      row.document_id === null
        ? null
        : { id: row.document_id, kind: row.document_kind ?? '', code: row.document_code ?? '', state: row.document_state ?? '' },
    late: row.late,
    ownWords: row.item_kind === 'asset' ? ownWords(row.item_id) : {},
  }))
}

type CauseContext = {
  readonly documents: readonly { readonly id: Id; readonly kind: string; readonly code: string }[]
  readonly hints: ReadonlyMap<string, readonly Hint[]>
  readonly language: 'zh' | 'en'
  readonly manages: boolean
}

/** What was noted of a line, what the fold found out, and what is likely of other documents, in this order. */
const causesOf = (row: Row, { documents, hints, language, manages }: CauseContext): CountLineRow['causes'] => [
  ...(row.note === null || !manages ? [] : [{ words: row.note, documentId: null, documentKind: null }]),
  ...row.explained.map(({ kind, documentId }) => {
    const document = documents.find(({ id }) => id === documentId)
    const words = inWords(language, causeKinds[kind])
    return {
      words: document ? `${words} ${document.code}` : words,
      documentId: documentId ?? null,
      documentKind: document?.kind ?? null,
    }
  }),
  ...(hints.get(`${row.item_id} ${row.account}`) ?? [])
    .filter(({ document }) => !row.explained.some(({ documentId }) => documentId !== undefined && documentId === document?.id))
    .map(({ words, params, document, pair }) => ({
      words: inWords(language, words, params),
      documentId: document?.id ?? null,
      documentKind: document?.kind ?? null,
      ...(pair && { pair }),
    })),
]

const asLine = ({ item_id, account, verdict }: Row) => ({ itemId: item_id, account, verdict })

const quantityVerdicts: ReadonlySet<Verdict> = new Set(['more', 'less', 'recount'])

type PageAsked = { readonly input: ParsedInput<typeof countTaskLines>; readonly part: ReturnType<typeof numberedPartOf> }

/** A page of lines, and how many there are. */
export const pageOfLines = async (
  call: SignedIn,
  sight: Sight,
  { input, part }: PageAsked,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> => {
  const { tx, session } = call
  const { where = [] } = input
  const isNarrowed = where.length > 0 || input.corrected === true
  const ownColumns = isNarrowed ? await toldColumns(call, sight) : []
  const verdicts = input.verdicts ?? (input.differing ? differenceVerdicts : undefined)
  const c = new Conditions(
    ...valuesOf(tx, session, sight, { ...input, verdicts, corrected: input.corrected === true && ownColumns.length > 0 }),
  )
  const filter = [
    lineFilter,
    ...(where.length > 0 ? [`l.item_kind = 'asset'`, ...(await ownConditionsOf(c, call, { where, ownColumns }))] : []),
  ].join(' and ')
  const filterValues = [...c.values]
  const page = `limit ${c.place(part.pageSize)} offset ${c.place(part.offset)}`
  const [{ n: total }, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from ${lines} where ${filter}`, filterValues)),
    tx.query<Row>(
      `select ${columns} from (select l.* from ${lines} where ${filter} order by l.item_id, l.account ${page}) l
     left join asset a on l.item_kind = 'asset' and a.org_id = $1 and a.id = l.item_id
     left join model m on m.org_id = $1 and m.id = a.goods_id
     left join consumable c on l.item_kind = 'consumable' and c.org_id = $1 and c.id = l.item_id
     ${nameJoins} order by l.item_id, l.account`,
      c.values,
    ),
  ])
  return { rows, total }
}

export const lineHandlers: readonly Handler[] = [
  handle(countTaskLines, async (call, input) => {
    const { tx, session, app } = call
    const sight = await sightOf(tx, session, input.taskId)
    await refreshed(app, tx, sight.task)
    const part = numberedPartOf(input)
    const { rows, total } = await pageOfLines(call, sight, { input, part })
    return pageFor(part, await answerOf(call, sight, rows), total, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(countTaskLine, async (call, { taskId, itemId, account }) => {
    const { tx, session, app } = call
    const sight = await sightOf(tx, session, taskId)
    await refreshed(app, tx, sight.task)
    const rows = await tx.query<Row>(
      `select ${columns} from ${lines} ${nameJoins} where ${lineFilter} order by l.account desc limit 1`,
      valuesOf(tx, session, sight, { itemId, account }),
    )
    const [line] = await answerOf(call, sight, rows)
    if (!line) throw new NotFound()
    const [rounds, evidence] = await Promise.all([
      tx.query<{ round: number; verdict: Verdict; counted: Decimal | null }>(
        'select round, verdict, counted from count_result where org_id = $1 and task_id = $2 and item_id = $3 and account = $4 order by round',
        [tx.orgId, taskId, itemId, line.account],
      ),
      evidenceOf(call, sight, itemId),
    ])
    const blind = isBlind(sight)
    return {
      line,
      rounds: rounds.map((round) =>
        blind ? { ...round, verdict: quantityVerdicts.has(round.verdict) ? 'found' : round.verdict, counted: null } : round,
      ),
      evidence: blind ? evidence.filter(({ person }) => person?.id === session.uid) : evidence,
    }
  }),
]

type EvidenceRow = Parameters<typeof storedEvent>[0] & {
  seq: number
  place: string | null
  person: string | null
  holder: string | null
  voided: boolean
}

/** Everything that was observed of an item in a task, oldest first, also what does not count. */
const evidenceOf = async ({ tx, session }: Pick<SignedIn, 'tx' | 'session'>, { task }: Sight, itemId: Id): Promise<CountEvidence[]> => {
  const rows = await tx.query<EvidenceRow>(
    `select ${eventColumns}, e.seq, pl.loc_name as place, p.user_name as person, h.user_name as holder,
       exists (select from count_event v where v.org_id = $1 and v.task_id = $2 and v.device = e.device and v.kind = 'void' and v.disposition = 'ok'
         and (v.body ->> 'voids')::int = e.seq) as voided
     from count_event e
     left join location pl on pl.org_id = $1 and pl.id = e.loc_id
     left join person p on p.org_id = $1 and p.id = e.actor_uid
     left join person h on h.org_id = $1 and h.id = (e.body ->> 'holder')::bigint
     where e.org_id = $1 and e.task_id = $2 and (e.item_id = $3 or exists (
       select from count_unknown u where u.org_id = $1 and u.task_id = $2 and u.becomes = 'linked' and u.asset_id = $3 and u.code = e.body ->> 'code' and e.disposition = 'unknown'))
     order by e.happened_at, e.device, e.seq limit 500`,
    [tx.orgId, task.id, itemId],
  )
  const shownOwn = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !session.hiddenFields.has(key)))
  return rows.map((row) => {
    const { body } = row
    return {
      device: row.device,
      seq: row.seq,
      round: body.round,
      kind: body.kind,
      source: body.source,
      place: row.loc_id === null ? null : { id: row.loc_id, name: row.place ?? '' },
      zone: body.zone ?? null,
      quantity: body.quantity ?? null,
      factor: body.factor ?? null,
      holder: body.holder === undefined || row.holder === null ? null : { id: body.holder, name: row.holder },
      condition: body.condition ?? null,
      ownValues: body.ownValues ? shownOwn(body.ownValues) : null,
      rssi: body.rssi ? { n: body.rssi.n, best: body.rssi.best } : null,
      file: body.file ?? null,
      note: body.note ?? null,
      at: row.happened_at,
      uncertain: row.uncertainty_ms > task.plan.slackMinutes * 60_000,
      person: { id: row.actor_uid, name: row.person ?? '' },
      disposition: row.disposition,
      voided: row.voided,
    }
  })
}
