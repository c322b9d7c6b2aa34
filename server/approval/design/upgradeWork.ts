import type { Logger } from 'pino'
import type { Id } from '../../../kernel/id.ts'
import { refusal, RefusalError } from '../../../kernel/refusal.ts'
import type { NodeId } from '../../../domain/approval/flow/definition.ts'
import { isBusy } from '../../db/busy.ts'
import type { Database } from '../../db/pool.ts'
import type { Tx } from '../../db/tx.ts'
import type { PieceWorker } from '../../jobs/jobs.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { loadDefinition } from '../flow/store.ts'
import { administrators } from '../../access/people.ts'
import { announceUpgrade, finishUpgrade, moveOne, type UpgradePlan, noteRefusal, NotItsTurn, upgradeJob } from './upgrade.ts'

/** How long a piece goes on, and how many processes it moves side by side. */
const pieceMs = 500
const lanes = 3

/**
 * Moves the processes of an upgrade, each in a transaction of its own: wherever it is cut off, what was moved stays moved and the rest
 * is still to come, and the person who works on a process waits for that one at most.
 */
export const upgradeWorker = (documents: DocumentPort): PieceWorker => ({
  kind: upgradeJob,
  piece: async (database, { orgId, key: id }, log) => {
    const item = await database.reading(orgId, (tx) => nextOf(tx, id))
    if (!item) return false
    const { moving, processes } = item
    const until = performance.now() + pieceMs
    const lane = async (): Promise<void> => {
      for (let next = processes.shift(); next !== undefined && performance.now() < until; next = processes.shift())
        await move(database, documents, log, { orgId, id, moving, processId: next })
    }
    const isLast = processes.length < readAtOnce
    await Promise.all(Array.from({ length: lanes }, lane))
    const isDone = isLast && processes.length === 0 && !(await database.reading(orgId, (tx) => isLeft(tx, id)))
    await database.inTransaction(orgId, (tx) => (isDone ? finishUpgrade(tx, id) : announceUpgrade(tx, id)))
    return !isDone
  },
})

/** More than a piece can move. */
const readAtOnce = 1000

type UpgradeItem = { readonly orgId: Id; readonly id: Id; readonly moving: UpgradePlan; readonly processId: Id }

/** What goes wrong with one process does not keep the others from moving; one that a person works on for long has its turn again. */
const move = async (
  database: Database,
  documents: DocumentPort,
  log: Logger,
  { orgId, id, moving, processId }: UpgradeItem,
): Promise<void> => {
  try {
    await database.inTransaction(orgId, (tx) => moveOne(tx, documents, { upgradeId: id, plan: moving, processId }))
  } catch (error) {
    if (error instanceof NotItsTurn || isBusy(error)) return
    if (!(error instanceof RefusalError)) log.error({ error, upgrade: { orgId, id, processId } }, 'A process could not be upgraded')
    const reason = error instanceof RefusalError ? error.refusal : refusal('approval.upgradeFailed', '没有升级成功，请稍后再试')
    await database.inTransaction(orgId, (tx) => noteRefusal(tx, id, processId, reason))
  }
}

/** What is to be done and the processes whose turn is next, oldest first; nothing where it was stopped. */
const nextOf = async (tx: Tx, id: Id): Promise<{ moving: UpgradePlan; processes: Id[] } | undefined> => {
  const [[row], rows, admins] = await Promise.all([
    tx.query<MigrationRow>(
      `select flow_key, to_version, mapping, reenter, returns_all, not_reached, started_by from wf_migration
       where org_id = $1 and id = $2 and finished_at is null`,
      [tx.orgId, id],
    ),
    tx.query<{ instance_id: Id }>(
      `select instance_id from wf_migration_item where org_id = $1 and migration_id = $2 and status = 'pending' order by instance_id limit ${readAtOnce}`,
      [tx.orgId, id],
    ),
    administrators(tx),
  ])
  if (!row) return undefined
  const options = {
    ...(row.reenter.length > 0 ? { reenter: row.reenter } : {}),
    ...(row.returns_all ? { returnAll: true } : {}),
    ...(row.not_reached === null ? {} : { notReached: row.not_reached }),
  }
  const to = await loadDefinition(tx, row.flow_key, row.to_version, admins)
  return { moving: { by: row.started_by, to, mapping: row.mapping, options }, processes: rows.map(({ instance_id: one }) => one) }
}

const isLeft = async (tx: Tx, id: Id): Promise<boolean> =>
  (await tx.query(`select 1 from wf_migration_item where org_id = $1 and migration_id = $2 and status = 'pending' limit 1`, [tx.orgId, id]))
    .length > 0

type MigrationRow = {
  flow_key: string
  to_version: number
  mapping: Record<NodeId, NodeId>
  reenter: NodeId[]
  returns_all: boolean
  not_reached: NodeId | null
  started_by: Id
}
