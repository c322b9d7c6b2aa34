import type { Id } from '../../../../kernel/id.ts'
import { fill, RefusalError } from '../../../../kernel/refusal.ts'
import { type Action, systemActor } from '../../../../domain/approval/flow/command.ts'
import type { Form, Json } from '../../../../domain/approval/form/form.ts'
import type { Database } from '../../../db/pool.ts'
import type { Tx } from '../../../db/tx.ts'
import { enqueue, type Job, type PieceWorker } from '../../../jobs/jobs.ts'
import { NotFound } from '../../../httpError.ts'
import { commandIdOf } from '../commandId.ts'
import type { DocumentPort } from '../../../documents/port.ts'
import { command, type CommandOutcome } from '../run.ts'
import { correlationOf, serviceJob, type ServiceRequest } from './servicesAsk.ts'
import { callService } from './callService.ts'
import type { Reach } from './servicesPost.ts'
import { readProcess } from '../store.ts'

/**
 * Asks services, outside any transaction, and gives the flow their answer. A request that is cut off is sent again with the same
 * `Idempotency-Key`; the flow takes one answer.
 */
export const serviceWorker = (documents: DocumentPort, reach: Reach): PieceWorker => ({
  kind: serviceJob,
  piece: async (database, job: Job<ServiceRequest>) => {
    const outcome = await askService(database, job, reach)
    if (outcome) await settle(database, documents, job, outcome)
    return false
  },
})

/** What came of one try; `later` says after how many seconds to try again, and whether this one counts. */
export type Outcome =
  | { t: 'done'; patch?: Form }
  | { t: 'waits' }
  | { t: 'failed'; error: string }
  | { t: 'later'; seconds: number; tries: number }

/** Asks once; nothing where no one waits for the answer any more. */
export const askService = async (database: Database, job: Job<ServiceRequest>, reach: Reach): Promise<Outcome | undefined> => {
  const request = job.body
  const standing = await database.reading(job.orgId, (tx) => standingOf(tx, request))
  if (standing === 'gone') return undefined
  if (standing === 'suspended') return { t: 'later', seconds: suspendedSeconds, tries: request.tries }
  const call = {
    service: request.service,
    idempotencyKey: correlationOf(job.orgId, request),
    payload: request.payload,
    tries: request.tries,
  }
  const answer = await callService(database, job.orgId, call, reach)
  if (answer.t === 'promised') return { t: 'waits' }
  if (answer.t !== 'answered') return answer
  const read = patchIn(answer.text)
  return read === undefined ? { t: 'failed', error: '答复的格式有误' } : { t: 'done', ...read }
}

/** Writes what came of a try: the answer as a command on the process, or the next try. */
export const settle = (database: Database, documents: DocumentPort, job: Job<ServiceRequest>, outcome: Outcome): Promise<void> => {
  const request = job.body
  const repeat = (tx: Tx, seconds: number, tries: number) =>
    enqueue(tx, { kind: serviceJob, key: job.key, body: { ...request, tries }, dueAt: new Date(tx.now() + seconds * 1000).toISOString() })
  if (outcome.t === 'later') return database.inTransaction(job.orgId, (tx) => repeat(tx, outcome.seconds, outcome.tries))
  if (outcome.t === 'waits' || !request.waits) return Promise.resolve()
  const correlation = correlationOf(job.orgId, request)
  return answerService(database, documents, job.orgId, { request, answer: outcome, commandId: commandIdOf(correlation, 'answer') }).then(
    () => undefined,
    (error) => {
      if (!(error instanceof RefusalError) && !(error instanceof NotFound)) throw error
      if (error instanceof RefusalError && error.refusal.reason === 'approval.suspended')
        return database.inTransaction(job.orgId, (tx) => repeat(tx, suspendedSeconds, request.tries))
      return undefined
    },
  )
}

type AnswerServiceInput = {
  readonly request: Pick<ServiceRequest, 'processId' | 'step'>
  readonly answer: Extract<Outcome, { t: 'done' | 'failed' }>
  readonly commandId: string
}

/**
 * Gives a process the answer of a service. An answer that the step or the document does not take is a failure of the service. Throws the
 * refusal where no one waits for it (any more), or not now.
 */
export const answerService = async (
  database: Database,
  documents: DocumentPort,
  orgId: Id,
  { request: { processId, step }, answer, commandId }: AnswerServiceInput,
): Promise<CommandOutcome> => {
  const give = (action: Action) =>
    database.inTransaction(orgId, (tx) => command({ tx, documents, actor: systemActor }, { processId }, action, { commandId, via: 'api' }))
  if (answer.t === 'failed') return give({ t: 'serviceFailed', step, error: answer.error })
  try {
    return await give({ t: 'serviceDone', step, ...(answer.patch ? { patch: answer.patch } : {}) })
  } catch (error) {
    if (!(error instanceof RefusalError) || notForItsAnswer.has(error.refusal.reason)) throw error
    return give({ t: 'serviceFailed', step, error: fill(error.refusal.words, error.refusal.params) })
  }
}

const suspendedSeconds = 600

/** Refusals that say nothing about the answer itself. */
const notForItsAnswer = new Set([
  'approval.stepGone',
  'approval.suspended',
  'approval.ended',
  'approval.returned',
  'approval.posting',
  'command.changed',
])

const standingOf = async (tx: Tx, { processId, step, waits }: ServiceRequest): Promise<'wanted' | 'suspended' | 'gone'> => {
  if (!waits) return 'wanted'
  const { state } = await readProcess(tx, { processId })
  if (!state.steps.some(({ id }) => id === step)) return 'gone'
  return state.suspended ? 'suspended' : 'wanted'
}

/** The patch of an answer, which may be empty; undefined where the answer is none. */
const patchIn = (text: string): { patch?: Form } | undefined => {
  if (text.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
    const patch: unknown = 'patch' in read ? read.patch : undefined
    if (patch === undefined || patch === null) return {}
    return typeof patch === 'object' && !Array.isArray(patch) ? { patch: formOf(patch) } : undefined
  } catch {
    return undefined
  }
}

/** As forms hold values: numbers are decimal texts. */
export const formOf = (values: object): Form => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, jsonOf(value)]))

const jsonOf = (value: unknown): Json => {
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(jsonOf)
  return typeof value === 'object' && value !== null ? formOf(value) : null
}
