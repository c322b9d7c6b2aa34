import { SpanKind } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { newId, type Id } from '../../kernel/id.ts'
import { entryOf, firstOf } from '../../kernel/assert.ts'
import { isBusy } from '../db/busy.ts'
import type { Database, Limits } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { nameWork } from '../tracing/currentWork.ts'
import { inSpan } from '../tracing/spans.ts'

/** Work for later. There is one job of a kind and key in an organisation: asking for it again moves it and lets it run once more. */
export type JobRequest = {
  readonly kind: string
  readonly key: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Not before this moment (ISO); at once where nothing is said. */
  readonly dueAt?: string
}

export type Job<B = Readonly<Record<string, unknown>>> = {
  readonly orgId: Id
  readonly id: Id
  readonly kind: string
  readonly key: string
  readonly body: B
  readonly attempts: number
}

/** What does the jobs of a kind. Where `mayRun` says no, a job waits, and it is asked again after a while. */
export type Worker = (WholeWorker | PieceWorker) & { readonly mayRun?: (tx: Tx) => Promise<boolean> }

/**
 * Does one job in one transaction: what it writes on `tx` counts exactly once; what it does outside may happen again after a crash. `run` is
 * a method, so that a worker may ask for the body that is enqueued with its kind.
 */
export type WholeWorker = {
  readonly kind: string
  run(tx: Tx, job: Job): Promise<void>
  /** Does several of an organisation in one transaction; where it fails, each is done by itself. */
  runTogether?(tx: Tx, jobs: readonly Job[]): Promise<void>
  readonly limits?: Limits
}

/**
 * Does a part of long work in as many transactions as it likes, for a second at most where others wait for their turn behind it; answers
 * whether there is more to do. It may be cut off at any point and comes again.
 */
export type PieceWorker = { readonly kind: string; piece(database: Database, job: Job, log: Logger): Promise<boolean> }

export type Jobs = {
  /** Something may be due now. */
  readonly wake: () => void
  readonly stop: () => Promise<void>
}

/**
 * Asks for a job in the transaction of the change that wants it. What was asked for before becomes another job by this: the person who still
 * works on that has no say in this one.
 */
export const enqueue = async (tx: Tx, { kind, key, body = {}, dueAt }: JobRequest): Promise<void> => {
  await tx.query(
    `insert into job as j (org_id, id, kind, key, body, due_at) values ($1, $2, $3, $4, $5, coalesce($6, now()))
     on conflict (org_id, kind, key) do update
     set id = excluded.id, body = excluded.body, due_at = excluded.due_at, attempts = 0, last_error = null, done_at = null, lease_until = null`,
    [tx.orgId, newId(), kind, key, body, dueAt ?? null],
  )
}

/** Takes a job back that has not run yet. */
export const withdraw = async (tx: Tx, kind: string, key: string): Promise<void> => {
  await tx.query('delete from job where org_id = $1 and kind = $2 and key = $3 and done_at is null', [tx.orgId, kind, key])
}

/**
 * Does due jobs of all organisations, `atOnce` at a time; where one ends the next begins, so that none waits for the slowest of several. Any
 * number of processes share them: a job is taken on a lease, and where its process dies another one takes it when the lease is over. A
 * failed job comes again later and later, and rests after ten attempts; one that found no database, or a busy one, comes again soon and
 * never rests.
 */
