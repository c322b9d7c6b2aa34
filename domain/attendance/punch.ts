import type { Slot } from './derive.ts'

/** How a punch came: on a phone within reach of a place, elsewhere, by an application, from a device, from a sheet. */
export const punchSources = ['app', 'field', 'makeup', 'device', 'import'] as const
export type PunchSource = (typeof punchSources)[number]

/**
 * What makes a punch doubtful; none is refused for it, and the person who punched sees it too. `doubtful`: within reach only if the fix errs in the
 * right way. `mock`: the host says that the position is made up. `jump`: faster than anyone travels since the last. `same_point`: to six
 * decimals the same on three days. `shared_device`: two people with one device within ten minutes. `clock`: the phone shows another time.
 * `low_accuracy`: known to some hundred metres only. `offline`: kept on the phone and sent later.
 */
export const punchMarks = ['doubtful', 'mock', 'jump', 'same_point', 'shared_device', 'clock', 'low_accuracy', 'offline'] as const
export type PunchMark = (typeof punchMarks)[number]

export const markWords: Readonly<Record<PunchMark, string>> = {
  doubtful: '位置存疑',
  mock: '模拟定位',
  jump: '位置跳跃',
  same_point: '坐标雷同',
  shared_device: '共用设备',
  clock: '手机时间不准',
  low_accuracy: '定位不准',
  offline: '离线打卡',
}

export const sourceWords: Readonly<Record<PunchSource, string>> = {
  app: '手机打卡',
  field: '外勤打卡',
  makeup: '补卡',
  device: '考勤机',
  import: '导入',
}

export const slotWords: Readonly<Record<Slot['state'], string>> = {
  open: '未打卡',
  normal: '正常',
  late: '迟到',
  serious: '严重迟到',
  early: '早退',
  missing: '缺卡',
  absent: '旷工',
  leave: '请假',
  extra: '已打卡',
}

/** Fixes worse than this are refused with words how to turn on precise location. */
export const accuracyAtMostMetres = 500
/** From here on a fix is marked. */
export const lowAccuracyMetres = 150
/** No one who works for us is faster. */
export const fastestKmPerHour = 300
export const sharedDeviceMinutes = 10
export const wrongClockMinutes = 5
/** How long a phone may keep a punch. */
export const offlineHoursAtMost = 72
/** What an offline punch says of its time and what its waiting says may differ by this much; more, and the clock was moved meanwhile. */
export const movedClockMinutes = 3

/** A place where people punch, as far as reach goes; distances in metres. */
export type Reach = { readonly placeId: string; readonly distanceMetres: number; readonly radiusMetres: number }
export type Verdict = {
  readonly result: 'inside' | 'doubtful' | 'outside'
  readonly placeId: string | null
  readonly distanceMetres: number | null
}

/**
 * Where a person is by the places of his group: inside one, perhaps inside one if the fix errs by its accuracy, or outside of all; of several
 * the one whose edge is nearest.
 */
export const verdictOf = (places: readonly Reach[], accuracyMetres: number): Verdict => {
  const [nearest] = places.toSorted((a, b) => a.distanceMetres - a.radiusMetres - (b.distanceMetres - b.radiusMetres))
  if (!nearest) return { result: 'outside', placeId: null, distanceMetres: null }
  const beyond = nearest.distanceMetres - nearest.radiusMetres
  const outside = beyond - accuracyMetres <= 0 ? 'doubtful' : 'outside'
  return {
    result: beyond <= 0 ? 'inside' : outside,
    placeId: nearest.placeId,
    distanceMetres: Math.round(nearest.distanceMetres),
  }
}

/** What the one large button does now. */
export const punchActions = ['on', 'off', 'again', 'field', 'none'] as const
export type PunchAction = (typeof punchActions)[number]

/** What the next punch within reach would be of a day, by what it has so far: coming, going, or going once more. */
export const nextAction = (slots: readonly Slot[], now: number): Exclude<PunchAction, 'field' | 'none'> => {
  // The segment whose time it is: the last one whose coming is due within reach of the middle between it and the one before.
  const comings = slots.filter(({ way }) => way === 'on')
  const goings = slots.filter(({ way }) => way === 'off')
  const comingIndex = comings.findLastIndex((arrival, index) => {
    const before = goings[index - 1]
    return !before || now >= Math.floor((before.due + arrival.due) / 2)
  })
  const [comingPunch, goingPunch] = [comings[Math.max(comingIndex, 0)], goings[Math.max(comingIndex, 0)]]
  if (!comingPunch) return goings.length > 0 ? 'again' : 'on'
  if ((goingPunch?.punched ?? null) !== null) return 'again'
  if (comingPunch.punched !== null) return 'off'
  return goingPunch && now > Math.floor((comingPunch.due + goingPunch.due) / 2) ? 'off' : 'on'
}
