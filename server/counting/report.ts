import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { divide, multiply, roundTo, sum } from '../../kernel/decimal.ts'
import { fill } from '../../kernel/refusal.ts'
import {
  accountingHints,
  type ReportDetails,
  type ReportDifference,
  reportPaper,
  unknownOutcomes,
} from '../../domain/counting/reportPaper.ts'
import { differenceVerdicts } from '../../domain/counting/verdict.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import type { DocumentState } from '../../domain/documents/define.ts'
import { inWords } from '../../domain/english/all.ts'
import { type CountReport, countTaskReport } from '../../domain/counting/operations.ts'
import { countTaskExport, countTaskPdf } from '../../domain/counting/fileOperations.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type Session, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { workbookOf } from '../paper/workbook.ts'
import { Forbidden } from '../httpError.ts'
import { causeKinds } from '../../domain/counting/cause.ts'
import { hintsOf } from './settlement/causes.ts'
import { resultHash } from './hash.ts'
import { refreshed, requireWorkedOut } from './refold.ts'
import { namesOfScope } from './scope.ts'
import { type Sight, sightOf } from './sight.ts'
import { taskRowOf } from './tasks.ts'

/**
 * SQL: every line of task `$2` with what holds of it in its last round, and what was found besides. `worth` is what its difference is worth in
 * yuan, negative where something is missing.
 */
const joinedResults = `(
  select j.*, case when j.kind = 'asset' then case j.verdict when 'missing' then -j.value when 'back' then j.value else 0 end
                   else round(coalesce(j.difference, 0) * coalesce(j.value / nullif(j.quantity, 0), 0), 2) end as worth
  from (
    select coalesce(l.item_kind, r.item_kind) as kind, coalesce(l.item_id, r.item_id) as item_id, coalesce(l.account, r.account) as account,
      coalesce(l.loc_id, r.loc_id) as loc_id, case when l.item_id is null and r.item_kind = 'asset' then a.loc_id else coalesce(l.loc_id, r.loc_id) end as booked_loc_id,
      coalesce(l.dept_id, a.dept_id) as dept_id, coalesce(a.cat_id, c.cat_id) as cat_id, l.holder_uid,
      l.item_id is not null as expected, coalesce(r.verdict, 'pending') as verdict, coalesce(l.value, a.value, 0) as value, l.quantity,
      r.seen, r.counted, r.difference, r.explained, r.decision, r.reason, r.note, r.document_id,
      coalesce(a.instance_code, c.goods_code) as code, coalesce(a.instance_name, c.goods_name) as name
    from (select * from count_line where org_id = $1 and task_id = $2) l
    full join (
      select distinct on (item_id, account) * from count_result where org_id = $1 and task_id = $2 order by item_id, account, round desc
    ) r on r.item_id = l.item_id and r.account = l.account
    left join asset a on a.org_id = $1 and a.id = coalesce(l.item_id, r.item_id)
    left join consumable c on c.org_id = $1 and c.id = coalesce(l.item_id, r.item_id)
  ) j
)`

const fits = `('found', 'movedIn', 'movedOut', 'added')`

type Sums = {
  by: 'place' | 'department' | 'category' | 'all'
  id: Id | null
  name: string | null
  expected: number
  found: number
  missing: number
  surplus: number
  other: number
  value: string
  fit: number
  fit_value: string
  short_worth: string
  more_worth: string
  lost_worth: string
  back_worth: string
}

