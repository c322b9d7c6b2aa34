import type { Id } from '../../kernel/id.ts'
import { fill } from '../../kernel/refusal.ts'
import { causeKinds } from '../../domain/counting/cause.ts'
import { type ReportDetails, type ReportDifference, unknownOutcomes } from '../../domain/counting/reportPaper.ts'
import { differenceVerdicts } from '../../domain/counting/verdict.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import type { DocumentState } from '../../domain/documents/define.ts'
import type { OwnColumn } from '../../domain/counting/ownColumns.ts'
import type { SignedIn } from '../call.ts'
import type { Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { joinedResults } from './numbers.ts'
import { ownColumnsOf, ownWordsOf } from './settlement/ownColumns.ts'
import { namesOfScope } from './scope.ts'
import { hintsOf } from './settlement/causes.ts'
import { correctionsOf } from './settlement/corrections.ts'
import type { Sight, Task } from './sight.ts'

type Say = (words: string) => string
type Caller = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** The lines behind the numbers of a report, and everything that the paper tells besides. */
export const detailsOf = async (call: Caller, { task }: Sight, say: Say): Promise<ReportDetails> => {
  const { tx } = call
  const ownColumns = await ownColumnsOf(tx, call.session, task.plan, call.language)
  const [differences, corrections, surplus, unknown, documents, pictures, people, scope] = await Promise.all([
    differencesOf(call, task.id, { say, ownColumns }),
    correctionLines(call, task.id, ownColumns),
    surplusOf(tx, task.id),
    unknownCodesOf(tx, task.id),
    documentsOf(tx, task.code),
    picturesOf(tx, task.id),
    countersOf(tx, task.id),
    scopeOf(tx, task, say),
  ])
  const ownLabels = ownColumns.map(([, { label }]) => label)
  return { scope, ownLabels, differences: [...differences, ...surplus], corrections, unknown, documents, pictures, people }
}

/** What was seen to be otherwise than on the cards, a line for each own field. */
const correctionLines = async (call: Caller, taskId: Id, ownColumns: readonly OwnColumn[]): Promise<ReportDetails['corrections']> => {
  if (ownColumns.length === 0) return []
  const corrections = await correctionsOf(call, taskId)
  const cards = await call.tx.query<{ id: Id; code: string; name: string; place: string | null }>(
    `select a.id, a.instance_code as code, a.instance_name as name, p.loc_name as place
     from asset a left join location p on p.org_id = $1 and p.id = a.loc_id
     where a.org_id = $1 and a.id = any ($2::bigint[]) order by a.instance_code, a.id`,
    [call.tx.orgId, corrections.map(({ itemId }) => itemId)],
  )
  const pieces = corrections.map(({ itemId, cardValues }) => ({ itemId, cardValues }))
  const wordsOf = await ownWordsOf(call, taskId, { pieces, ownColumns })
  const changedKeys = new Map(corrections.map(({ itemId, ownValues }) => [itemId, ownValues]))
  return cards.flatMap(({ id, code, name, place }) =>
    ownColumns.flatMap(([key, { label }]) => {
      const words = wordsOf(id)[key]
      if (changedKeys.get(id)?.[key] === undefined || !words) return []
      return [{ code, name, place: place ?? '', label, cardText: words.cardText, countText: words.countText ?? '' }]
    }),
  )
}

type DifferenceRow = Omit<ReportDifference, 'causes' | 'document' | 'place' | 'holder' | 'seenAt' | 'ownWords'> & {
  cardValues: Values | null
  kind: string
  itemId: Id
  account: string
  place: string | null
  holder: string | null
  seenAt: string | null
  explained: { kind: keyof typeof causeKinds }[] | null
  documentCode: string | null
}

/** Of how many differences the likely causes are looked for; of the others what the fold knows is told. */
const hintedAtMost = 2000

const differencesOf = async (
  call: Caller,
  taskId: Id,
  { say, ownColumns }: { readonly say: Say; readonly ownColumns: readonly OwnColumn[] },
): Promise<ReportDetails['differences']> => {
  const { tx } = call
  const rows = await tx.query<DifferenceRow>(
    `select coalesce(j.kind, 'asset') as kind, coalesce(j.item_id, 0) as "itemId", coalesce(j.account, '') as account, coalesce(j.code, '') as code,
       coalesce(j.name, '') as name, p.loc_name as place, h.user_name as holder, j.verdict,
       (select string_agg(w.loc_name, '、') from jsonb_array_elements_text(j.seen) s (id) join location w on w.org_id = $1 and w.id = s.id::bigint) as "seenAt",
       j.counted, j.difference, j.worth, j.explained, j.reason, j.note, j.decision, d.code as "documentCode",
       (select a.own_values from asset a where j.kind = 'asset' and a.org_id = $1 and a.id = j.item_id) as "cardValues"
     from ${joinedResults} j
     left join location p on p.org_id = $1 and p.id = j.booked_loc_id left join person h on h.org_id = $1 and h.id = j.holder_uid
     left join document d on d.org_id = $1 and d.id = j.document_id
     where j.verdict = any ($3::text[]) order by p.loc_name collate by_pinyin nulls last, j.verdict, j.code, j.account`,
    [tx.orgId, taskId, differenceVerdicts],
  )
  const hints = await hintsOf(tx, taskId, rows.slice(0, hintedAtMost))
  const pieces = rows.flatMap(({ kind, itemId, cardValues }) => (kind === 'asset' ? [{ itemId, cardValues }] : []))
  const wordsOf = await ownWordsOf(call, taskId, { pieces, ownColumns })
  return rows.map(({ place, holder, seenAt, explained, documentCode, cardValues: _, ...row }) => ({
    ...row,
    ownWords: ownColumns.map(([key]) => wordsOf(row.itemId)[key]?.cardText ?? ''),
    place: place ?? '',
    holder: holder ?? '',
    seenAt: seenAt ?? '',
    causes: [
      ...(explained ?? []).map(({ kind }) => say(causeKinds[kind])),
      ...(hints.get(`${row.itemId} ${row.account}`) ?? []).map(({ words, params }) => fill(say(words), params)),
    ].join(say('、')),
    document: documentCode ?? '',
  }))
}

/** Unknown things that are taken on as surplus. */
const surplusOf = async (tx: Tx, taskId: Id): Promise<ReportDetails['differences']> => {
  const things = await tx.query<{ name: string; code: string | null; place: string | null; price: string | null; document: string | null }>(
    `select coalesce(u.surplus ->> 'name', '') as name, u.code, p.loc_name as place, u.surplus ->> 'price' as price, d.code as document
     from count_unknown u left join location p on p.org_id = $1 and p.id = (u.surplus ->> 'placeId')::bigint left join document d on d.org_id = $1 and d.id = u.document_id
     where u.org_id = $1 and u.task_id = $2 and u.becomes = 'surplus' order by u.id`,
    [tx.orgId, taskId],
  )
  return things.map(({ name, code, place, price, document }) => ({
    code: code ?? '',
    name,
    place: place ?? '',
    holder: '',
    verdict: 'surplus' as const,
    seenAt: '',
    counted: null,
    difference: null,
    worth: price ?? '0',
    causes: '',
    reason: null,
    note: null,
    decision: 'post' as const,
    document: document ?? '',
    ownWords: [],
  }))
}

const unknownCodesOf = async (tx: Tx, taskId: Id): Promise<ReportDetails['unknown']> => {
  const codes = await tx.query<{ code: string | null; place: string | null; times: number; becomes: keyof typeof unknownOutcomes | null }>(
    `select u.code, p.loc_name as place, u.times, u.becomes from count_unknown u left join location p on p.org_id = $1 and p.id = u.loc_id
     where u.org_id = $1 and u.task_id = $2 and u.code is not null order by u.id`,
    [tx.orgId, taskId],
  )
  return codes.map(({ code, place, times, becomes }) => ({
    code: code ?? '',
    place: place ?? '',
    times,
    became: becomes ? unknownOutcomes[becomes] : '',
  }))
}

/** The documents that settle a task, with those who approved them. */
const documentsOf = async (tx: Tx, taskCode: string): Promise<ReportDetails['documents']> => {
  const documents = await tx.query<{
    code: string
    kind: string
    place: string | null
    lines: number
    state: DocumentState
    people: string | null
  }>(
    `select d.code, d.kind, p.loc_name as place, d.state, (select count(*)::int from document_line l where l.org_id = $1 and l.document_id = d.id) as lines,
       (select string_agg(distinct w.user_name, '、') from wf_task k join person w on w.org_id = $1 and w.id = k.assignee_uid
        where k.org_id = $1 and k.instance_id = d.instance_id and k.status = 2) as people
     from document d left join location p on p.org_id = $1 and p.id::text = d.header ->> 'place'
     where d.org_id = $1 and d.header ->> 'task' = $2 order by d.id`,
    [tx.orgId, taskCode],
  )
  return documents.map(({ kind, place, people: by, ...rest }) => ({
    ...rest,
    title: kindNamed(kind).title,
    place: place ?? '',
    people: by ?? '',
  }))
}

/** The latest pictures of some of the differences. */
const picturesOf = (tx: Tx, taskId: Id): Promise<ReportDetails['pictures']> =>
  tx.query<{ label: string; paths: string[] }>(
    `select coalesce(a.instance_code, '') as label, (array_agg(e.body ->> 'file' order by e.happened_at desc))[1:3] as paths
     from count_event e join count_result r on r.org_id = $1 and r.task_id = $2 and r.item_id = e.item_id and r.verdict = any ($3::text[])
     left join asset a on a.org_id = $1 and a.id = e.item_id
     where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' and e.body ->> 'file' is not null group by e.item_id, a.instance_code order by e.item_id limit 6`,
    [tx.orgId, taskId, differenceVerdicts],
  )

/** Who counted, from when to when. */
const countersOf = (tx: Tx, taskId: Id): Promise<ReportDetails['people']> =>
  tx.query<{ name: string; events: number; from: string; to: string }>(
    `select p.user_name as name, count(*)::int as events, min(e.happened_at) as from, max(e.happened_at) as to
     from count_event e join person p on p.org_id = $1 and p.id = e.actor_uid
     where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' group by p.id, p.user_name order by count(*) desc, p.id`,
    [tx.orgId, taskId],
  )

/** What a task counts, by the names of what its plan is limited to. */
const scopeOf = async (tx: Tx, { plan }: Task, say: Say): Promise<string> => {
  const { places, categories, departments, holders, models } = plan.scope
  const namedIds = [places, categories, departments, holders, models].flat()
  const names = await namesOfScope(tx, [plan.scope])
  return namedIds.length === 0 ? say('全部范围') : namedIds.map((id) => names[id] ?? '').join(say('、'))
}
