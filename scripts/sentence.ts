import { BackupRefused } from '../server/backups/manifest.ts'
import { isBusy } from '../server/db/busy.ts'
import { FolderHeld, FolderUnusable } from '../server/db/lock.ts'
import { MigrationRefused } from '../server/db/migrate.ts'
import { NoDatabase } from '../server/db/postgres/postgresPrograms.ts'
import { WrongSetting } from '../server/settings.ts'
import { StorageUnavailable } from '../server/storage/storage.ts'
import { TakeoutRefused } from '../server/takeout/archive.ts'

/** Ends a script with a sentence instead of a stack. */
export class Stop extends Error {}

const sentences = [Stop, WrongSetting, FolderHeld, FolderUnusable, NoDatabase, MigrationRefused, TakeoutRefused, BackupRefused]

/** What to print of an error that ended a script: a sentence where it is no fault of ours, else the error with its stack. */
export const lastWords = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (sentences.some((kind) => error instanceof kind)) return error.message
  if (error instanceof StorageUnavailable)
    return `${error.message} Try again when the storage of files answers; STORAGE_URL says where it is.`
  return isBusy(error) ? `The database does not answer: ${error.message}. Try again when it runs.` : error
}
