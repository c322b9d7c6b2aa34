import pg from 'pg'
import { DatabaseBusy } from './pool.ts'

/** True where the database had no room or no time, or the line to it broke: nothing was written, and trying again may do. */
export const isBusy = (error: unknown): boolean => {
  if (error instanceof DatabaseBusy) return true
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return error instanceof pg.DatabaseError ? busyCodes.test(code) : lineCodes.test(code) || connectionGone.test(message)
}

/** Deadlock, serialization, lock and statement time-outs, connections refused or shut down, disk or memory full. */
const busyCodes = /^(40001|40P01|55P03|57014|57P0\d|08\w{3}|53\w{3}|25P0[34])$/
/** A line to the database that could not be opened, or broke. */
const lineCodes = /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/
const connectionGone =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|Query read timeout)/
