import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { divide, multiply, roundTo, sum } from '../../kernel/decimal.ts'
import { accountingHints, reportPaper } from '../../domain/counting/reportPaper.ts'
import { inWords } from '../../domain/english/all.ts'
import { type CountReport, countTaskReport } from '../../domain/counting/operations.ts'
import { countTaskExport, countTaskPdf } from '../../domain/counting/fileOperations.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type Session, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { workbookOf } from '../paper/workbook.ts'
import { hidesMoney } from '../access/hidden.ts'
import { refuse } from '../../kernel/refusal.ts'
import { Forbidden } from '../httpError.ts'
import { joinedResults } from './numbers.ts'
import { detailsOf } from './reportDetails.ts'
import { refreshed, requireWorkedOut } from './refold.ts'
import { type Sight, sightOf } from './sight.ts'
import { taskRowOf } from './tasks.ts'

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

/** How many differences stand on the paper; the workbook has them all. */
const paperRows = 2000

/** The person who sees all of a task reads its report. */
const wholeSight = async (tx: Tx, session: Session, taskId: Id): Promise<Sight> => {
  const sight = await sightOf(tx, session, taskId)
  const { locations } = session
  const seesWhole = sight.all || (sight.reads && locations !== 'all' && sight.task.loc_ids.every((id) => locations.includes(id)))
  if (!seesWhole) throw new Forbidden()
  if (hidesMoney(session)) refuse('role.hidesMoney', '盘点报告里有金额，您的角色看不到价格与价值')
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
      detailsOf({ tx, session, language }, sight, say),
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

/**
 * SHA-256 in hex of what a count came to: of every line in every round what was found and decided, and what was made of unknown codes, in
 * one order and one way of writing. It changes exactly when one of them does; documents, and what came too late, are no part of it.
 */
export const resultHash = async (tx: Tx, taskId: Id): Promise<string> => {
  const { hash } = await onlyRow(
    tx.query<{ hash: string }>(
      `select encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' order by part, item_id, account collate "C", round), ''), 'UTF8')), 'hex') as hash
       from (
         select 1 as part, item_id, account, round, jsonb_build_array(item_kind, item_id::text, account, round, verdict, strength, seen, seen_uid::text,
           trim_scale(counted)::text, trim_scale(expected)::text, trim_scale(difference)::text, decision, reason, note)::text as line
         from count_result where org_id = $1 and task_id = $2
         union all
         select 2, id, '', 0, jsonb_build_array(code, loc_id::text, becomes, asset_id::text, surplus)::text
         from count_unknown where org_id = $1 and task_id = $2
       ) r`,
      [tx.orgId, taskId],
    ),
  )
  return hash
}
