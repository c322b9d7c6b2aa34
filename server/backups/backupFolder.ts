import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { codeOf } from '../../kernel/caughtError.ts'
import { BackupRefused, checkBackup, ignoreGone, readManifest } from './manifest.ts'

const dayMs = 24 * 3_600_000

export const backupName = (madeAt: Date): string => madeAt.toISOString().slice(0, 19).replaceAll(':', '')

const namePattern = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)$/

/** The moment that the name of a backup says. */
const momentOf = (name: string): string => name.replace(namePattern, '$1T$2:$3:$4Z')

export const isBackupName = (name: string): boolean => namePattern.test(name)

/** What came of looking at a backup: `restored` is a check that also brought it back in a scratch place and audited it there. */
const proof = v.object({
  at: v.string(),
  how: v.picklist(['checked', 'restored']),
  /** Empty where it is good; else what is wrong with it, a sentence. */
  fault: v.string(),
})
export type BackupProof = v.InferOutput<typeof proof>

export type BackupFacts = {
  readonly name: string
  readonly path: string
  readonly at: string
  readonly bytes: number
  readonly isEncrypted: boolean
  /** `dump` is one of deploy/backup.sh, of a database that is operated on its own. */
  readonly kind: 'embedded' | 'dump'
  /** The first file of the database's log that a recovery from it reads, where it says so. */
  readonly firstLog?: string | undefined
  /** What was found when it was last looked at. */
  readonly proof?: BackupProof | undefined
}

/** The whole backups of a folder, the newest first. */
export const listBackups = async (folder: string): Promise<BackupFacts[]> => {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreGone)) ?? []
  const names = entries.filter((entry) => entry.isDirectory() && isBackupName(entry.name)).map(({ name }) => name)
  const facts: BackupFacts[] = []
  for (const name of names.toSorted().toReversed()) {
    const backup = await factsOf(folder, name)
    if (backup) facts.push(backup)
  }
  return facts
}

const factsOf = async (folder: string, name: string): Promise<BackupFacts | undefined> => {
  const path = join(folder, name)
  const common = { name, path, proof: await readProof(path) }
  if (await stat(join(path, sumsFile)).catch(ignoreGone))
    return { ...common, at: momentOf(name), bytes: await bytesIn(path), isEncrypted: false, kind: 'dump' }
  const manifest = await readManifest(path).catch((error) => {
    if (error instanceof BackupRefused || error instanceof v.ValiError || error instanceof SyntaxError) return undefined
    throw error
  })
  // One without a manifest that can be read is shown, because it takes room and its check says what is wrong.
  const { at = momentOf(name), bytes, cipher, firstLog } = manifest ?? {}
  return { ...common, at, bytes: bytes ?? (await bytesIn(path)), isEncrypted: cipher !== undefined, kind: 'embedded', firstLog }
}

const bytesIn = async (folder: string): Promise<number> => {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** Beside the backup and not in it, so that a backup stays as it was made. */
const proofFile = (backup: string): string => `${backup}.proof.json`

const readProof = async (backup: string): Promise<BackupProof | undefined> => {
  const text = await readFile(proofFile(backup), 'utf8').catch(ignoreGone)
  return text === undefined ? undefined : v.parse(proof, JSON.parse(text))
}

/** Where the folder is only to be read, what was found is told once and not kept. */
export const writeProof = (backup: string, content: BackupProof): Promise<void> =>
  writeFile(proofFile(backup), JSON.stringify(content)).catch((error) => {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(codeOf(error) ?? '')) throw error
  })

const sumsFile = 'SHA256SUMS'

/** Reads a backup of either kind to its end and writes down what was found. Throws BackupRefused where it is not as it was made. */
export const proveBackup = async (
  { path, kind }: Pick<BackupFacts, 'path' | 'kind'>,
  checkedAt: Date,
  passphrase?: string,
): Promise<void> => {
  const write = (fault: string) => writeProof(path, { at: checkedAt.toISOString(), how: 'checked', fault })
  try {
    await (kind === 'dump' ? checkDump(path) : checkBackup(path, passphrase))
  } catch (error) {
    if (error instanceof BackupRefused) await write(error.message)
    throw error
  }
  await write('')
}

const checkDump = async (backup: string): Promise<void> => {
  const lines = (await readFile(join(backup, sumsFile), 'utf8')).trim().split('\n')
  for (const line of lines) {
    const [, expected, file = ''] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(backup, file)), hash).catch(ignoreGone)
    if (hash.digest('hex') !== expected) throw new BackupRefused(`${join(backup, file)} is not as it was backed up.`)
  }
}

export type Retention = { readonly count: number; /** Older ones go as well; not given: at any age. */ readonly days?: number | undefined }

/** Deletes all but the newest backups of a folder, and those that are too old; the newest always stays. Answers those that went. */
export const pruneBackups = async (folder: string, { count, days }: Retention, now: Date): Promise<string[]> => {
  const backups = (await listBackups(folder)).filter(({ kind }) => kind === 'embedded')
  const isOld = (madeAt: string) => days !== undefined && now.getTime() - Date.parse(madeAt) > days * dayMs
  const oldBackups = backups.filter(({ at }, index) => index >= count || (index > 0 && isOld(at))).map(({ path }) => path)
  for (const backup of oldBackups) {
    await rm(backup, { recursive: true })
    await rm(proofFile(backup), { force: true })
  }
  return oldBackups
}
