import { isRestDayWorked } from '../../domain/attendance/attendedDay.ts'
import { markWords, type PunchMark, slotWords } from '../../domain/attendance/punch.ts'
import type { DayRow, SlotRow } from '../../domain/attendance/operations.ts'
import { minuteAt } from '../../kernel/day.ts'
import { Tag } from '../look/Tag.tsx'
import { language, t } from '../words.ts'

/** "08:52" in the zone of the organisation. */
export const clockOf = (moment: string | number): string => minuteAt(typeof moment === 'number' ? moment : Date.parse(moment)).slice(-5)

/** "2026-11-23 08:52" in the zone of the organisation. */
export const minuteWords = (moment: string): string => minuteAt(Date.parse(moment))

/** "Mon, 23 Nov" of a day. */
export const dayWords = (day: string): string =>
  new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'zh-CN', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    weekday: 'short',
  }).format(new Date(`${day}T00:00:00Z`))

/** "7小时30分". */
export const lengthWords = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('{count}分钟', { count: rest })
  return rest === 0 ? t('{count}小时', { count: hours }) : t('{hours}小时{minutes}分', { hours, minutes: rest })
}

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad'

export const slotTone: Readonly<Record<SlotRow['state'], Tone>> = {
  open: 'plain',
  normal: 'good',
  late: 'warn',
  serious: 'bad',
  early: 'warn',
  missing: 'bad',
  absent: 'bad',
  leave: 'accent',
  extra: 'plain',
}

export const dayStateWords: Readonly<Record<DayRow['state'], string>> = {
  open: '进行中',
  rest: '休息日',
  normal: '正常',
  late: '迟到',
  early: '早退',
  missing: '缺卡',
  absent: '旷工',
  leave: '请假',
}

export const dayTone: Readonly<Record<DayRow['state'], Tone>> = {
  open: 'plain',
  rest: 'plain',
  normal: 'good',
  late: 'warn',
  early: 'warn',
  missing: 'bad',
  absent: 'bad',
  leave: 'accent',
}

/** What came of a day; of one of rest whether it was worked. */
export const dayResult = ({ state, slots }: Pick<DayRow, 'state' | 'slots'>): string =>
  isRestDayWorked({ state, slots }) ? '休息日出勤' : dayStateWords[state]

/** Coming or going; on a day of rest neither was asked for. */
export const slotTitle = ({ state }: Pick<DayRow, 'state'>, { way }: Pick<SlotRow, 'way'>): string => {
  if (state === 'rest') return '打卡'
  return way === 'on' ? '上班' : '下班'
}

/** What came of a coming or going, and by how much. One in the field that is in time says where it was instead. */
export const SlotTag = ({ slot }: { slot: Pick<SlotRow, 'state' | 'minutes' | 'isField'> }) =>
  slot.isField && slot.state === 'normal' ? <Tag tone="accent">{t('外勤')}</Tag> : <StateTag slot={slot} />

const StateTag = ({ slot }: { slot: Pick<SlotRow, 'state' | 'minutes'> }) => (
  <Tag tone={slotTone[slot.state]}>
    {t(slotWords[slot.state])}
    {slot.minutes > 0 && slot.state !== 'normal' && ` ${lengthWords(slot.minutes)}`}
  </Tag>
)

export const MarkTags = ({ marks }: { marks: readonly PunchMark[] }) =>
  marks.map((mark) => (
    <Tag key={mark} tone="warn">
      {t(markWords[mark])}
    </Tag>
  ))