/** All numbers in one go, by place, department, category and altogether. */
const sumsText = `
  select s.*, coalesce(p.loc_name, d.dept_name, k.cat_name) as name from (
    select case when grouping(loc_id) = 0 then 'place' when grouping(dept_id) = 0 then 'department' when grouping(cat_id) = 0 then 'category' else 'all' end as by,
      coalesce(loc_id, dept_id, cat_id) as id,
      count(*) filter (where expected)::int as expected, count(*) filter (where verdict in ${fits})::int as found,
      count(*) filter (where verdict in ('missing', 'less'))::int as missing, count(*) filter (where verdict in ('more', 'back'))::int as surplus,
      count(*) filter (where verdict not in ('found', 'movedIn', 'movedOut', 'added', 'missing', 'less', 'more', 'back'))::int as other,
      coalesce(round(sum(value) filter (where expected), 2), 0) as value,
      count(*) filter (where expected and verdict in ${fits})::int as fit,
      coalesce(sum(value) filter (where expected and verdict in ${fits}), 0) as fit_value,
      coalesce(-sum(worth) filter (where kind = 'consumable' and worth < 0), 0) as short_worth,
      coalesce(sum(worth) filter (where kind = 'consumable' and worth > 0), 0) as more_worth,
      coalesce(-sum(worth) filter (where kind = 'asset' and worth < 0), 0) as lost_worth,
      coalesce(sum(worth) filter (where kind = 'asset' and worth > 0), 0) as back_worth
    from ${joinedResults} j group by grouping sets ((loc_id), (dept_id), (cat_id), ())
  ) s
  left join location p on s.by = 'place' and p.org_id = $1 and p.id = s.id
  left join department d on s.by = 'department' and d.org_id = $1 and d.id = s.id
  left join category k on s.by = 'category' and k.org_id = $1 and k.id = s.id
  order by s.by, coalesce(p.loc_name, d.dept_name, k.cat_name) collate by_pinyin nulls last, s.id`

/** A share in hundredths with two places; of nothing everything fits. */
const percentOf = (part: string, total: string): string => (Number(total) === 0 ? '100' : divide(multiply(part, '100'), total, 2))

/** What a count came to, as it stands. */
const reportOf = async (tx: Tx, session: Session, sight: Sight): Promise<CountReport> => {
  const { task } = sight
  const [row, hash, sums, things, signatures, rounds] = await Promise.all([
    taskRowOf(tx, session, sight),
    resultHash(tx, task.id),
    tx.query<Sums>(sumsText, [tx.orgId, task.id]),
    onlyRow(
      tx.query<{ n: number; worth: string }>(
        `select count(*)::int as n, coalesce(round(sum((surplus ->> 'price')::numeric), 2), 0) as worth
         from count_unknown where org_id = $1 and task_id = $2 and becomes = 'surplus'`,
        [tx.orgId, task.id],
      ),
    ),
    tx.query<{ role: CountReport['signatures'][number]['role']; uid: Id; name: string; hash: string; file: string | null; at: string }>(
      `select s.role, s.uid, p.user_name as name, s.hash, s.file, s.signed_at as at
       from count_signature s join person p on p.org_id = $1 and p.id = s.uid where s.org_id = $1 and s.task_id = $2 order by s.signed_at, s.id`,
      [tx.orgId, task.id],
    ),
    tx.query<{ round: number; lines: number; people: string[] }>(
      `select r.round, r.lines, array(
         select distinct p.user_name from count_event e join person p on p.org_id = $1 and p.id = e.actor_uid
         where e.org_id = $1 and e.task_id = $2 and e.round = r.round and e.disposition = 'ok' order by 1) as people
       from (select round, count(*)::int as lines from count_result where org_id = $1 and task_id = $2 group by 1) r order by r.round`,
      [tx.orgId, task.id],
    ),
  ])
  const all = assertDefined(
    sums.find(({ by }) => by === 'all'),
    'the sum of all',
  )
  const shortage = { lines: all.missing, value: sumOf(all.lost_worth, all.short_worth) }
  const surplus = { lines: all.surplus + things.n, value: sumOf(all.back_worth, all.more_worth, things.worth) }
  return {
    task: row,
    plan: task.plan,
    resultHash: hash,
    accuracy: { lines: percentOf(String(all.fit), String(all.expected)), value: percentOf(all.fit_value, all.value) },
    totals: sums.flatMap(({ by, name, expected, found, missing, surplus: more, other, value }) =>
      by === 'all' ? [] : [{ by, name: name ?? '', expected, found, missing, surplus: more, other, value }],
    ),
    shortage,
    surplus,
    hints: accountingHints({ missing: all.lost_worth, less: all.short_worth, surplus: things.worth, more: all.more_worth }),
    signatures: signatures.map(({ role, uid, name, at, file, ...signed }) => ({
      role,
      person: { id: uid, name },
      at,
      file,
      before: signed.hash !== hash,
    })),
    rounds,
  }
}

