import { useEffect, useState } from 'react'
import { attendanceOperations, type Today } from '../../domain/attendance/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { today as dayToday } from '../shell/dateWords.ts'
import { keepAnswer, keptAnswer } from '../start/keptAnswers.ts'
import { todayOffline } from './todayOffline.ts'

/** `answeredAtMs` is when this device got it, 0 where that was before it started; `isOfToday`: the shift and the clock-ins are those of this day. */
export type TodayAnswer = { readonly today: Today; readonly answeredAtMs: number; readonly isOfToday: boolean }

const question = [attendanceOperations.today.name, {}] as const

/** Today as the server says, or as it was answered last, wherever the device was then: one clocks in by it where nothing answers. */
export const useToday = (
  fix: InputOf<typeof attendanceOperations.today>['fix'],
): { readonly answer: TodayAnswer | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> } => {
  const { data, error, failureReason, refetch, dataUpdatedAt, isPlaceholderData } = useAsk(attendanceOperations.today, fix ? { fix } : {}, {
    keep: true,
    kept: !fix,
  })
  const [latest, setLatest] = useState<TodayAnswer>()
  const isFresh = data !== undefined && dataUpdatedAt > 0 && !isPlaceholderData
  if (isFresh && latest?.today !== data) setLatest({ today: data, answeredAtMs: dataUpdatedAt, isOfToday: true })
  useEffect(() => {
    if (isFresh) keepAnswer(question, data)
  }, [data, isFresh])
  const isUnanswered = failureReason instanceof CallError && failureReason.status === 0
  const offlineAnswer = (): TodayAnswer | undefined => {
    const lastAnswer = latest ?? keptToday()
    return lastAnswer && { ...todayOffline(lastAnswer.today, dayToday()), answeredAtMs: lastAnswer.answeredAtMs }
  }
  const currentAnswer = isFresh ? { today: data, answeredAtMs: dataUpdatedAt, isOfToday: true } : (latest ?? keptToday())
  return { answer: isUnanswered ? offlineAnswer() : currentAnswer, error, refetch }
}

const keptToday = (): TodayAnswer | undefined => {
  const today = keptAnswer(question) as Today | undefined
  return today && { today, answeredAtMs: 0, isOfToday: true }
}
