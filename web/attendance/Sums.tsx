import type { AttendanceSums } from '../../domain/attendance/operations.ts'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'
import { lengthWords } from './words.tsx'

/** What a time adds up to; what is not well stands out. */
export const Sums = ({ sums }: { sums: AttendanceSums }) => {
  const hours = Math.round(sums.workedMinutes / 6) / 10
  const parts: readonly (readonly [label: string, value: string | number, bad: boolean])[] = [
    ['出勤天数', sums.due > 0 ? `${sums.attended}/${sums.due}` : sums.attended, false],
    ['工时（小时）', hours, false],
    ['迟到', sums.lates, sums.lates > 0],
    ['早退', sums.earlies, sums.earlies > 0],
    ['缺卡', sums.missings, sums.missings > 0],
    ['旷工（天）', sums.absentDays, sums.absentDays > 0],
    ['外勤', sums.fields, false],
    ...(sums.restDays > 0 ? ([['休息日出勤', sums.restDays, false]] as const) : []),
    ['请假', sums.leaveMinutes > 0 ? lengthWords(sums.leaveMinutes) : 0, false],
  ]
  return (
    <Card>
      <dl className="grid grid-cols-4 gap-y-4 text-center">
        {parts.map(([label, value, bad]) => (
          <div key={label} className="min-w-0">
            <dd className={`truncate text-title font-semibold tabular-nums ${bad ? 'text-bad' : ''}`}>{value}</dd>
            <dt className="mt-0.5 text-tiny text-quiet">{t(label)}</dt>
          </div>
        ))}
      </dl>
    </Card>
  )
}
