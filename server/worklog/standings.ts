import { dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { WorkCalendar } from '../../domain/calendar/workCalendar.ts'
import { logOperations as calls } from '../../domain/worklog/operations.ts'
import { dueAt } from '../../domain/worklog/due.ts'
import { periodsWithin } from '../../domain/worklog/period.ts'
import { type PeriodSpan, type LogStanding, standingOf } from '../../domain/worklog/standing.ts'
import { refuse } from '../../kernel/refusal.ts'
import { peopleOf } from '../approval/process/lists.ts'
import { handle, type Handler } from '../call.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { Tx } from '../db/tx.ts'
import { pageOfWhole } from '../page.ts'
import { Forbidden } from '../httpError.ts'
import { awayDaysOf } from './awayDays.ts'
import { departmentsBelow, overseenUids } from './people.ts'
import { type StoredTemplate, templateOf } from './templates.ts'

/** How a person stands to each of some periods. */
export type PersonStandings = { readonly uid: Id; readonly departmentName: string; readonly standings: readonly LogStanding[] }

type StandingsInput = {
  readonly periods: readonly PeriodSpan[]
  readonly calendar: WorkCalendar
  readonly now: number
  /** Everyone who has to write, or only people of these departments and those below. */
  readonly among: 'all' | readonly Id[]
}

/** Everyone who has to write with a template, by department and name, with how they stand to each period. */
export const standingsOf = async (
  tx: Tx,
  template: StoredTemplate,
  { periods, calendar, now, among }: StandingsInput,
): Promise<PersonStandings[]> => {
  const first = periods[0]
  const last = periods.at(-1)
  if (!first || !last) return []
  const [away, writers, sent] = await Promise.all([
    awayDaysOf(tx, { from: first.from, to: last.to }, calendar),
    tx.query<{ uid: Id; department: string | null; created_at: string }>(writersText, [
      tx.orgId,
      template.departments,
      template.exempt,
      among === 'all' ? null : among,
    ]),
    tx.query<{ uid: Id; period_key: string; late: boolean }>(
      `select uid, period_key, late from log_entry
       where org_id = $1 and template_id = $2 and state = 'sent' and period_from between $3 and $4`,
      [tx.orgId, template.id, first.from, last.from],
    ),
  ])
  const handedIn = new Map(sent.map(({ uid, period_key, late }) => [`${uid}/${period_key}`, { late }]))
  const since = template.since ?? dayAt(now)
  return writers.map(({ uid, department, created_at }) => {
    const joinedOn = dayAt(Date.parse(created_at))
    const writer = { uid, joinedOn: joinedOn > since ? joinedOn : since, awayOn: away.get(uid) }
    return {
      uid,
      departmentName: department ?? '',
      standings: periods.map((span) => standingOf(writer, span, handedIn.get(`${uid}/${span.key}`), { due: template.due, calendar, now })),
    }
  })
}

/** $2 departments of the template, $3 who need not, $4 departments of the person who asks, or null. */
const writersText = `
  with recursive below as (${departmentsBelow('$2::bigint[]')}),
  headed as (
    select d.id from department d where d.org_id = $1 and d.id = any ($4::bigint[]) and d.deleted_at is null
    union
    select d.id from department d join headed h on d.parent_id = h.id where d.org_id = $1 and d.deleted_at is null
  )
  select p.id as uid, d.dept_name as department, p.created_at
  from person p left join department d on d.org_id = $1 and d.id = p.dept_id
  where p.org_id = $1 and p.state = 'active' and p.deleted_at is null and not (p.id = any ($3::bigint[]))
    and (cardinality($2::bigint[]) = 0 or p.dept_id in (select b.id from below b)
         or exists (select from person_department m join below b on b.id = m.dept_id where m.org_id = $1 and m.uid = p.id))
    and ($4::bigint[] is null or p.dept_id in (select h.id from headed h))
  order by d.sort_order nulls last, d.dept_name collate by_pinyin, p.user_name collate by_pinyin, p.id`

/** As many periods as a screen shows beside each other. */
const periodsAtMost = 62

export const standingHandlers: readonly Handler[] = [
  handle(calls.statistics, async ({ tx, session, at }, { templateId, from, to, deptId, missing, ...input }) => {
    const template = await templateOf(tx, templateId)
    if (template.period === 'none') refuse('worklog.noPeriod', '“{template}”不按周期填写，没有提交统计', { template: template.name })
    const scope = await overseenUids(tx, session, template.receivers)
    if (scope !== 'all' && scope.length === 0) throw new Forbidden()
    const calendar = await workCalendarOf(tx)
    const periods = periodsWithin(template.period, { from, to }, periodsAtMost)
    const within = deptId === undefined ? undefined : await departmentTree(tx, deptId)
    const all = await standingsOf(tx, template, { periods, calendar, now: at, among: scope })
    const departments = within === undefined ? undefined : await peopleIn(tx, within)
    const people = all.flatMap(({ uid, departmentName, standings }) => {
      if (departments && !departments.has(uid)) return []
      const count = (standing: LogStanding) => standings.filter((candidate) => candidate === standing).length
      const row = { uid, departmentName, standings, sent: count('sent') + count('late'), late: count('late'), missing: count('missing') }
      return missing && row.missing === 0 && !standings.includes('open') ? [] : [row]
    })
    const names = await peopleOf(
      tx,
      people.map(({ uid }) => uid),
    )
    const sum = (key: 'sent' | 'late' | 'missing') => people.reduce((total, row) => total + row[key], 0)
    return {
      periods: periods.map((span) => {
        const until = dueAt(template.due, span, calendar)
        return { ...span, until: until === undefined ? null : new Date(until).toISOString() }
      }),
      totals: { people: people.length, sent: sum('sent'), late: sum('late'), missing: sum('missing') },
      page: pageOfWhole(
        input,
        people.map(({ uid, standings, ...row }) => ({ id: uid, person: names(uid), ...row, standings: [...standings] })),
      ),
    }
  }),
]

const departmentTree = async (tx: Tx, id: Id): Promise<Id[]> =>
  (
    await tx.query<{ id: Id }>(`with recursive below as (${departmentsBelow('array[$2::bigint]')}) select id from below`, [tx.orgId, id])
  ).map((row) => row.id)

const peopleIn = async (tx: Tx, departments: readonly Id[]): Promise<ReadonlySet<Id>> =>
  new Set(
    (await tx.query<{ id: Id }>('select id from person where org_id = $1 and dept_id = any ($2::bigint[])', [tx.orgId, departments])).map(
      ({ id }) => id,
    ),
  )
