import { connect, isIP } from 'node:net'
import type { Logger } from 'pino'
import { type Id, newUuid } from '../../kernel/id.ts'
import type { PrinterRow } from '../../domain/labels/operations.ts'
import { isAllowed, lookupWithin, type Reach, TargetRefused } from '../approval/flow/services/servicesPost.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Job as WorkJob, Worker } from '../jobs/jobs.ts'
import { labelBytes } from './drawing.ts'
import { becomes, confirmPrinted, giveBack, type Job, lockAnyJob, printingJob, takeChunk } from './jobs.ts'
import { hostAndPort } from './printers.ts'

/** Nothing of the bytes has reached the printer. */
export class NeverOpened extends Error {}

/** The printer has some of the bytes, or all; no one knows what became of them. */
export class BrokenOff extends Error {}

/** How long a printer may take to let us in, and how long it may take nothing: it prints while it reads. */
const [openSeconds, silentSeconds] = [8, 60]

/**
 * Sends bytes to a printer and waits until it has taken them all. The connection goes to the very address that was looked at. Throws
 * NeverOpened, after which the same may be sent again, or BrokenOff.
 */
export const sendTo = (address: string, bytes: Uint8Array, reach: Reach): Promise<void> =>
  new Promise((resolve, reject) => {
    const target = hostAndPort(address)
    if (!target || (isIP(target.host) !== 0 && !isAllowed(target.host, reach)))
      return reject(new NeverOpened('The address is none that a printer may have.'))
    let isOpen = false
    const socket = connect({ ...target, lookup: lookupWithin(reach) })
    const fail = (reason: string) => {
      socket.destroy()
      reject(isOpen ? new BrokenOff(reason) : new NeverOpened(reason))
    }
    socket.setTimeout(openSeconds * 1000, () => fail('The printer does not answer.'))
    socket.once('connect', () => {
      isOpen = true
      socket.setTimeout(silentSeconds * 1000)
      // What a printer says is its own affair; unread it would hold up the line.
      socket.resume()
      socket.end(bytes)
    })
    socket.once('error', (error) => fail(error instanceof TargetRefused ? error.message : `The line broke: ${error.message}`))
    // It closes its side when it has read ours to the end.
    socket.once('close', (hadError) => (hadError || !isOpen || socket.bytesWritten < bytes.length ? fail('The line broke.') : resolve()))
  })

type Means = Pick<App, 'heavy' | 'spool' | 'storage' | 'settings'>

/** Labels for one connection. */
const labelsAtOnce = 50

/** Sends printings of the way `network`, a chunk at a time. Whatever may have been printed is never sent again by itself. */
export const printingWorkers = (means: Means): readonly Worker[] => [
  { kind: printingJob, piece: (database, job: WorkJob<{ id: Id }>, log) => printChunk(database, means, job, log) },
]

const printChunk = async (
  database: Database,
  means: Means,
  { orgId, body: { id } }: WorkJob<{ id: Id }>,
  log: Logger,
): Promise<boolean> => {
  // A key of its own each time: a chunk that was on its way when the process died makes the job doubtful.
  const sendKey = newUuid()
  const takenJob = await database.inTransaction(orgId, async (tx) => {
    const job = await lockAnyJob(tx, id)
    return job && takeChunk(tx, job, sendKey, labelsAtOnce)
  })
  if (!takenJob?.chunk) return false
  const { job, chunk } = takenJob
  try {
    const bytes = await labelBytes(means, { orgId, uid: job.uid }, { template: job.template, items: chunk.items }, chunk.printer)
    await sendTo(addressOf(chunk.printer), bytes, means.settings.serviceReach)
  } catch (error) {
    log.warn({ error, orgId, printJob: id }, 'Labels could not be sent')
    if (error instanceof BrokenOff) {
      await doubt(database, orgId, id, sendKey)
      return false
    }
    await database.inTransaction(orgId, (tx) => giveBack(tx, id, sendKey, error instanceof NeverOpened ? '打印机连不上' : '标签打印不出来'))
    throw error
  }
  const now = await database.inTransaction(orgId, async (tx) => {
    const lockedJob = await lockAnyJob(tx, id)
    return lockedJob?.state === 'sending' && lockedJob.sendKey === sendKey
      ? confirmPrinted(tx, { uid: lockedJob.uid }, lockedJob, { doneTo: chunk.to, sentTo: lockedJob.sentTo })
      : lockedJob
  })
  return now?.state === 'open'
}

const doubt = (database: Database, orgId: Id, id: Id, sendKey: string): Promise<Job | undefined> =>
  database.inTransaction(orgId, async (tx) => {
    const job = await lockAnyJob(tx, id)
    return job?.state === 'sending' && job.sendKey === sendKey
      ? becomes(tx, job, { state: 'doubtful', failure: '与打印机的连接断开了' })
      : job
  })

const addressOf = ({ address, name }: PrinterRow): string => {
  if (address === null) throw new Error(`The printer ${name} has no address.`)
  return address
}