const sumOf = (...worth: readonly string[]): string => roundTo(sum(worth), 2)

type DifferenceRow = Omit<ReportDifference, 'causes' | 'document' | 'place' | 'holder' | 'seenAt'> & {
  kind: string
  itemId: Id
  account: string
  place: string | null
  holder: string | null
  seenAt: string | null
  explained: { kind: keyof typeof causeKinds }[] | null
  documentCode: string | null
}

/** The lines behind the numbers, and everything that the paper tells besides. */
const detailsOf = async (tx: Tx, { task }: Sight, say: (words: string) => string): Promise<ReportDetails> => {
  const values = [tx.orgId, task.id]
  const [rows, things, unknown, documents, pictures, people, names] = await Promise.all([
    tx.query<DifferenceRow>(
      `select coalesce(j.kind, 'asset') as kind, coalesce(j.item_id, 0) as "itemId", coalesce(j.account, '') as account, coalesce(j.code, '') as code,
         coalesce(j.name, '') as name, p.loc_name as place, h.user_name as holder, j.verdict,
         (select string_agg(w.loc_name, '、') from jsonb_array_elements_text(j.seen) s (id) join location w on w.org_id = $1 and w.id = s.id::bigint) as "seenAt",
         j.counted, j.difference, j.worth, j.explained, j.reason, j.note, j.decision, d.code as "documentCode"
       from ${joinedResults} j
       left join location p on p.org_id = $1 and p.id = j.booked_loc_id left join person h on h.org_id = $1 and h.id = j.holder_uid
       left join document d on d.org_id = $1 and d.id = j.document_id
       where j.verdict = any ($3::text[]) order by p.loc_name collate by_pinyin nulls last, j.verdict, j.code, j.account`,
      [...values, differenceVerdicts],
    ),
    tx.query<{ name: string; code: string | null; place: string | null; price: string | null; document: string | null }>(
      `select coalesce(u.surplus ->> 'name', '') as name, u.code, p.loc_name as place, u.surplus ->> 'price' as price, d.code as document
       from count_unknown u left join location p on p.org_id = $1 and p.id = (u.surplus ->> 'placeId')::bigint left join document d on d.org_id = $1 and d.id = u.document_id
       where u.org_id = $1 and u.task_id = $2 and u.becomes = 'surplus' order by u.id`,
      values,
    ),
    tx.query<{ code: string | null; place: string | null; times: number; becomes: keyof typeof unknownOutcomes | null }>(
      `select u.code, p.loc_name as place, u.times, u.becomes from count_unknown u left join location p on p.org_id = $1 and p.id = u.loc_id
       where u.org_id = $1 and u.task_id = $2 and u.code is not null order by u.id`,
      values,
    ),
    tx.query<{ code: string; kind: string; place: string | null; lines: number; state: DocumentState; people: string | null }>(
      `select d.code, d.kind, p.loc_name as place, d.state, (select count(*)::int from document_line l where l.org_id = $1 and l.document_id = d.id) as lines,
         (select string_agg(distinct w.user_name, '、') from wf_task k join person w on w.org_id = $1 and w.id = k.assignee_uid
          where k.org_id = $1 and k.instance_id = d.instance_id and k.status = 2) as people
       from document d left join location p on p.org_id = $1 and p.id::text = d.header ->> 'place'
       where d.org_id = $1 and d.header ->> 'task' = $2 order by d.id`,
      [tx.orgId, task.code],
    ),
    tx.query<{ label: string; paths: string[] }>(
      `select coalesce(a.instance_code, '') as label, (array_agg(e.body ->> 'file' order by e.happened_at desc))[1:3] as paths
       from count_event e join count_result r on r.org_id = $1 and r.task_id = $2 and r.item_id = e.item_id and r.verdict = any ($3::text[])
       left join asset a on a.org_id = $1 and a.id = e.item_id
       where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' and e.body ->> 'file' is not null group by e.item_id, a.instance_code order by e.item_id limit 6`,
      [...values, differenceVerdicts],
    ),
    tx.query<{ name: string; events: number; from: string; to: string }>(
      `select p.user_name as name, count(*)::int as events, min(e.happened_at) as from, max(e.happened_at) as to
       from count_event e join person p on p.org_id = $1 and p.id = e.actor_uid
       where e.org_id = $1 and e.task_id = $2 and e.disposition = 'ok' group by p.id, p.user_name order by count(*) desc, p.id`,
      values,
    ),
    namesOfScope(tx, [task.plan.scope]),
  ])
  const hints = await hintsOf(tx, task.id, rows.slice(0, hintedAtMost))
  const { places, categories, departments, holders, models } = task.plan.scope
  const namedIds = [places, categories, departments, holders, models].flat()
  return {
    scope: namedIds.length === 0 ? say('全部范围') : namedIds.map((id) => names[id] ?? '').join(say('、')),
    differences: [
      ...rows.map(({ place, holder, seenAt, explained, documentCode, ...row }) => ({
        ...row,
        place: place ?? '',
        holder: holder ?? '',
        seenAt: seenAt ?? '',
        causes: [
          ...(explained ?? []).map(({ kind }) => say(causeKinds[kind])),
          ...(hints.get(`${row.itemId} ${row.account}`) ?? []).map(({ words, params }) => fill(say(words), params)),
        ].join(say('、')),
        document: documentCode ?? '',
      })),
      ...things.map(({ name, code, place, price, document }) => ({
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
      })),
    ],
    unknown: unknown.map(({ code, place, times, becomes }) => ({
      code: code ?? '',
      place: place ?? '',
      times,
      became: becomes ? unknownOutcomes[becomes] : '',
    })),
    documents: documents.map(({ kind, place, people: by, ...rest }) => ({
      ...rest,
      title: kindNamed(kind).title,
      place: place ?? '',
      people: by ?? '',
    })),
    pictures,
    people,
  }
}

