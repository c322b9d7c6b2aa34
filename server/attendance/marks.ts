import { createHash } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { metresBetween, type Point } from '../../domain/maps/grid.ts'
import {
  fastestKmPerHour,
  lowAccuracyMetres,
  type PunchMark,
  sharedDeviceMinutes,
  type Verdict,
  wrongClockMinutes,
} from '../../domain/attendance/punch.ts'
import type { AttendancePlace, Fix } from '../../domain/attendance/operations.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { keysOf } from '../../kernel/keysOf.ts'

type Marking = {
  readonly uid: Id
  readonly at: number
  readonly fix: Fix | undefined
  readonly place: AttendancePlace | undefined
  readonly verdict: Verdict
  readonly offline: boolean
  readonly deviceId: string | undefined
  /** By how much the phone's clock is ahead of ours. */
  readonly phoneAheadMs: number
}

/** What is doubtful about a punch. */
export const marksOf = async (tx: Tx, marking: Marking): Promise<PunchMark[]> => {
  const { uid, at, fix, place, verdict, offline, deviceId, phoneAheadMs } = marking
  const traces = await onlyRow(
    tx.query<Traces>(tracesText, [
      tx.orgId,
      uid,
      new Date(at).toISOString(),
      fix ? keyOfPoint(tx.orgId, uid, fix) : null,
      new Date(at - sameDays * 86_400_000).toISOString(),
      deviceId ?? null,
      ...minutesAround(at, sharedDeviceMinutes),
    ]),
  )
  const holds: Readonly<Record<PunchMark, boolean>> = {
    doubtful: verdict.result === 'doubtful',
    mock: fix?.isMock ?? false,
    jump: isJump(traces, fix ?? place?.point ?? undefined, at),
    same_point: traces.samePointDays >= 2,
    shared_device: traces.isDeviceShared,
    clock: Math.abs(phoneAheadMs) > wrongClockMinutes * 60_000,
    low_accuracy: (fix?.accuracyMetres ?? 0) > lowAccuracyMetres,
    offline,
  }
  return keysOf(holds).filter((mark) => holds[mark])
}

const minutesAround = (atMs: number, minutes: number): readonly [string, string] => [
  new Date(atMs - minutes * 60_000).toISOString(),
  new Date(atMs + minutes * 60_000).toISOString(),
]

/** How far back the same point counts. */
const sameDays = 30

/** Within a place people stand at its point for all we keep: a jump is between places, or to and from a field. */
const tracesText = `
  select last.at, last.point,
    (select count(distinct work_day)::int from att_punch
     where org_id = $1 and uid = $2 and point_key = $4 and at > $5 and voided_at is null) as "samePointDays",
    exists (select from att_punch where org_id = $1 and device_id = $6 and uid <> $2 and at between $7 and $8) as "isDeviceShared"
  from (select) one left join lateral (
    select p.at, coalesce(p.point, l.point) as point from att_punch p
    left join att_place a on a.org_id = $1 and a.id = p.place_id left join location l on l.org_id = $1 and l.id = a.location_id
    where p.org_id = $1 and p.uid = $2 and p.at < $3 and p.voided_at is null and p.source in ('app', 'field') order by p.at desc limit 1
  ) last on true`

/** What earlier punches say about one: the person's last before it, on how many days the very same point, whether others used the device. */
type Traces = {
  readonly at: string | null
  readonly point: Point | null
  readonly samePointDays: number
  readonly isDeviceShared: boolean
}

const isJump = (last: Pick<Traces, 'at' | 'point'>, point: Point | undefined, atMs: number): boolean => {
  if (last.at === null || !last.point || !point) return false
  const hours = Math.max((atMs - Date.parse(last.at)) / 3_600_000, 1 / 60)
  const km = metresBetween(last.point, point) / 1000
  // What lies within reach of a place is no jump, however soon.
  return km > 5 && km / hours > fastestKmPerHour
}

/** Tells a point again, for one person, without saying where it is. */
export const keyOfPoint = (orgId: Id, uid: Id, { longitude, latitude }: Pick<Fix, 'longitude' | 'latitude'>): string =>
  createHash('sha256')
    .update(`${orgId}/${uid}/${longitude.toFixed(6)}/${latitude.toFixed(6)}`)
    .digest('base64url')
    .slice(0, 22)