export const startJobs = (database: Database, log: Logger, workers: readonly Worker[], atOnce = usualAtOnce): Jobs => {
  if (workers.length === 0) return { wake: () => undefined, stop: async () => undefined }
  const byKind = new Map(workers.map((worker) => [worker.kind, worker]))
  const areGathered = workers.every((worker) => 'runTogether' in worker)
  const runningJobs = new Set<Promise<boolean>>()
  let isStopping = false
  let isCalled = false
  let wakeWorker = (): void => undefined
  const wake = () => {
    isCalled = true
    wakeWorker()
  }
  // Whether all places were taken when it looked last: then the person who ends may leave his to another.
  let wasFull = false
  const begin = async (jobs: readonly Job[]) => {
    const jobWork = workOnAll(database, log, entryOf(byKind, firstOf(jobs).kind), jobs)
    runningJobs.add(jobWork)
    const isAgain = await jobWork
    runningJobs.delete(jobWork)
    if (isAgain || wasFull) wake()
  }
  const working = (async () => {
    while (!isStopping) {
      isCalled = false
      const free = atOnce - runningJobs.size
      const leasesAtMost = areGathered ? Math.max(free, gatheredAtMost) : free
      const leasedJobs = await lease(database, [...byKind.keys()], leasesAtMost).catch((error) => {
        log.warn({ error }, 'Jobs could not be taken; trying again')
        return []
      })
      wasFull = leasedJobs.length === leasesAtMost
      for (const jobs of groupsOf(leasedJobs, byKind)) {
        while (runningJobs.size >= atOnce) await Promise.race(runningJobs)
        void begin(jobs)
      }
      if (!isCalled && !isStopping) await untilCalled((wakeUp) => (wakeWorker = wakeUp))
      while (runningJobs.size >= atOnce) await Promise.race(runningJobs)
    }
    await Promise.all(runningJobs)
  })()
  return {
    wake,
    stop: async () => {
      isStopping = true
      wake()
      await working
    },
  }
}

/** What is done in one transaction: jobs of a kind and an organisation where their worker takes several, else each by itself. */
const groupsOf = (jobs: readonly Job[], byKind: ReadonlyMap<string, Worker>): Job[][] => [
  ...Map.groupBy(jobs, ({ orgId, kind, id }) =>
    'runTogether' in entryOf(byKind, kind) ? `${orgId}/${kind}` : `${orgId}/${kind}/${id}`,
  ).values(),
]

/** Until a person calls, or for a while. */
const untilCalled = (offer: (wakeUp: () => void) => void): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, pollMs)
    offer(() => {
      clearTimeout(timer)
      resolve()
    })
  })

const pollMs = 1000
const usualAtOnce = 4
/** How many are taken where all workers take several in one transaction. */
const gatheredAtMost = 100
/**
 * Longer than from taking a job to locking its row, which holds it from then on, or to the lease of a piece; and how long a job waits
 * whose process was killed.
 */
const leaseSeconds = 30
const attemptsAtMost = 10
const busySecondsAtMost = 60

const lease = async (database: Database, kinds: readonly string[], atMost: number): Promise<Job[]> => {
  if (kinds.length === 0) return []
  const rows = await database.gate<Omit<Job, 'orgId'> & { org_id: Id }>(
    'select org_id, id, kind, key, body, attempts from gate_lease_jobs($1, $2, $3)',
    [kinds, atMost, leaseSeconds],
  )
  return rows.map(({ org_id, ...job }) => ({ orgId: org_id, ...job }))
}

/** Answers whether one of the jobs wants its next piece done at once. */
const workOnAll = async (database: Database, log: Logger, worker: Worker, jobs: readonly Job[]): Promise<boolean> => {
  if (jobs.length > 1 && 'runTogether' in worker && worker.runTogether && (await workTogether(database, log, worker, jobs))) return false
  let isAgain = false
  for (const job of jobs) isAgain = (await work(database, log, worker, job)) || isAgain
  return isAgain
}

/** The jobs `$2` of the attempts `$3`: those that another process has taken over meanwhile have more. */
const leasedText = `unnest($2::bigint[], $3::int[]) as t (id, attempts)
  where j.org_id = $1 and j.id = t.id and j.attempts = t.attempts and j.done_at is null`

/** Does all of them or none; answers which. */
const workTogether = async (database: Database, log: Logger, worker: WholeWorker, jobs: readonly Job[]): Promise<boolean> => {
  const { orgId, kind } = firstOf(jobs)
  const values = [orgId, jobs.map(({ id }) => id), jobs.map(({ attempts }) => attempts)]
  try {
    await database.inTransaction(
      orgId,
      async (tx) => {
        const rows = await tx.query<{ id: Id }>(`select j.id from job j, ${leasedText} order by j.id for update of j`, values)
        const ids = new Set(rows.map(({ id }) => id))
        await worker.runTogether?.(
          tx,
          jobs.filter(({ id }) => ids.has(id)),
        )
        await tx.query(`update job j set done_at = now(), lease_until = null from ${leasedText}`, values)
      },
      worker.limits,
    )
    return true
  } catch (error) {
    log.warn({ error, kind, orgId }, 'Jobs could not be done together; each is done by itself')
    return false
  }
}

