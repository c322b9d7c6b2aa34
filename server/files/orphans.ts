import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import { dayFolderOf, thumbnailOf } from './files.ts'

/**
 * Removes stored files that no row names: those of transactions that failed after the file was stored. It looks at what came in during the
 * last week and is more than a day old, so no upload is under way any more. Answers how many were removed.
 */
export const removeOrphans = async ({ database, storage }: Pick<App, 'database' | 'storage'>, now: Date): Promise<number> => {
  let removedCount = 0
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')
  for (const { org_id: orgId } of organisations) {
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ path: string }>('select path from file where org_id = $1 and created_at > $2', [orgId, daysBefore(now, daysBack + 1)]),
    )
    const knownStems = new Set(rows.map(({ path }) => stemOf(path)))
    for (let days = 1; days <= daysBack; days++)
      for await (const { path, changedAt } of storage.list(orgId, dayFolderOf(orgId, daysBefore(now, days)))) {
        if (knownStems.has(stemOf(path)) || changedAt > daysBefore(now, 1)) continue
        await storage.remove(orgId, path)
        removedCount++
      }
  }
  return removedCount
}

/** A failed night or two are made up for. */
const daysBack = 7

const daysBefore = (moment: Date, days: number): Date => new Date(moment.getTime() - days * 86_400_000)

/** What a file, its thumbnail and what a crash left of it have in common. */
const stemOf = (path: string): string => path.slice(0, path.indexOf('.'))

/**
 * Removes the bytes of files that something had shown and nothing has for a day: of messages that were taken back or cleared, of exports that are
 * over. Their rows stay. Answers how many were removed.
 */
export const emptyWithdrawn = async ({ database, storage }: Pick<App, 'database' | 'storage'>, now: Date): Promise<number> => {
  let removedCount = 0
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')
  for (const { org_id: orgId } of organisations) {
    let after = ''
    for (;;) {
      const rows = await database.reading(orgId, (tx) =>
        tx.query<{ path: string }>(
          `select path from file where org_id = $1 and withdrawn_at < $2 and emptied_at is null and path > $3 order by path limit 200`,
          [orgId, daysBefore(now, 1), after],
        ),
      )
      const last = rows.at(-1)
      if (!last) break
      after = last.path
      for (const { path } of rows)
        await database.inTransaction(orgId, async (tx) => {
          // Held until its bytes are gone: no one shows it anew meanwhile, and what is cut off here is done again.
          const [heldRow] = await tx.query(
            `update file f set emptied_at = $3 where f.org_id = $1 and f.path = $2 and f.withdrawn_at < $4 and f.emptied_at is null
               and not exists (select from file_scope s where s.org_id = $1 and s.path = f.path) returning 1`,
            [orgId, path, now.toISOString(), daysBefore(now, 1)],
          )
          if (!heldRow) return
          await Promise.all([storage.remove(orgId, path), storage.remove(orgId, thumbnailOf(path))])
          removedCount++
        })
    }
  }
  return removedCount
}