/** Of how many differences the likely causes are looked for; of the others what the fold knows is told. */
const hintedAtMost = 2000
/** How many differences stand on the paper; the workbook has them all. */
const paperRows = 2000

/** The person who sees all of a task reads its report. */
const wholeSight = async (tx: Tx, session: Session, taskId: Id): Promise<Sight> => {
  const sight = await sightOf(tx, session, taskId)
  const { locations } = session
  const seesWhole = sight.all || (sight.manages && locations !== 'all' && sight.task.loc_ids.every((id) => locations.includes(id)))
  if (!seesWhole) throw new Forbidden()
  return sight
}

/** The report as a paper, with the place where it stands in the app; the code on it says the result that it was printed of. */
const paperFor = async (call: OneByOne, taskId: Id, rows?: number) => {
  const { session, language, app } = call
  const say: SayIn = (words, params = {}) => inWords(language, words, params)
  const { report, details, organisation } = await app.database.reading(session.orgId, async (tx) => {
    const sight = await wholeSight(tx, session, taskId)
    requireWorkedOut(await refreshed(app, tx, sight.task))
    const [found, more, named] = await Promise.all([
      reportOf(tx, session, sight),
      detailsOf(tx, sight, say),
      onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId])),
    ])
    return { report: found, details: more, organisation: named.name }
  })
  const printContext = { organisation, by: session.userName, at: new Date(call.at).toISOString() }
  return {
    paper: reportPaper(report, details, { say }, { ...printContext, rows }),
    link: `${addressOf(call)}/#${reportPath}?id=${taskId}&hash=${report.resultHash}`,
  }
}
const reportPath = '/pages/goods/GsInventoryOrder/gsinventoryreport'
type SayIn = (words: string, params?: Readonly<Record<string, string | number>>) => string

const answer = async ({ tx, session, app }: SignedIn, taskId: Id): Promise<CountReport> => {
  const sight = await wholeSight(tx, session, taskId)
  requireWorkedOut(await refreshed(app, tx, sight.task))
  return reportOf(tx, session, sight)
}

export const reportHandlers: readonly Handler[] = [
  handle(countTaskReport, (call, { taskId }) => answer(call, taskId)),
  handleOneByOne(countTaskPdf, async (call, { taskId }) => {
    const { paper, link } = await paperFor(call, taskId, paperRows)
    return pdfOf(call, [{ paper, link }], paper.title)
  }),
  handleOneByOne(countTaskExport, async (call, { taskId }) => {
    const { paper } = await paperFor(call, taskId)
    return workbookOf(call, paper)
  }),
]