/** Answers whether the job wants its next piece done at once. */
const work = async (database: Database, log: Logger, worker: Worker, job: Job): Promise<boolean> => {
  try {
    const attributes = { 'zaice.job': job.id, 'zaice.organisation': job.orgId }
    return await inSpan(
      () => ({ name: `job ${job.kind}`, kind: SpanKind.CONSUMER, attributes }),
      () => nameWork({ job: { kind: job.kind, id: job.id } }, () => tryJob(database, log, worker, job)),
    )
  } catch (error) {
    log.error({ error, job: { kind: job.kind, id: job.id, orgId: job.orgId, attempts: job.attempts } }, 'A job failed')
    const words = error instanceof Error ? error.message : String(error)
    const rests = job.attempts >= attemptsAtMost && !isBusy(error)
    const seconds = Math.min(isBusy(error) ? busySecondsAtMost : 3600, 5 * 2 ** job.attempts)
    await database
      .inTransaction(job.orgId, (tx) =>
        tx.query(
          `update job set last_error = left($4, 500), lease_until = case when $5::boolean then 'infinity'::timestamptz else now() + make_interval(secs => $6::float8) end
           where org_id = $1 and id = $2 and attempts = $3 and done_at is null`,
          [job.orgId, job.id, job.attempts, words, rests, seconds],
        ),
      )
      .catch(() => undefined)
    return false
  }
}

/** The same; throws where the job failed. */
const tryJob = async (database: Database, log: Logger, worker: Worker, job: Job): Promise<boolean> => {
  const { mayRun } = worker
  if (mayRun && !(await database.reading(job.orgId, mayRun))) return await putOff(database, job)
  if ('piece' in worker) return await workPiece(database, log, worker, job)
  await database.inTransaction(
    job.orgId,
    async (tx) => {
      // The person who took it over meanwhile has raised the attempts; then this result does not count.
      const [mine] = await tx.query('select 1 from job where org_id = $1 and id = $2 and attempts = $3 and done_at is null for update', [
        job.orgId,
        job.id,
        job.attempts,
      ])
      if (!mine) return
      await worker.run(tx, job)
      // Where the work itself asked for the job again, the new request stands.
      await tx.query('update job set done_at = now(), lease_until = null where org_id = $1 and id = $2 and attempts = $3', [
        job.orgId,
        job.id,
        job.attempts,
      ])
    },
    worker.limits,
  )
  return false
}

/** It stays as due as it is. */
const putOff = async (database: Database, { orgId, id, attempts }: Job): Promise<false> => {
  await database.inTransaction(orgId, (tx) =>
    tx.query(
      `update job set lease_until = now() + make_interval(secs => ${waitingSeconds}), attempts = 0
       where org_id = $1 and id = $2 and attempts = $3 and done_at is null`,
      [orgId, id, attempts],
    ),
  )
  return false
}
const waitingSeconds = 3600

/** A piece is on a lease of its own, renewed as long as it takes, so that the work goes on soon after its process has died. */
const workPiece = async (database: Database, log: Logger, worker: PieceWorker, job: Job): Promise<boolean> => {
  if (!(await renewLease(database, job))) return false
  const renewal = setInterval(() => void renewLease(database, job).catch(() => undefined), (leaseSeconds / 3) * 1000)
  const hasMore = await worker.piece(database, job, log).finally(() => clearInterval(renewal))
  await database.inTransaction(job.orgId, (tx) =>
    tx.query(
      `update job set done_at = case when $4::boolean then null else now() end, due_at = now(), lease_until = null,
                      attempts = case when $4::boolean then 0 else attempts end, last_error = null
       where org_id = $1 and id = $2 and attempts = $3 and done_at is null`,
      [job.orgId, job.id, job.attempts, hasMore],
    ),
  )
  return hasMore
}

/** Answers whether the job is still ours. */
const renewLease = async (database: Database, job: Job): Promise<boolean> => {
  const rows = await database.inTransaction(job.orgId, (tx) =>
    tx.query(
      `update job set lease_until = now() + make_interval(secs => ${leaseSeconds})
       where org_id = $1 and id = $2 and attempts = $3 and done_at is null returning 1`,
      [job.orgId, job.id, job.attempts],
    ),
  )
  return rows.length > 0
}
