import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backUpEmbedded, emptyFolders } from '../backups/embeddedBackup.ts'
import { unpackBackup } from '../backups/manifest.ts'
import { superuserOf } from '../db/embedded.ts'

type StandbyParts = {
  readonly primaryDir: string
  readonly standbyDir: string
  readonly backups: string
  readonly lines?: readonly string[]
}

/** Copies a running embedded database as one that follows it by streaming once it is started; further lines go into its configuration. */
export const copyAsStandby = async ({ primaryDir, standbyDir, backups, lines = [] }: StandbyParts): Promise<void> => {
  const backup = await backUpEmbedded({ dataDir: primaryDir, target: backups, at: new Date() })
  await unpackBackup(backup, standbyDir)
  for (const folder of emptyFolders) mkdirSync(join(standbyDir, 'postgres', folder), { recursive: true, mode: 0o700 })
  const { port, password } = superuserOf(primaryDir)
  writeFileSync(join(standbyDir, 'postgres/standby.signal'), '')
  const primary = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${String(password)} application_name=standby'`
  appendFileSync(join(standbyDir, 'postgres/postgresql.auto.conf'), `${[primary, ...lines].join('\n')}\n`)
}
