import { onlyRow } from '../db/rows.ts'
import type { Database } from '../db/pool.ts'

/** The jobs of a kind that are due: how many wait, since when the oldest does, and how many rest after they failed too often. */
export type JobHealth = { readonly kind: string; readonly due: number; readonly oldestSeconds: number; readonly restingJobs: number }

export const readJobHealth = async ({ gate }: Pick<Database, 'gate'>): Promise<JobHealth[]> => {
  const rows = await gate<{ kind: string; due: string; oldest_seconds: number; resting_jobs: string }>(
    'select kind, due, oldest_seconds, failed as resting_jobs from gate_job_health()',
  )
  return rows.map(({ kind, due, oldest_seconds: oldestSeconds, resting_jobs: restingJobs }) => ({
    kind,
    due: Number(due),
    oldestSeconds,
    restingJobs: Number(restingJobs),
  }))
}

export type DeliveryHealth = {
  /** Since when the oldest announcement waits to be handed out; 0 where none does. */
  readonly outboxSeconds: number
  /** What webhooks gave up within a week. */
  readonly failedDeliveries: number
  /** Robots of groups that are refused. */
  readonly failingRobots: number
}

export const readDeliveryHealth = async ({ gate }: Pick<Database, 'gate'>): Promise<DeliveryHealth> => {
  const row = await onlyRow(
    gate<{ outbox_seconds: number; failed_deliveries: string; failing_robots: string }>(
      'select outbox_seconds, failed_deliveries, failing_robots from gate_delivery_health()',
    ),
  )
  return {
    outboxSeconds: row.outbox_seconds,
    failedDeliveries: Number(row.failed_deliveries),
    failingRobots: Number(row.failing_robots),
  }
}
