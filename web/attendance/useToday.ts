import { useEffect, useState } from 'react'
import { attendanceOperations, type Today } from '../../domain/attendance/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { todayUnheard } from '../../domain/attendance/todayUnheard.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { today as dayToday } from '../shell/dateWords.ts'
import { keepAnswer, keptAnswer } from '../start/keptAnswers.ts'

/** `heardAtMs` is when this device heard it, 0 where that was before it started; `isOfToday`: the shift and the clock-ins are those of this day. */
export type HeardToday = { readonly today: Today; readonly heardAtMs: number; readonly isOfToday: boolean }

const question = [attendanceOperations.today.name, {}] as const

/** Today as the server says, or as it was heard last, wherever the device was then: one clocks in by it where nothing answers. */
export const useToday = (
  fix: InputOf<typeof attendanceOperations.today>['fix'],
): { readonly heard: HeardToday | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> } => {
  const { data, error, failureReason, refetch, dataUpdatedAt, isPlaceholderData } = useAsk(attendanceOperations.today, fix ? { fix } : {}, {
    keep: true,
    kept: !fix,
  })
  const [last, setLast] = useState<HeardToday>()
  const isFresh = data !== undefined && dataUpdatedAt > 0 && !isPlaceholderData
  useEffect(() => {
    if (!isFresh) return
    keepAnswer(question, data)
    setLast({ today: data, heardAtMs: dataUpdatedAt, isOfToday: true })
  }, [data, dataUpdatedAt, isFresh])
  const isUnanswered = failureReason instanceof CallError && failureReason.status === 0
  const unheard = (): HeardToday | undefined => {
    const kept = last ?? keptToday()
    return kept && { ...todayUnheard(kept.today, dayToday()), heardAtMs: kept.heardAtMs }
  }
  const shown = isFresh ? { today: data, heardAtMs: dataUpdatedAt, isOfToday: true } : (last ?? keptToday())
  return { heard: isUnanswered ? unheard() : shown, error, refetch }
}

const keptToday = (): HeardToday | undefined => {
  const today = keptAnswer(question) as Today | undefined
  return today && { today, heardAtMs: 0, isOfToday: true }
}
