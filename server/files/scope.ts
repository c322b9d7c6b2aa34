import type { Id } from '../../kernel/id.ts'
import type { Session } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** What admits a private file: a conversation, say, by its noun and id. The person who may read it now may open the file. */
export type FileScope = { readonly noun: string; readonly id: Id }

/** By noun: which among these shows the file to the session's person at this moment. */
export type FileReaders = Readonly<Record<string, (tx: Tx, session: Session, ids: readonly Id[], path: string) => Promise<ReadonlySet<Id>>>>

/** Lets the readers of `scope` open files that were uploaded as private. Whether the caller may show them is asked before. */
export const admitFile = async (tx: Tx, paths: readonly string[], { noun, id }: FileScope): Promise<void> => {
  if (paths.length === 0) return
  await tx.query(
    `insert into file_scope (org_id, path, noun, ref_id)
     select f.org_id, f.path, $3, $4 from file f where f.org_id = $1 and f.path = any ($2::text[]) and f.is_private
     on conflict do nothing`,
    [tx.orgId, [...new Set(paths)], noun, id],
  )
  await tx.query('update file set withdrawn_at = null where org_id = $1 and path = any ($2::text[]) and withdrawn_at is not null', [
    tx.orgId,
    paths,
  ])
}

/**
 * Closes files to everyone but their uploaders and the readers of `scope`, wherever else they were uploaded to. The caller has checked that the
 * writer may name them there.
 */
export const closeFiles = async (tx: Tx, paths: readonly string[], scope: FileScope): Promise<void> => {
  if (paths.length === 0) return
  await tx.query('update file set is_private = true where org_id = $1 and path = any ($2::text[]) and not is_private', [tx.orgId, paths])
  await admitFile(tx, paths, scope)
}

/** Takes back what was admitted. What nothing admits any more no one opens, not even the person who uploaded it, and a day later its bytes go. */
export const withdrawFile = async (tx: Tx, paths: readonly string[], noun: string, ids: readonly Id[]): Promise<void> => {
  if (paths.length === 0) return
  await tx.query('delete from file_scope where org_id = $1 and path = any ($2::text[]) and noun = $3 and ref_id = any ($4::bigint[])', [
    tx.orgId,
    paths,
    noun,
    ids,
  ])
  await tx.query(
    `update file f set withdrawn_at = $3 where f.org_id = $1 and f.path = any ($2::text[]) and f.is_private and f.withdrawn_at is null
       and not exists (select from file_scope s where s.org_id = $1 and s.path = f.path)`,
    [tx.orgId, paths, new Date(tx.now()).toISOString()],
  )
}

export type AskedFile = {
  readonly path: string
  readonly name: string
  readonly mime: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly isPrivate: boolean
}

/** A stored file that a person may open now; undefined where it is not there or not for him, which look the same. */
export const openedFile = async (tx: Tx, session: Session, readers: FileReaders, path: string): Promise<AskedFile | undefined> => {
  const [file] = await tx.query<Omit<AskedFile, 'sizeBytes'> & { owner: Id | null; size: string; withdrawn: boolean }>(
    `select path, name, mime, size_bytes as size, sha256, is_private as "isPrivate", uploaded_by as owner, withdrawn_at is not null as withdrawn
     from file where org_id = $1 and path = $2`,
    [tx.orgId, path],
  )
  if (!file) return undefined
  const { owner, size, withdrawn, ...known } = file
  const opened = { ...known, sizeBytes: Number(size) }
  if (!file.isPrivate || (owner === session.uid && !withdrawn)) return opened
  const scopes = await tx.query<{ noun: string; id: Id }>('select noun, ref_id as id from file_scope where org_id = $1 and path = $2', [
    tx.orgId,
    path,
  ])
  for (const [noun, of] of Map.groupBy(scopes, (scope) => scope.noun)) {
    const ids = of.map(({ id }) => id)
    const readable = await readers[noun]?.(tx, session, ids, path)
    if (ids.some((id) => readable?.has(id))) return opened
  }
  return undefined
}
