import { markWords, type PunchMark, slotWords } from '../../../domain/attendance/punch.ts'
import type { DayRow, SlotRow } from '../../../domain/operations/attendance.ts'
import { dayAt } from '../../../kernel/day.ts'
import { Tag } from '../../look/Tag.tsx'
import { language, t } from '../../words.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' })

/** "08:52" in the zone of the organisation. */
export const clockOf = (moment: string | number): string => clock.format(typeof moment === 'number' ? moment : Date.parse(moment))

/** "2026-11-23 08:52" in the zone of the organisation. */
export const minuteWords = (moment: string): string => `${dayAt(Date.parse(moment))} ${clockOf(moment)}`

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

/** What came of a coming or going, and by how much. */
export const SlotTag = ({ slot }: { slot: Pick<SlotRow, 'state' | 'minutes'> }) => (
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
