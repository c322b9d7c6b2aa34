import pg from 'pg'
import { DatabaseBusy } from './connections.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'

/** True where the database had no room or no time, or the line to it broke: nothing was written, and trying again may do. */
export const isBusy = (error: unknown): boolean => {
  if (error instanceof DatabaseBusy) return true
  const code = codeOf(error) ?? ''
  return error instanceof pg.DatabaseError ? busyCodes.test(code) : lineCodes.test(code) || connectionGone.test(messageOf(error))
}

/** True where another transaction holds what this one needs for longer than it waits. */
export const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

/**
 * True where the line broke while it was in use: whether COMMIT came through is known only to who asks again under the same command id.
 */
export const isUncertain = (error: unknown): boolean =>
  isBusy(error) && !(error instanceof DatabaseBusy || (error instanceof pg.DatabaseError && undoneCodes.test(error.code ?? '')))

/** What the database says on a line that stands, after it has undone everything. */
const undoneCodes = /^(40001|40P01|55P03|57014|25006|53\w{3})$/
/** Deadlock, serialization, lock and statement time-outs, a standby that takes no writes yet, connections refused or shut down, disk or memory full. */
const busyCodes = /^(40001|40P01|55P03|57014|25006|57P0\d|08\w{3}|53\w{3}|25P0[34])$/
/** A line to the database that could not be opened, or broke. */
const lineCodes = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/
const connectionGone =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout)/
