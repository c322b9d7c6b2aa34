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
  const [last, same, others] = await Promise.all([
    tx.query<{ at: string; point: Point | null }>(lastText, [tx.orgId, uid, new Date(at).toISOString()]),
    fix
      ? tx.query<{ days: number }>(sameText, [
          tx.orgId,
          uid,
          keyOfPoint(tx.orgId, uid, fix),
          new Date(at - sameDays * 86_400_000).toISOString(),
        ])
      : [],
    deviceId === undefined
      ? []
      : tx.query('select from att_punch where org_id = $1 and device_id = $2 and uid <> $3 and at between $4 and $5 limit 1', [
          tx.orgId,
          deviceId,
          uid,
          ...minutesAround(at, sharedDeviceMinutes),
        ]),
  ])
  const holds: Readonly<Record<PunchMark, boolean>> = {
    doubtful: verdict.result === 'doubtful',
    mock: fix?.isMock ?? false,
    jump: isJump(last[0], fix ?? place?.point ?? undefined, at),
    same_point: (same[0]?.days ?? 0) >= 2,
    shared_device: others.length > 0,
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
const lastText = `
  select p.at, coalesce(p.point, l.point) as point from att_punch p
  left join att_place a on a.org_id = $1 and a.id = p.place_id left join location l on l.org_id = $1 and l.id = a.location_id
  where p.org_id = $1 and p.uid = $2 and p.at < $3 and p.voided_at is null and p.source in ('app', 'field') order by p.at desc limit 1`
const sameText = `
  select count(distinct work_day)::int as days from att_punch
  where org_id = $1 and uid = $2 and point_key = $3 and at > $4 and voided_at is null`

const isJump = (
  last: { readonly at: string; readonly point: Point | null } | undefined,
  point: Point | undefined,
  atMs: number,
): boolean => {
  if (!last?.point || !point) return false
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
