import { addDays, type Day, dayAt, defaultTimeZone } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { type GroupRules, patternOf } from '../../../domain/attendance/group.ts'
import { type Plan, type PlanOf, plannedShift } from '../../../domain/attendance/plan.ts'
import type { Shift, ShiftRules } from '../../../domain/attendance/shift.ts'
import { dayOf } from '../../../domain/calendar/workCalendar.ts'
import { calendarOf } from '../../calendar/calendar.ts'
import type { QueryTx } from '../../db/tx.ts'

/** A group with the rules that hold on a day. */
export type GroupSeen = { readonly id: Id; readonly name: string; readonly rules: GroupRules }

/** By which rules people's days go. */
export type Rulebook = {
  readonly zone: string
  readonly planOf: (uid: Id) => PlanOf
  /** Undefined: attendance does not ask for this person on this day. */
  readonly groupOf: (uid: Id, day: Day) => GroupSeen | undefined
  readonly shiftOf: (id: Id, day: Day) => Shift | undefined
}

/** Everything that the days of some people go by, from a day to another and around them. `anew`: settled days too go by the group of today. */
export const rulebookOf = async (
  tx: QueryTx,
  uids: readonly Id[],
  [from, to]: readonly [Day, Day],
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<Rulebook> => {
  const rules = await readRules(tx, uids, [addDays(from, -4), addDays(to, 4)], anew)
  return {
    zone: defaultTimeZone,
    groupOf: (uid, day) => groupOn(rules, uid, day),
    shiftOf: (id, day) => shiftOn(rules, id, day),
    planOf: (uid) => {
      const plans = new Map<Day, Plan>()
      return (day) => {
        const cachedPlan = plans.get(day)
        if (cachedPlan) return cachedPlan
        const plan = planOn(rules, uid, day)
        plans.set(day, plan)
        return plan
      }
    },
  }
}

/** Everything that is on record of the groups, shifts and rosters of some people, by what it is looked up with. */
const readRules = async (tx: QueryTx, uids: readonly Id[], [least, most]: readonly [Day, Day], anew: boolean) => {
  const [calendar, ruleVersions, members, people, fixedDays] = await Promise.all([
    calendarOf(tx),
    tx.query<RuleVersion>(rulesText, [tx.orgId]),
    tx.query<Member>(membersText, [tx.orgId, uids]),
    tx.query<Person>(peopleText, [tx.orgId, uids]),
    tx.query<FixedDay>(fixedDaysText, [tx.orgId, uids, least, most, anew]),
  ])
  const groups = ruleVersions.flatMap(({ groupRules: rules, ...version }): GroupVersion[] => (rules ? [{ ...version, rules }] : []))
  const shifts = ruleVersions.flatMap(({ shiftRules: rules, ...version }): ShiftVersion[] => (rules ? [{ ...version, rules }] : []))
  return {
    calendar,
    versions: Map.groupBy(groups, ({ id }) => id),
    shiftVersions: Map.groupBy(shifts, ({ id }) => id),
    persons: new Map(people.map((person) => [person.id, person])),
    byPerson: Map.groupBy(members, ({ uid }) => uid),
    byDepartment: Map.groupBy(members, ({ dept }) => dept),
    rosterShifts: new Map(fixedDays.filter(({ group }) => group === null).map(({ uid, day, shift }) => [`${uid}/${day}`, shift])),
    keptGroups: new Map(fixedDays.flatMap(({ uid, day, group }) => (group === null ? [] : [[`${uid}/${day}`, group] as const]))),
    fallback: groups.find(({ is_default }) => is_default)?.id,
  }
}

type Rules = Awaited<ReturnType<typeof readRules>>

/** Departments that name each other as the one above end here. */
const departmentLevelsAtMost = 50

const memberOn = (all: readonly Member[] | undefined, day: Day): Id | undefined =>
  all?.find(({ from_day, until_day }) => from_day <= day && (until_day === null || day < until_day))?.group

const groupIdOn = ({ persons, byPerson, byDepartment, keptGroups, fallback }: Rules, uid: Id, day: Day): Id | undefined => {
  const person = persons.get(uid)
  if (!person || (person.left_on !== null && day > person.left_on)) return undefined
  const storedGroup = keptGroups.get(`${uid}/${day}`) ?? memberOn(byPerson.get(uid), day)
  if (storedGroup !== undefined) return storedGroup
  // The person who is named himself says when it began; of others nothing is asked before they were here.
  if (day < dayAt(Date.parse(person.created_at))) return undefined
  for (const dept of person.depts) {
    const group = memberOn(byDepartment.get(dept), day)
    if (group !== undefined) return group
  }
  return fallback
}

const groupOn = (rules: Rules, uid: Id, day: Day): GroupSeen | undefined => {
  const id = groupIdOn(rules, uid, day)
  return id === undefined ? undefined : heldOn(rules.versions.get(id), day)
}

const shiftOn = ({ shiftVersions }: Rules, id: Id, day: Day): Shift | undefined =>
  heldOn(shiftVersions.get(id), day) ?? shiftVersions.get(id)?.at(0)

const planOn = (rules: Rules, uid: Id, day: Day): Plan => {
  const group = groupOn(rules, uid, day)
  if (!group) return { kind: 'none' }
  const { calendar, rosterShifts } = rules
  const rosterShift = rosterShifts.get(`${uid}/${day}`)
  const pattern = patternOf(group.rules)
  const id = plannedShift(pattern, day, dayOf(calendar.settings, day, calendar.years), rosterShift)
  const shift = id === null ? undefined : shiftOn(rules, id, day)
  return shift ? { kind: 'shift', shift } : { kind: pattern.kind === 'free' && rosterShift === undefined ? 'free' : 'rest' }
}

/** The version that holds on a day: the newest that does not begin later. They come in the order of their days. */
const heldOn = <V extends { readonly from_day: Day }>(versions: readonly V[] | undefined, day: Day): V | undefined =>
  versions?.findLast(({ from_day }) => from_day <= day)

/** Of a group or of a shift, by which rules it has. */
type RuleVersion = {
  id: Id
  name: string
  is_default: boolean
  from_day: Day
  groupRules: GroupRules | null
  shiftRules: ShiftRules | null
}
type GroupVersion = {
  readonly id: Id
  readonly name: string
  readonly is_default: boolean
  readonly from_day: Day
  readonly rules: GroupRules
}
type ShiftVersion = { readonly id: Id; readonly name: string; readonly from_day: Day; readonly rules: ShiftRules }
type Member = { group: Id; uid: Id | null; dept: Id | null; from_day: Day; until_day: Day | null }
/** `depts`: the person's department and those above it, nearest first. */
type Person = { id: Id; depts: Id[]; created_at: string; left_on: Day | null }
/** A day of the roster, without a group, or one that is settled, with its group. */
type FixedDay = { uid: Id; day: Day; shift: Id | null; group: Id | null }

const rulesText = `
  select g.id, g.name, g.is_default and g.deleted_at is null as is_default, v.from_day, v.rules as "groupRules", null::jsonb as "shiftRules"
  from att_group g join att_group_version v on v.org_id = $1 and v.group_id = g.id where g.org_id = $1
  union all
  select s.id, s.name, false, v.from_day, null, v.rules
  from att_shift s join att_shift_version v on v.org_id = $1 and v.shift_id = s.id where s.org_id = $1
  order by id, from_day`
const membersText = `
  select group_id as group, uid, dept_id as dept, from_day, until_day from att_group_member
  where org_id = $1 and (uid = any ($2::bigint[]) or dept_id is not null) order by from_day desc, id`
const peopleText = `
  select p.id, p.created_at, l.left_on, array(
    with recursive up (id, level) as (
      select p.dept_id, 1 where p.dept_id is not null
      union all
      select d.parent_id, u.level + 1 from up u join department d on d.org_id = $1 and d.id = u.id and d.deleted_at is null
      where d.parent_id is not null and u.level < ${departmentLevelsAtMost}
    ) select id from up order by level) as depts
  from person p left join att_leaver l on l.org_id = $1 and l.uid = p.id where p.org_id = $1 and p.id = any ($2::bigint[])`
const fixedDaysText = `
  select uid, day, shift_id as shift, null::bigint as group from att_roster
  where org_id = $1 and uid = any ($2::bigint[]) and day between $3 and $4
  union all
  select uid, day, null, group_id from att_day
  where org_id = $1 and uid = any ($2::bigint[]) and day between $3 and $4 and is_settled and not $5::boolean`
