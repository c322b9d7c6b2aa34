import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type Device, isNewer, platformOf, type Release, upgradeOf } from '../../domain/releases/release.ts'
import type { ReleaseAsked, ReleaseChange, ReleaseRow } from '../../domain/releases/operations.ts'
import { appVersion, appVersionCode } from '../../domain/rules/constants.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import { folderOf, type Storage } from '../storage/storage.ts'
import { NotFound } from '../httpError.ts'

/** Versions of the app, which belong to no organisation. */

type Row = Omit<ReleaseRow, 'downUrl' | 'sizeBytes'> & { readonly downUrl: string | null; readonly sizeBytes: string | null }

const columns = `id, platform, version, code, remark_zh as "remarkZh", remark_en as "remarkEn", down_url as "downUrl", package_name as "packageName",
  sha256, size_bytes as "sizeBytes", is_forced as "isForced", share_percent as "sharePercent", from_version as "fromVersion",
  to_version as "toVersion", by_name as "byName", created_at as "createdAt", changed_by as "changedBy", changed_at as "changedAt",
  withdrawn_at as "withdrawnAt"`

/** The path under which a package of ours is fetched, by anyone: a phone that installs has no session. */
export const packagesPath = '/app/packages'

const releaseRow = ({ sizeBytes, downUrl, ...row }: Row, publicUrl: string): ReleaseRow => ({
  ...row,
  sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
  downUrl: row.packageName === null ? (downUrl ?? '') : `${publicUrl}${packagesPath}/${row.sha256}/${encodeURIComponent(row.packageName)}`,
})

/** All of them, the newest of each platform first. */
export const releases = async ({ database, settings }: Pick<App, 'database' | 'settings'>): Promise<ReleaseRow[]> =>
  (await database.gate<Row>(`select ${columns} from app_release order by platform, code desc`)).map((row) =>
    releaseRow(row, settings.publicUrl ?? ''),
  )

export type Upgrade = {
  readonly status: 0 | 1
  readonly lastVersion: {
    readonly version: string
    readonly versionCode: number
    readonly remark: string
    readonly downUrl: string
    readonly isForced: boolean
    readonly sha256: string | null
    readonly sizeBytes: number | null
  }
}

/** What a device is told when it asks whether there is a newer version: until one is offered to it, the version of this program. */
export const upgradeFor = async (app: Pick<App, 'database' | 'settings'>, device: Device, language: 'zh' | 'en'): Promise<Upgrade> => {
  const releases = await app.database.gate<Row & Release>(`select ${columns} from app_release where withdrawn_at is null`)
  const upgrade = upgradeOf(releases, device)
  const ours = { version: appVersion, code: appVersionCode }
  const platform = platformOf(device.platform)
  // Where versions are kept for its platform, one that is meant for it is all there is for a device.
  const isOurs = !releases.some((release) => release.platform === platform)
  if (!upgrade)
    return {
      status: isOurs && isNewer(ours, device) ? 1 : 0,
      lastVersion: {
        version: appVersion,
        versionCode: appVersionCode,
        remark: '',
        // A page is had from here; a page is no package.
        downUrl: platform === 'web' ? (app.settings.publicUrl ?? '') : '',
        isForced: false,
        sha256: null,
        sizeBytes: null,
      },
    }
  const { version, code, remarkZh, remarkEn, downUrl, sha256, sizeBytes } = releaseRow(upgrade.release, app.settings.publicUrl ?? '')
  const remark = language === 'en' ? remarkEn || remarkZh : remarkZh || remarkEn
  return { status: 1, lastVersion: { version, versionCode: code, remark, downUrl, isForced: upgrade.isForced, sha256, sizeBytes } }
}

