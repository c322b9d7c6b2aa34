/** `drill` brings a backup back in a scratch place and audits it there. */
export const backupActs = ['backup', 'check', 'drill'] as const
export type BackupAct = (typeof backupActs)[number]

/** What came of something that was done with backups; `fault` is empty where all is well, else a sentence. */
export type ActOutcome = {
  readonly act: BackupAct
  /** The backup that it was about; absent where none came to be. */
  readonly name?: string | undefined
  readonly at: string
  readonly fault: string
}

/** What is done with backups in this process: one thing at a time, and nothing that anybody waits for. */
export type BackupWork = {
  /** The folder of backups; absent where the operator named none. */
  readonly folder?: string | undefined
  readonly passphrase?: string | undefined
  /** The database is the program's own, so it is backed up and brought back by the program. */
  readonly isEmbedded: boolean
  /** Begins it where nothing is under way, and answers what comes of it; undefined where something is. */
  readonly begin: (act: BackupAct, name?: string) => Promise<ActOutcome> | undefined
  readonly state: () => { readonly currentAct?: { readonly act: BackupAct; readonly name?: string | undefined; readonly since: string } }
}

/** Of an installation that keeps no backups. */
export const noBackupWork: BackupWork = { isEmbedded: false, begin: () => undefined, state: () => ({}) }
