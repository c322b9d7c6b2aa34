import type { DayRow } from '../../domain/attendance/operations.ts'
import { Cell } from '../look/Cell.tsx'
import { Tag } from '../look/Tag.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { clockOf, dayResult, dayTone, lengthWords, MarkTags, minuteWords, SlotTag, slotTitle } from './words.tsx'

/** What came of one day: each coming and going, and what it adds up to. */
export const DayDetail = ({ row, isOwn }: { row: DayRow; isOwn: boolean }) => (
  <div>
    <div className="flex items-center justify-between gap-3 px-4 py-3">
      <span className="text-body text-quiet">{row.shiftName ? `${row.shiftName} ${row.shiftTimes}` : t('没有排班')}</span>
      <Tag tone={dayTone[row.state]}>{t(dayResult(row))}</Tag>
    </div>
    {row.slots.map((slot) => (
      <Cell
        key={`${slot.segment}${slot.way}`}
        title={
          <span className="tabular-nums">
            {t(slotTitle(row, slot))} {clockOf(slot.due)}
          </span>
        }
        text={
          slot.punched !== null && (
            <span className="flex flex-wrap items-center gap-1">
              {t('打卡时间 {time}', { time: clockOf(slot.punched) })}
              {slot.isField && slot.state !== 'normal' && <Tag tone="accent">{t('外勤')}</Tag>}
              <MarkTags marks={slot.marks} />
            </span>
          )
        }
        value={<SlotTag slot={slot} />}
      />
    ))}
    {isOwn &&
      row.slots
        .filter(({ state }) => state === 'missing' || state === 'absent')
        .map(({ way, segment, due }) => (
          <Cell
            key={`makeup${segment}${way}`}
            title={t('申请补卡 {time}', { time: clockOf(due) })}
            onPress={() => go('/pages/office/OaMakeupOrder/oamakeuporder-pedit', { at: minuteWords(due) })}
          />
        ))}
    {(
      [
        ['工作时长', row.workedMinutes],
        ['加班', row.overtimeMinutes],
        ['请假', row.leaveMinutes],
        ['旷工', row.absentMinutes],
      ] as const
    )
      .filter(([, minutes]) => minutes > 0)
      .map(([label, minutes]) => (
        <Cell key={label} title={t(label)} value={lengthWords(minutes)} />
      ))}
  </div>
)
