import { useEffect } from 'react'
import { beginningFrom, type LogBeginning } from '../../domain/worklog/beginning.ts'
import { type Log, logOperations } from '../../domain/worklog/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { session, storeAside, stored } from '../session/session.ts'
import { today } from '../shell/dateWords.ts'

/** The answers by which the form of a log opens where nothing answers. */
type LogAnswer = { readonly asker: string; readonly log?: Log | undefined; readonly logBeginning?: LogBeginning | undefined }

/** The newest answers stay on this device until the session ends. */
const answersAtMost = 12
const storageKey = 'log_answers'

const askerOf = (): string => {
  const { operationId, uid } = session()
  return `${operationId} ${uid}`
}
const ownAnswers = (): readonly LogAnswer[] => (stored<LogAnswer[]>(storageKey) ?? []).filter((answer) => answer.asker === askerOf())

const isSameQuestion = (a: LogAnswer, b: LogAnswer): boolean =>
  a.log?.log.id === b.log?.log.id &&
  a.logBeginning?.template.id === b.logBeginning?.template.id &&
  a.logBeginning?.periodKey === b.logBeginning?.periodKey

const keepAnswer = (answer: Omit<LogAnswer, 'asker'>): void => {
  const newest = { asker: askerOf(), ...answer }
  storeAside(storageKey, [newest, ...ownAnswers().filter((former) => !isSameQuestion(former, newest))].slice(0, answersAtMost), 0)
}

const templatesKey = 'log_templates'
type TemplatesAnswer = OutputOf<typeof logOperations.templates>

/** The templates of logs, or those of the last answer where nothing answers: one of them may be begun without a network. */
export const useLogTemplates = (): TemplatesAnswer | undefined => {
  const { data, failureReason } = useAsk(logOperations.templates, { pageSize: 200 }, { staleMs: 60_000 })
  useEffect(() => {
    if (data) storeAside(templatesKey, { asker: askerOf(), templates: data }, 0)
  }, [data])
  if (data || !isUnanswered(failureReason)) return data
  const keptAnswer = stored<{ asker: string; templates: TemplatesAnswer }>(templatesKey)
  return keptAnswer?.asker === askerOf() ? keptAnswer.templates : undefined
}

/** Asks for a log as it was just saved, so that the form opens with it without a network. */
export const keepSavedLog = (id: Id): void =>
  void call(logOperations.info, { id }, { quiet: true })
    .then((log) => keepAnswer({ log }))
    .catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })

type FormAnswer<T> = { readonly data: T | undefined; readonly error: unknown; readonly refetch: () => Promise<unknown> }

const isUnanswered = (error: unknown): boolean => error instanceof CallError && error.status === 0

/** A log to be changed: as the server has it, or as this device has it where nothing answers. */
export const useStoredLog = (id: Id): FormAnswer<Log> => {
  const { data, error, failureReason, isFetchedAfterMount, refetch } = useAsk(logOperations.info, { id }, { once: true })
  const isFresh = data !== undefined && isFetchedAfterMount && error === null
  useEffect(() => {
    if (isFresh) keepAnswer({ log: data })
  }, [data, isFresh])
  const keptLog = isUnanswered(failureReason) ? (ownAnswers().find(({ log }) => log?.log.id === id)?.log ?? data) : undefined
  return { data: isFresh ? data : keptLog, error, refetch }
}

type BeginningQuestion = { readonly templateId: Id; readonly day: Day | undefined }

/** What a log is begun with: as the server says, or by earlier answers where nothing answers. */
export const useLogBeginning = ({ templateId, day }: BeginningQuestion): FormAnswer<LogBeginning> => {
  const { data, error, failureReason, refetch } = useAsk(
    logOperations.begin,
    { templateId, ...(day && { day }) },
    { once: true, enabled: templateId !== '' },
  )
  useEffect(() => {
    if (data) keepAnswer({ logBeginning: data })
  }, [data])
  const keptBeginning = () => {
    const answersOfTemplate = ownAnswers().flatMap(({ logBeginning }) => (logBeginning?.template.id === templateId ? [logBeginning] : []))
    return beginningFrom(answersOfTemplate, day ?? today())
  }
  return { data: data ?? (isUnanswered(failureReason) ? keptBeginning() : undefined), error, refetch }
}
