import { addDays, type Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { inWgs84 } from '../../domain/maps/grid.ts'
import { workDayAt } from '../../domain/attendance/plan.ts'
import {
  accuracyAtMostMetres,
  movedClockMinutes,
  nextAction,
  offlineHoursAtMost,
  type PunchSource,
  type Verdict,
  verdictOf,
} from '../../domain/attendance/punch.ts'
import { wallOf } from '../../domain/attendance/wall.ts'
import {
  type AttendancePlace,
  attendanceOperations as calls,
  type DayRow,
  type Fix,
  type PunchRow,
  type Today,
} from '../../domain/attendance/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { QueryTx } from '../db/tx.ts'
import { closeFiles } from '../files/scope.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { countLimit, pageFor, partOf } from '../page.ts'
import { type DerivedDays, derivedDays, keepDays, lockDaysOf } from './days/days.ts'
import { type GroupSeen, rulebookOf } from './days/rules.ts'
import { keyOfPoint, marksOf } from './marks.ts'
import { placeOfNetwork, placesOf, reachesOf } from './places.ts'
import { dayRowOf, type PunchStored, punchRowOf } from './rows.ts'
import { requireInSight } from './sight.ts'
import { tasksAt } from './tasks.ts'

export const punchHandlers: readonly Handler[] = [
  handle(calls.today, (call, { fix }) => today(call, fix)),
  handle(calls.punch, (call, input) => punch(call, input)),
  handle(calls.punches, async ({ tx, session }, { uid = session.uid, from, to, ...input }) => {
    await requireInSight(tx, session, uid)
    const part = partOf(input)
    const values = [tx.orgId, uid, from ?? '2000-01-01', to ?? '2200-01-01']
    const [rows, { n }] = await Promise.all([
      tx.query<PunchStored>(listText, [...values, part.after ?? null, part.pageSize, part.offset]),
      onlyRow(tx.query<{ n: number }>(countText, values)),
    ])
    return pageFor(part, rows.map(punchRowOf), n)
  }),
]

const punchColumns = `p.id, p.uid, u.user_name as "userName", p.at, p.work_day as "workDay", p.source, l.loc_name as "placeName",
  p.distance_m as "distanceMetres", p.accuracy_m as "accuracyMetres", p.point, p.photo, p.note, p.marks`
const tablesOf = (punches: string): string => `${punches} join person u on u.org_id = $1 and u.id = p.uid
  left join att_place a on a.org_id = $1 and a.id = p.place_id left join location l on l.org_id = $1 and l.id = a.location_id`
const punchTables = tablesOf('att_punch p')
const listText = `
  select ${punchColumns} from ${punchTables}
  where p.org_id = $1 and p.uid = $2 and p.work_day between $3 and $4 and p.voided_at is null
    and ($5::bigint is null or (p.at, p.id) < (select b.at, b.id from att_punch b where b.org_id = $1 and b.id = $5))
  order by p.at desc, p.id desc limit $6 offset $7`
const countText = `
  select count(*)::int as n from (select from att_punch
    where org_id = $1 and uid = $2 and work_day between $3 and $4 and voided_at is null limit ${countLimit + 1}) c`
const oneText = `select ${punchColumns} from ${punchTables} where p.org_id = $1 and p.id = $2`
const ofDayText = `select ${punchColumns} from ${punchTables}
  where p.org_id = $1 and p.uid = $2 and p.work_day = $3 and p.voided_at is null order by p.at, p.id`

const punchesOfDay = async (tx: QueryTx, uid: Id, day: Day): Promise<PunchRow[]> =>
  (await tx.query<PunchStored>(ofDayText, [tx.orgId, uid, day])).map(punchRowOf)

const today = async ({ tx, session, ip }: SignedIn, fix: Fix | undefined): Promise<Today> => {
  const { uid } = session
  const now = tx.now()
  const minute = Math.floor(now / 60_000)
  const { day: wallDay } = wallOf(minute)
  const [{ rulebook, days }, places] = await Promise.all([derivedDays(tx, [uid], [addDays(wallDay, -1), wallDay], { now }), placesOf(tx)])
  const day = workDayAt(rulebook.planOf(uid), minute, rulebook.zone)
  const group = rulebook.groupOf(uid, day)
  const plan = rulebook.planOf(uid)(day)
  const ownPlaces = placesOfGroup(group, places)
  const networkPlace = placeOfNetwork(ownPlaces, ip)
  const punches = await punchesOfDay(tx, uid, day)
  const derivedDay = days.find((personDay) => personDay.derived.day === day)?.derived
  const reaches = fix ? reachesOf(ownPlaces, fix) : []
  const verdict = fix ? verdictOf(reaches, fix.accuracyMetres) : null
  const at = networkPlace ?? (verdict && verdict.result !== 'outside' ? verdict.placeId : null)
  return {
    now: new Date(now).toISOString(),
    day,
    groupName: group?.name ?? null,
    plan: plan.kind,
    row: derivedDay ? dayRowOf(derivedDay, rulebook) : null,
    punches,
    action: !group ? 'none' : nextAction(derivedDay?.slots ?? [], minute),
    places: ownPlaces.map(({ id, name, point, radiusMetres }) => {
      const reach = reaches.find(({ placeId }) => placeId === id)
      return { id, name, point, radiusMetres, distanceMetres: reach ? Math.round(reach.distanceMetres) : null }
    }),
    networkPlace: networkPlace ?? null,
    verdict,
    fieldAllowed: group?.rules.fieldAllowed ?? false,
    photoOfField: group?.rules.photoOfField ?? false,
    tasks: await tasksAt(tx, session, ownPlaces.find(({ id }) => id === at)?.locationId),
  }
}

/** A group without places of its own punches at all of them. */
const placesOfGroup = (group: GroupSeen | undefined, places: readonly AttendancePlace[]): readonly AttendancePlace[] => {
  if (!group) return []
  const placeIds = new Set(group.rules.placeIds)
  return placeIds.size === 0 ? places : places.filter(({ id }) => placeIds.has(id))
}

type PunchInput = InputOf<typeof calls.punch>

const punch = async (call: SignedIn, input: PunchInput): Promise<{ punch: PunchRow; row: DayRow | null }> => {
  const { tx, session, ip } = call
  const id = String(input.id)
  const [before] = await tx.query<PunchStored>(oneText, [tx.orgId, id])
  if (before) {
    if (before.uid !== session.uid) return refuse('id-used', '编号已用于另一次打卡')
    const row = punchRowOf(before)
    return answerOf(row, await derivedDays(tx, [session.uid], [row.workDay, row.workDay], { now: tx.now() }))
  }
  await lockDaysOf(tx, [session.uid])
  const now = tx.now()
  const headerSentAt = Date.parse(String(call.headers['x-sent-at'] ?? input.phoneAt))
  const sentAt = Number.isNaN(headerSentAt) ? Date.parse(input.phoneAt) : headerSentAt
  const offline = sentAt - Date.parse(input.phoneAt) > waitingMs
  const atMs = offline ? momentOf(input, sentAt, now) : now
  const minute = Math.floor(atMs / 60_000)
  const { day: wallDay } = wallOf(minute)
  const [rulebook, places] = await Promise.all([rulebookOf(tx, [session.uid], [addDays(wallDay, -2), addDays(wallDay, 1)]), placesOf(tx)])
  const workDay = workDayAt(rulebook.planOf(session.uid), minute, rulebook.zone)
  const group = rulebook.groupOf(session.uid, workDay)
  if (!group) return refuse('attendance.noGroup', '您不在任何考勤组，请联系管理员')
  const ownPlaces = placesOfGroup(group, places)
  const network = placeOfNetwork(ownPlaces, ip)
  const { source, verdict } = whereabouts(input, ownPlaces, network, group)
  if (source === 'field') await requireField(call, input, group)
  const fix = input.fix && inWgs84({ ...input.fix, isMock: input.fix.isMock ?? false })
  const place = ownPlaces.find((candidate) => candidate.id === verdict.placeId)
  const marks = await marksOf(tx, {
    uid: session.uid,
    at: atMs,
    fix,
    place,
    verdict,
    offline,
    deviceId: input.deviceId,
    phoneAheadMs: sentAt - now,
  })
  const values = [
    tx.orgId,
    id,
    session.uid,
    new Date(atMs).toISOString(),
    input.phoneAt,
    source,
    verdict.placeId,
    verdict.distanceMetres,
    fix ? Math.round(fix.accuracyMetres) : null,
    source === 'field' && fix ? { longitude: fix.longitude, latitude: fix.latitude, system: 'WGS-84', name: '', address: '' } : null,
    fix ? keyOfPoint(tx.orgId, session.uid, fix) : null,
    ip,
    input.deviceId ?? null,
    source === 'field' ? (input.photo ?? null) : null,
    input.note ?? '',
    marks,
    workDay,
  ]
  // In one flight: the database takes statements in the order they were sent.
  const [punchRows, derivation] = await Promise.all([
    onlyRow(tx.query<PunchStored>(insertText, values)),
    keepDays(tx, [session.uid], [workDay, workDay], { rulebook, isLocked: true }),
    source === 'field' && input.photo && closeFiles(tx, [input.photo], { noun: 'punch', id }),
  ])
  return answerOf(punchRowOf(punchRows), derivation)
}

const insertText = `
  with p as (insert into att_punch (org_id, id, uid, at, phone_at, source, place_id, distance_m, accuracy_m, point, point_key, network, device_id, photo, note,
    marks, work_day, created_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::text::inet, $13, $14, $15, $16, $17, $3) returning *)
  select ${punchColumns} from ${tablesOf('p')} where p.org_id = $1`

const answerOf = (row: PunchRow, { rulebook, days }: DerivedDays): { punch: PunchRow; row: DayRow | null } => {
  const derivedDay = days.find(({ derived }) => derived.day === row.workDay)?.derived
  return { punch: row, row: derivedDay ? dayRowOf(derivedDay, rulebook) : null }
}

/** What waited longer than this on the phone was kept there; the rest is the way of a slow network. */
const waitingMs = 60_000

/** When a punch that a phone kept happened by this server's clock. What the phone knew of it then, and how long it waited, must agree. */
const momentOf = ({ phoneAt, offset }: PunchInput, sentAt: number, now: number): number => {
  const waitedMs = sentAt - Date.parse(phoneAt)
  const atMs = offset === undefined ? now - waitedMs : Date.parse(phoneAt) + offset
  if (Math.abs(now - waitedMs - atMs) > movedClockMinutes * 60_000)
    refuse('attendance.clockMoved', '手机的时间在离线期间被改过，这次打卡不能算数，请申请补卡')
  if (now - atMs > offlineHoursAtMost * 3_600_000)
    refuse('attendance.offlineTooLong', '离线打卡已超过{hours}小时，请申请补卡', { hours: offlineHoursAtMost })
  return Math.min(atMs, now)
}

/** Where it counts: at a place by its network or by the position, or in the field where that is wanted and allowed. */
const whereabouts = (
  { fix, isField }: PunchInput,
  ownPlaces: readonly AttendancePlace[],
  network: Id | undefined,
  { rules }: GroupSeen,
): { readonly source: PunchSource; readonly verdict: Verdict } => {
  const fixVerdict =
    fix && fix.accuracyMetres <= accuracyAtMostMetres ? verdictOf(reachesOf(ownPlaces, fix), fix.accuracyMetres) : undefined
  if (network !== undefined) {
    const distance = fix
      ? (reachesOf(
          ownPlaces.filter(({ id }) => id === network),
          fix,
        )[0]?.distanceMetres ?? null)
      : null
    return {
      source: 'app',
      verdict: { result: 'inside', placeId: network, distanceMetres: distance === null ? null : Math.round(distance) },
    }
  }
  // Where the organisation has named no place, everywhere is one.
  if (ownPlaces.length === 0) return { source: 'app', verdict: { result: 'outside', placeId: null, distanceMetres: null } }
  if (!fix) return refuse('attendance.noFix', '没有取得位置，也不在办公网络中，不能打卡')
  if (!fixVerdict)
    return refuse('attendance.inaccurate', '定位误差约{metres}米，太大了。请在手机设置里为浏览器打开“精确位置”，到开阔处再试', {
      metres: Math.round(fix.accuracyMetres),
    })
  if (fixVerdict.result !== 'outside') return { source: 'app', verdict: fixVerdict }
  if (!isField) return refuse('attendance.outside', '不在打卡范围内，最近的地点还有{metres}米', { metres: fixVerdict.distanceMetres ?? 0 })
  if (!rules.fieldAllowed) return refuse('attendance.noField', '您的考勤组不允许外勤打卡')
  return { source: 'field', verdict: { ...fixVerdict, placeId: null } }
}

const requireField = async ({ tx, session }: SignedIn, { note, photo }: PunchInput, { rules }: GroupSeen): Promise<void> => {
  if (!note) refuse('attendance.note', '请说明外勤的事由')
  if (rules.photoOfField && !photo) refuse('attendance.photo', '请拍一张现场照片')
  await requireFiles(tx, session.uid, namedFiles('照片', true, [photo]))
}
