/** Moves the files of all organisations from `DATA_DIR/files` into the storage that `STORAGE_URL` names; the server has to be stopped. */
import { join } from 'node:path'
import { holdFolder } from '../server/db/lock.ts'
import { readSettings } from '../server/settings.ts'
import { moveFiles } from '../server/storage/moveFiles.ts'
import { openStorage } from '../server/storage/storage.ts'
import { lastWords, Stop } from './sentence.ts'
import { step } from './step.ts'

try {
  const settings = readSettings(process.env)
  if (settings.storageUrl === undefined) throw new Stop('STORAGE_URL names no storage, so the files stay where they are.')
  const letGo = holdFolder(settings.dataDir)
  try {
    const movedCount = await step('Files', (report) => moveFiles(join(settings.dataDir, 'files'), openStorage(settings), report))
    process.stdout.write(`  ${movedCount} files were moved.\n`)
  } finally {
    letGo()
  }
} catch (error) {
  console.error(lastWords(error))
  process.exitCode = 1
}
