/** A word that a shell takes as it is, in a command of PostgreSQL, where a percent sign would be a place. */
const word = (text: string): string => `'${text.replaceAll("'", "'\\''").replaceAll('%', '%%')}'`

/**
 * The command by which PostgreSQL takes a finished file of its log into a folder. A file bears its name only when it is whole; the same one
 * again, as after a crash, is fine, and another one under its name is refused.
 */
export const archiveCommand = (folder: string): string =>
  `f=${word(`${folder}/`)}%f.gz; if [ -f "$f" ]; then gzip -dc "$f" | cmp -s - %p; ` +
  `else gzip -c %p > "$f.part" && { sync "$f.part" || true; } && mv "$f.part" "$f"; fi`

/** The command by which a recovery gets a file of the log from the first of these folders that has it, packed or as the database wrote it. */
export const restoreCommand = (folders: readonly string[]): string =>
  `for d in ${folders.map(word).join(' ') || "''"}; do if [ -f "$d/%f.gz" ]; then exec gzip -dc "$d/%f.gz" > %p; fi; ` +
  `if [ -f "$d/%f" ]; then exec cp "$d/%f" %p; fi; done; exit 1`

/** A recovery from a copy of a database: how far, and from where the log comes besides what lies in the copy. */
export type Recovery = {
  /** The moment (ISO) until which transactions are brought back; `end`: all that there are; `copy`: as the copy was, and no more. */
  readonly until: string | 'end' | 'copy'
  readonly folders: readonly string[]
  /** The copy's own timeline is followed, and not the newest that came of it. */
  readonly staysInTimeline?: boolean
}

/** The settings of a server that recovers. It then goes on in a timeline of its own, so that its log is never taken for that of before. */
export const recoverySettings = ({ until, folders, staysInTimeline = until === 'copy' }: Recovery): Readonly<Record<string, string>> => {
  const settings = {
    restore_command: restoreCommand(folders),
    recovery_target_action: 'promote',
    recovery_target_timeline: staysInTimeline ? 'current' : 'latest',
  }
  if (until === 'end') return settings
  return { ...settings, ...(until === 'copy' ? { recovery_target: 'immediate' } : { recovery_target_time: withZoneNumber(until) }) }
}

/** This setting is read before PostgreSQL knows any zone by its letter. */
const withZoneNumber = (moment: string): string => moment.replace('Z', '+00')
