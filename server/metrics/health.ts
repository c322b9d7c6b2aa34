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

export type Usage = {
  readonly openSessions: number
  readonly files: number
  readonly fileBytes: number
  /** Since when nothing was sealed; null where nothing ever was. */
  readonly sealSeconds: number | null
}

export const readUsage = async ({ gate }: Pick<Database, 'gate'>): Promise<Usage> => {
  const row = await onlyRow(
    gate<{ open_sessions: string; files: string; file_bytes: string; seal_seconds: number | null }>(
      'select open_sessions, files, file_bytes, seal_seconds from gate_usage()',
    ),
  )
  return {
    openSessions: Number(row.open_sessions),
    files: Number(row.files),
    fileBytes: Number(row.file_bytes),
    sealSeconds: row.seal_seconds,
  }
}

/** How much of a kind (`file_bytes`, `assets`) an organisation holds. */
export type OrganisationSize = { readonly orgId: string; readonly kind: string; readonly size: number }

/** The organisations that hold most of each kind, so many of each. */
export const readLargestOrganisations = async ({ gate }: Pick<Database, 'gate'>, atMost: number): Promise<OrganisationSize[]> => {
  const rows = await gate<{ org_id: string; kind: string; size: string }>('select org_id, kind, size from gate_largest_organisations($1)', [
    atMost,
  ])
  return rows.map(({ org_id: orgId, kind, size }) => ({ orgId, kind, size: Number(size) }))
}
