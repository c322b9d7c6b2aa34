import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import { diskFolderOf, partPath, smallPath } from './contents.ts'
import { purgeNodes } from './nodeChanges.ts'
import { giveUp } from './uploads.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** How long what was thrown away comes back, an older version is kept, and bytes that nothing uses stay; days. */
const binDays = 30
const versionDays = 180
const unusedDays = 1
const atOnce = 200

/**
 * Takes away what the net disk no longer keeps: uploads that no one goes on with, what lay in the bin long enough, old versions, and bytes that
 * nothing has used for a day. A piece at a time, in transactions of its own; what a crash leaves comes the next time.
 */
export const sweepDisk = async ({ database, storage }: Pick<App, 'database' | 'storage'>, now: Date): Promise<number> => {
  let removedCount = 0
  const before = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString()
  for (const { org_id: orgId } of await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')) {
    const late = await database.reading(orgId, (tx) =>
      tx.query<{ id: Id; done: boolean }>(
        'select id, done_at is not null as done from disk_upload where org_id = $1 and until < $2 order by until limit $3',
        [orgId, now.toISOString(), atOnce],
      ),
    )
    const open = late.filter(({ done }) => !done).map(({ id }) => id)
    if (late.length > 0)
      await database.inTransaction(orgId, async (tx) => {
        if (open.length > 0) await giveUp(tx, open)
        await tx.query('delete from disk_upload where org_id = $1 and id = any ($2::bigint[]) and done_at is not null', [
          orgId,
          late.map(({ id }) => id),
        ])
      })
    await database.inTransaction(
      orgId,
      async (tx) => {
        const bin = await tx.query<{ id: Id; space: Id }>(
          'select id, space_id as space from disk_node where org_id = $1 and trashed_at < $2 and purged_at is null order by trashed_at limit $3',
          [orgId, before(binDays), atOnce],
        )
        const old = await tx.query<{ node: Id; no: number; space: Id }>(
          `select v.node_id as node, v.no, v.space_id as space from disk_version v join disk_node n on n.org_id = $1 and n.id = v.node_id
           where v.org_id = $1 and v.at < $2 and v.no < n.version_no order by v.at limit $3`,
          [orgId, before(versionDays), atOnce],
        )
        if (bin.length + old.length === 0) return
        await tx.query('select 1 from disk_space where org_id = $1 and id = any ($2::bigint[]) order by id for no key update', [
          orgId,
          [...bin, ...old].map(({ space }) => space),
        ])
        await tx.query(
          `delete from disk_version v using unnest($2::bigint[], $3::int[]) as o (node, no), disk_node n
           where v.org_id = $1 and v.node_id = o.node and v.no = o.no and n.org_id = $1 and n.id = v.node_id and v.no < n.version_no`,
          [orgId, old.map(({ node }) => node), old.map(({ no }) => no)],
        )
        const still = await tx.query<{ id: Id }>(
          'select id from disk_node where org_id = $1 and id = any ($2::bigint[]) and trashed_at < $3',
          [orgId, bin.map(({ id }) => id), before(binDays)],
        )
        if (still.length > 0)
          await purgeNodes(
            tx,
            still.map(({ id }) => id),
          )
      },
      { statementSeconds: 60 },
    )
    removedCount += await removeUnused({ database, storage }, orgId, before(unusedDays))
    removedCount += await removeStrays({ database, storage }, orgId, now)
  }
  return removedCount
}

/** The bytes first: a row without bytes comes again, bytes without a row would be lost to us. */
const removeUnused = async ({ database, storage }: Pick<App, 'database' | 'storage'>, orgId: Id, before: string): Promise<number> => {
  let removedCount = 0
  for (;;) {
    const unusedContents = await database.reading(orgId, (tx) =>
      tx.query<{ id: Id; day: string; small: boolean; nos: number[]; hashes: string[] }>(
        `select c.id, c.day, c.has_small as small,
           array(select p.no from disk_part p where p.org_id = $1 and p.content_id = c.id order by p.no) as nos,
           array(select p.sha256 from disk_part p where p.org_id = $1 and p.content_id = c.id order by p.no) as hashes
         from disk_content c
         where c.org_id = $1 and (c.unused_since < $2 or c.parts_hash is null and c.created_at < $2
           and not exists (select from disk_upload u where u.org_id = $1 and u.id = c.id)) order by c.id limit $3`,
        [orgId, before, atOnce],
      ),
    )
    for (const { id, day, small, nos, hashes } of unusedContents) {
      for (const [at, no] of nos.entries())
        await storage.remove(orgId, partPath(orgId, { id, day }, no, assertDefined(hashes[at], `the hash of part ${no}`)))
      if (small) await storage.remove(orgId, smallPath(orgId, { id, day }))
      await database.inTransaction(orgId, async (tx) => {
        await tx.query('delete from disk_part where org_id = $1 and content_id = $2', [orgId, id])
        await tx.query('delete from disk_upload where org_id = $1 and id = $2', [orgId, id])
        await tx.query('delete from disk_content where org_id = $1 and id = $2 and (unused_since is not null or parts_hash is null)', [
          orgId,
          id,
        ])
      })
      removedCount++
    }
    if (unusedContents.length < atOnce) return removedCount
  }
}

/** Parts that no row names: of senders that were cut off between the two, and of uploads that were given up meanwhile. */
const removeStrays = async ({ database, storage }: Pick<App, 'database' | 'storage'>, orgId: Id, now: Date): Promise<number> => {
  let removedCount = 0
  const dayOld = now.getTime() - 86_400_000
  for (let days = 1; days <= strayDays; days++) {
    const day = new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
    const storedPaths: string[] = []
    for await (const { path, changedAt } of storage.list(orgId, diskFolderOf(orgId, day)))
      if (changedAt.getTime() < dayOld) storedPaths.push(path)
    if (storedPaths.length === 0) continue
    const rows = await database.reading(orgId, (tx) =>
      tx.query<{ id: Id; no: number | null; sha256: string | null }>(
        `select c.id, p.no, p.sha256 from disk_content c left join disk_part p on p.org_id = $1 and p.content_id = c.id where c.org_id = $1 and c.day = $2`,
        [orgId, day],
      ),
    )
    const namedPaths = new Set(
      rows.flatMap(({ id, no, sha256 }) => [
        smallPath(orgId, { id, day }),
        ...(no && sha256 ? [partPath(orgId, { id, day }, no, sha256)] : []),
      ]),
    )
    for (const path of storedPaths.filter((path) => !namedPaths.has(path))) {
      await storage.remove(orgId, path)
      removedCount++
    }
  }
  return removedCount
}

/** Longer than an upload may take. */
const strayDays = 16