/** Offers a version; sent again under the same id it is offered once. */
export const addRelease = async (
  app: Pick<App, 'database' | 'settings' | 'storage'>,
  byName: string,
  input: ReleaseAsked,
): Promise<ReleaseRow> => {
  const { database } = app
  const { id, platform, version, code, remarkZh = '', remarkEn = '', package: sent, isForced = false, sharePercent = 100 } = input
  if (sent && input.downUrl !== undefined) refuse('release.both', '请上传安装包，或填写下载地址，二者选一')
  if (!sent && input.downUrl === undefined && platform !== 'web') refuse('release.nowhere', '请上传安装包，或填写下载地址')
  const sizeBytes = sent ? await packageSize(app.storage, sent.sha256) : undefined
  if (sent && sizeBytes === undefined) refuse('release.package', '没有找到这个安装包，请重新上传')
  const [takenRow] = await database.gate<{ id: Id }>('select id from app_release where platform = $1 and code = $2', [platform, code])
  if (takenRow && takenRow.id !== id) refuse('release.code', '这个平台已经有内部版本号 {code}', { code })
  await database.gate(
    `insert into app_release (id, platform, version, code, remark_zh, remark_en, down_url, package_name, sha256, size_bytes, is_forced, share_percent,
       from_version, to_version, by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) on conflict (id) do nothing`,
    [
      ...[
        id,
        platform,
        version,
        code,
        remarkZh,
        remarkEn,
        input.downUrl ?? null,
        sent?.name ?? null,
        sent?.sha256 ?? null,
        sizeBytes ?? null,
      ],
      ...[isForced, sharePercent, input.fromVersion ?? null, input.toVersion ?? null, byName],
    ],
  )
  return releaseOf(app, id)
}

export const changeRelease = async (
  app: Pick<App, 'database' | 'settings'>,
  byName: string,
  change: ReleaseChange,
): Promise<ReleaseRow> => {
  const { id, remarkZh, remarkEn, isForced, sharePercent, isWithdrawn } = change
  await app.database.gate(
    `update app_release set remark_zh = coalesce($2, remark_zh), remark_en = coalesce($3, remark_en), is_forced = coalesce($4, is_forced),
       share_percent = coalesce($5, share_percent), changed_by = $7, changed_at = now(),
       withdrawn_at = case when $6::boolean is null then withdrawn_at when $6 then coalesce(withdrawn_at, now()) end
     where id = $1`,
    [id, remarkZh ?? null, remarkEn ?? null, isForced ?? null, sharePercent ?? null, isWithdrawn ?? null, byName],
  )
  return releaseOf(app, id)
}

const releaseOf = async ({ database, settings }: Pick<App, 'database' | 'settings'>, id: Id): Promise<ReleaseRow> => {
  const [row] = await database.gate<Row>(`select ${columns} from app_release where id = $1`, [id])
  if (!row) throw new NotFound()
  return releaseRow(row, settings.publicUrl ?? '')
}

/** Packages lie in a folder of no organisation, each under the hash of its bytes. */
const nobody: Id = '0'
const packagePath = (sha256: string): string => `${folderOf(nobody)}/packages/${sha256}`

/** Keeps a package that lies in a file, which may be gone afterwards. Refuses what is none: all kinds are archives of one make. */
export const keepPackage = async (storage: Storage, file: string): Promise<{ readonly sha256: string; readonly sizeBytes: number }> => {
  if (!(await isArchive(file))) refuse('release.file', '这不是安装包')
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  const sha256 = hash.digest('hex')
  const { size: sizeBytes } = await stat(file)
  await storage.take(nobody, packagePath(sha256), file, 'application/octet-stream')
  return { sha256, sizeBytes }
}

const isArchive = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read({ buffer: Buffer.alloc(4), length: 4 })
    return buffer.toString('latin1') === 'PK\u0003\u0004'
  } finally {
    await handle.close()
  }
}

const packageSize = async (storage: Storage, sha256: string): Promise<number | undefined> => {
  const body = await storage.get(nobody, packagePath(sha256))
  body?.body.destroy()
  return body?.sizeBytes
}

export const openPackage = (
  storage: Storage,
  sha256: string,
  range?: { from: number; to: number },
): Promise<{ sizeBytes: number; body: Readable } | undefined> => storage.get(nobody, packagePath(sha256), range)

/** The package that a version which is offered names. */
export const offeredPackage = async (
  database: Database,
  sha256: string,
): Promise<{ readonly name: string; readonly sizeBytes: number } | undefined> => {
  const rows = await database.gate<{ name: string | null; size: number | null }>(
    `select package_name as name, size_bytes::float8 as size from app_release
     where sha256 = $1 and package_name is not null and withdrawn_at is null order by code limit 1`,
    [sha256],
  )
  const [found] = rows
  return found && { name: found.name ?? '', sizeBytes: found.size ?? 0 }
}
