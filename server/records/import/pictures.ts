import { asTexts } from '../../../kernel/field.ts'
import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Id } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { AddedPictures } from '../../../domain/bulk/transferOperations.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { pictureFieldOf } from '../../../domain/records/import/pictures.ts'
import { type OneByOne, type SignedIn, wantedBy } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import type { QueryTx } from '../../db/tx.ts'
import { dayFolderOf, keepFile, requireRoom } from '../../files/files.ts'
import type { Task } from '../../heavy/children.ts'
import type { CheckedSheet } from './sheetCheck.ts'
import type { ArchivePictures, PictureWish } from './pictureTask.ts'

const pictureTask: Task<PictureWish, ArchivePictures> = { module: new URL('./pictureTask.ts', import.meta.url) }

/**
 * Takes a picture, or an archive of them, to be imported with a sheet. The same name again stands for the newer picture. What is sent lies
 * in the storage for a day and counts as room meanwhile; only what is imported becomes a file.
 */
export const addPictures = async (call: SignedIn, id: Id): Promise<AddedPictures> => {
  const { app, session, tx } = call
  const upload = call.upload ?? refuse('file.none', '请选择要上传的文件')
  const queryTx = app.database.severally(session.orgId)
  const waitingRow = await onlyRow(
    queryTx.query<{ bytes: string }>(
      `select coalesce(sum(archive_bytes), 0) as bytes
     from (select distinct archive, archive_bytes from import_picture where org_id = $1 and created_at > now() - interval '1 day') a`,
      [session.orgId],
    ),
  )
  await requireRoom(call, queryTx, Number(waitingRow.bytes))
  const { pictures, others } = await app.heavy.inTurn('drawings', wantedBy(call), (turn) =>
    turn.run(pictureTask, { path: upload.path, name: upload.name }),
  )
  const archive = `${dayFolderOf(session.orgId, new Date(app.database.now()))}/${randomBytes(15).toString('hex')}.zip`
  const { size } = await stat(upload.path)
  await app.storage.take(session.orgId, archive, upload.path, 'application/octet-stream')
  await tx.query(`delete from import_picture where org_id = $1 and created_at < now() - interval '7 days'`, [tx.orgId])
  const byName = new Map(pictures.map((picture) => [picture.name, picture]))
  await tx.query(
    `insert into import_picture (org_id, batch_id, name, archive, archive_bytes, entry)
     select o.org_id, $2, u.name, $3, $4, u.entry from organisation o cross join unnest($5::text[], $6::int[]) as u (name, entry) where o.org_id = $1
     on conflict (org_id, batch_id, name) do update set archive = excluded.archive, archive_bytes = excluded.archive_bytes, entry = excluded.entry,
       path = null, created_at = excluded.created_at`,
    [tx.orgId, id, archive, size, [...byName.keys()], [...byName.values()].map(({ entry }) => entry)],
  )
  const names = await namesOf(tx, id)
  if (names.length > picturesAtMost) refuse('import.tooManyPictures', '一次导入最多{count}张图片', { count: picturesAtMost })
  return { added: byName.size, count: names.length, others: others.slice(0, 20), othersCount: others.length }
}

const picturesAtMost = 5000

/** The pictures that were sent with a sheet. */
export const namesOf = async (queryTx: QueryTx, id: Id): Promise<string[]> =>
  (await queryTx.query<{ name: string }>('select name from import_picture where org_id = $1 and batch_id = $2', [queryTx.orgId, id])).map(
    ({ name }) => name,
  )

type PendingPicture = { readonly name: string; readonly archive: string; readonly entry: number | null; readonly path: string | null }

/**
 * Keeps the pictures that rows name, each in a transaction of its own that remembers where it lies, so that an import that is sent again
 * goes on with the next; answers the rows with the stored paths in place of the names.
 */
export const keepPictures = async (call: OneByOne, kind: RecordKind, id: Id, checked: CheckedSheet): Promise<CheckedSheet> => {
  const field = pictureFieldOf(kind)
  const namedValues = field
    ? [...checked.rows.map(({ values }) => values), ...checked.updates.rows.map(({ changes }) => changes)].map(
        (values) => values[field.key],
      )
    : []
  const names = [...new Set(namedValues.flatMap(asTexts))]
  if (!field || names.length === 0) return checked
  const queryTx = call.app.database.severally(call.session.orgId)
  const pendingPictures = await queryTx.query<PendingPicture>(
    'select name, archive, entry, path from import_picture where org_id = $1 and batch_id = $2 and name = any ($3::text[])',
    [queryTx.orgId, id, names],
  )
  const paths = new Map(pendingPictures.flatMap(({ name, path }) => (path === null ? [] : [[name, path] as const])))
  for (const [archive, pictures] of Map.groupBy(
    pendingPictures.filter(({ path }) => path === null),
    (picture) => picture.archive,
  ))
    for (const [name, path] of await keepFrom(call, id, archive, pictures)) paths.set(name, path)
  const withStored = <V extends Readonly<Record<string, unknown>>>(values: V): V =>
    field.key in values ? { ...values, [field.key]: asTexts(values[field.key]).map((name) => entryOf(paths, name)) } : values
  return {
    ...checked,
    rows: checked.rows.map((row) => ({ ...row, values: withStored(row.values) })),
    updates: { ...checked.updates, rows: checked.updates.rows.map((row) => ({ ...row, changes: withStored(row.changes) })) },
  }
}

const keepFrom = async (call: OneByOne, id: Id, archive: string, pictures: readonly PendingPicture[]): Promise<Map<string, string>> => {
  const { app, session } = call
  const archiveFile = await app.storage.get(session.orgId, archive)
  if (!archiveFile) return refuse('import.picturesGone', '图片是一天前添加的，已经清理，请重新添加图片')
  const spooledFile = await app.spool.receive(archiveFile.body, session.orgId)
  const paths = new Map<string, string>()
  try {
    for (const { name, entry } of pictures)
      await app.spool.within(async (folder) => {
        const path = entry === null ? spooledFile.path : join(folder, 'picture')
        if (entry !== null)
          await app.heavy.inTurn('drawings', wantedBy(call), (turn) => turn.run(pictureTask, { path: spooledFile.path, entry, to: path }))
        const file = await app.database.inTransaction(session.orgId, async (tx) => {
          const keptFile = await keepFile({ ...call, tx }, { name, path })
          await tx.query('update import_picture set path = $4 where org_id = $1 and batch_id = $2 and name = $3', [
            tx.orgId,
            id,
            name,
            keptFile.path,
          ])
          return keptFile
        })
        paths.set(name, file.path)
      })
  } finally {
    await app.spool.remove(spooledFile)
  }
  return paths
}
