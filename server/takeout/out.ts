import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inWords } from '../../domain/english/all.ts'
import type { Id } from '../../kernel/id.ts'
import { fill } from '../../kernel/refusal.ts'
import type { Query } from '../audit/check.ts'
import { bindTransaction } from '../db/citus/session.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import { partPath, smallPath } from '../disk/contents.ts'
import { thumbnailOf } from '../files/files.ts'
import type { Storage } from '../storage/storage.ts'
import { type ArchiveWriter, type Sink, writeArchive } from './archive.ts'
import { fileName, formatVersion, type Manifest, manifestName, type Part, partName, type StoredFile } from './manifest.ts'
import { openFiles, openRows, secretColumns, type Table, travellingTables } from './tables.ts'
import { assertDefined } from '../../kernel/assert.ts'

export type Takeout = {
  readonly orgId: Id
  /** Who asked for it, in words. */
  readonly by: string
  readonly secrets: boolean
  readonly sink: Sink
  /** How far it is, from 0 to 1. */
  readonly onProgress?: (share: number) => void | Promise<void>
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes a whole organisation into one archive: what the database holds of it at one moment, every table as lines of JSON, and every file
 * that is stored. No one waits for it, and no more than a few pieces of it are in memory at a time. Answers what the archive says of itself.
 */
export const takeOut = (
  { database, storage }: { readonly database: Database; readonly storage: Storage },
  { orgId, by, secrets, sink, onProgress, signal }: Takeout,
): Promise<Manifest> =>
  database.withPlainClient(orgId, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    await client.query(bindTransaction(orgId))
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const query: Query = async (text, values) => (await client.query({ text, values: [...values] })).rows
    const { name, at, migrations } = await readOrganisation(query, orgId)
    const archive = writeArchive(sink, new Date(at))
    await archive.add('README.txt', Buffer.from(readMe(name, at)))

    const plannedTables = (await travellingTables(query)).map((table) => planExport(table, secrets))
    const goOn = openProgress(await countSteps(query, orgId, plannedTables), { onProgress, signal })
    const context: ExportContext = { client, orgId, archive, goOn }
    const tables = await writeTables(context, plannedTables)
    const storedFiles = new StoredFiles(archive)
    await writeFiles(context, storage, storedFiles, secrets)
    await writeDiskParts(context, storage, storedFiles, secrets)
    const manifest: Manifest = {
      product: 'zaice',
      format: formatVersion,
      organisation: { id: orgId, name },
      at,
      by,
      secrets,
      migrations,
      tables,
      files: await storedFiles.end(),
    }
    await archive.add(manifestName, Buffer.from(JSON.stringify(manifest)))
    await archive.end()
    await client.query('commit')
    return manifest
  })

type OrganisationRow = { name: string; at: string; migrations: string[] }

const readOrganisation = async (query: Query, orgId: Id): Promise<OrganisationRow> => {
  const [organisation] = await query<OrganisationRow>(
    'select name, now() as at, array(select m.name from migration m order by 1) as migrations from organisation where org_id = $1',
    [orgId],
  )
  if (!organisation) throw new Error(`There is no organisation ${orgId}.`)
  return organisation
}

/** How many steps a takeout takes: a row is one, and a file costs about as much as some rows do. */
const countSteps = async (query: Query, orgId: Id, tables: readonly TableExport[]): Promise<number> => {
  let rowCount = 0
  for (const table of tables) {
    const row = await onlyRow(
      query<{ n: string }>(`select count(*) as n from ${table.name} t where t.org_id = $1 and (${table.only})`, [orgId]),
    )
    rowCount += Number(row.n)
  }
  const fileFigures = await onlyRow(
    query<{ n: string }>(`select (select count(*) from file where org_id = $1) + (select count(*) from disk_part where org_id = $1) as n`, [
      orgId,
    ]),
  )
  return rowCount + Number(fileFigures.n) * rowsPerFile
}

type GoOn = (steps: number) => Promise<void>

/** Reports how far the takeout is with each step, and ends it where it is not wanted any more. */
const openProgress = (totalSteps: number, { onProgress, signal }: Pick<Takeout, 'onProgress' | 'signal'>): GoOn => {
  let doneSteps = 0
  return async (steps) => {
    signal?.throwIfAborted()
    doneSteps += steps
    await onProgress?.(totalSteps === 0 ? 1 : doneSteps / totalSteps)
  }
}

type ExportContext = { readonly client: pg.Client; readonly orgId: Id; readonly archive: ArchiveWriter; readonly goOn: GoOn }

const writeTables = async (
  { client, orgId, archive, goOn }: ExportContext,
  tables: readonly TableExport[],
): Promise<Manifest['tables']> => {
  const written: Manifest['tables'] = []
  for (const table of tables) {
    const parts = partsOf(archive, `tables/${table.name}`)
    for await (const lines of linesOf(client, orgId, table)) {
      for (const line of lines) await parts.add(line)
      await goOn(lines.length)
    }
    const part = await parts.end()
    written.push({ name: table.name, columns: [...table.columns], rows: sumOf(part, 'rows'), parts: part })
  }
  return written
}

/** The files of an archive, with what the manifest says of them. */
class StoredFiles {
  readonly missing: string[] = []
  readonly #archive: ArchiveWriter
  readonly #list: ReturnType<typeof partsOf>
  #count = 0
  #bytes = 0

  constructor(archive: ArchiveWriter) {
    this.#archive = archive
    this.#list = partsOf(archive, 'stored')
  }

  async add(path: string, content: Buffer, type: string): Promise<void> {
    await this.#archive.add(fileName(path), content, false)
    const file: StoredFile = { path, type, bytes: content.length, sha256: sha256Of(content) }
    await this.#list.add(JSON.stringify(file))
    this.#count++
    this.#bytes += content.length
  }

  async end(): Promise<Manifest['files']> {
    return { count: this.#count, bytes: this.#bytes, parts: await this.#list.end(), missing: this.missing }
  }
}

const writeFiles = async (
  { client, orgId, goOn }: ExportContext,
  storage: Storage,
  storedFiles: StoredFiles,
  secrets: boolean,
): Promise<void> => {
  for await (const files of filesOf(client, orgId)) {
    for (const { path, mime, sha256, open } of files) {
      const content = secrets || open ? await bytesOf(storage, orgId, path) : undefined
      if (content && sha256Of(content) === sha256) await storedFiles.add(path, content, mime)
      else storedFiles.missing.push(path)
      const small = content && mime.startsWith('image/') ? await bytesOf(storage, orgId, thumbnailOf(path)) : undefined
      if (small) await storedFiles.add(thumbnailOf(path), small, 'image/webp')
      await goOn(rowsPerFile)
    }
  }
}

/** What lies on the net disk, part by part. */
const writeDiskParts = async (
  { client, orgId, goOn }: ExportContext,
  storage: Storage,
  storedFiles: StoredFiles,
  secrets: boolean,
): Promise<void> => {
  for await (const parts of diskPartsOf(client, orgId, secrets ? 'true' : assertDefined(openRows['disk_part'], 'the open parts'))) {
    for (const { content, no, sha256, small } of parts) {
      const path = partPath(orgId, content, no, sha256)
      const bytes = await bytesOf(storage, orgId, path)
      if (bytes && sha256Of(bytes) === sha256) await storedFiles.add(path, bytes, 'application/octet-stream')
      else storedFiles.missing.push(path)
      const picture = small && no === 1 ? await bytesOf(storage, orgId, smallPath(orgId, content)) : undefined
      if (picture) await storedFiles.add(smallPath(orgId, content), picture, 'image/webp')
      await goOn(rowsPerFile)
    }
  }
}

const rowsPerFile = 20

/** A table with the columns of it that do not travel, and which of its rows do. */
type TableExport = Table & { readonly leftOut: readonly string[]; readonly only: string }

const planExport = (table: Table, secrets: boolean): TableExport => {
  const leftOut = secrets ? [] : (secretColumns[table.name] ?? [])
  const only = secrets ? 'true' : (openRows[table.name] ?? 'true')
  return { ...table, columns: table.columns.filter((name) => !leftOut.includes(name)), leftOut, only }
}

/** Lines go into a part until it is full. */
const partsOf = (archive: ArchiveWriter, folder: string) => {
  const parts: Part[] = []
  let lines: string[] = []
  let bytes = 0
  const close = async (): Promise<void> => {
    if (lines.length === 0) return
    const content = Buffer.from(lines.join('\n') + '\n')
    const name = partName(folder, parts.length + 1)
    await archive.add(name, content)
    parts.push({ name, rows: lines.length, bytes: content.length, sha256: sha256Of(content) })
    lines = []
    bytes = 0
  }
  return {
    add: async (line: string): Promise<void> => {
      lines.push(line)
      bytes += line.length
      if (bytes >= partBytes) await close()
    },
    end: async (): Promise<Part[]> => {
      await close()
      return parts
    },
  }
}

const partBytes = 4 * 1024 * 1024

/**
 * The rows of a table as JSON, in one order the person who asks. A column that holds nothing is not named: so nothing and the null of JSON stay two
 * things. Numbers are written as the database writes them and never pass through ours.
 */
const linesOf = (client: pg.Client, orgId: Id, { name, columns, leftOut, only, numbered, key }: TableExport): AsyncGenerator<string[]> => {
  const expressions = [
    "'org_id'",
    ...leftOut.map((column) => `'${column}'`),
    ...columns.map((column) => `case when t.${column} is null then '${column}' end`),
  ]
  return pieces<{ line: string }, string>(
    client,
    `select (to_jsonb(t) - array_remove(array[${expressions.join(', ')}], null))::text as line from ${name} t
     where t.org_id = $1 and (${only}) order by ${(numbered ? [numbered] : key).map((column) => `t.${column}`).join(', ')}`,
    orgId,
    { makeItem: ({ line }) => line, sizeOf: (line) => line.length },
  )
}

const filesOf = (client: pg.Client, orgId: Id) => {
  type File = { path: string; mime: string; sha256: string; open: boolean }
  return pieces<File, File>(
    client,
    `select f.path, f.mime, f.sha256, ${openFiles} as open from file f where f.org_id = $1 order by f.path`,
    orgId,
    { makeItem: (row) => row, sizeOf: () => 200 },
  )
}

/** The parts of everything on the net disk that is all there. */
const diskPartsOf = (client: pg.Client, orgId: Id, which: string) => {
  type Part = { id: Id; day: string; no: number; sha256: string; small: boolean }
  return pieces(
    client,
    `select c.id, c.day, t.no, t.sha256, c.has_small as small from disk_content c join disk_part t on t.org_id = $1 and t.content_id = c.id
     where c.org_id = $1 and c.parts_hash is not null and ${which} order by c.id, t.no`,
    orgId,
    { makeItem: ({ id, day, ...part }: Part) => ({ content: { id, day }, ...part }), sizeOf: () => 200 },
  )
}

/** Rows by a cursor, as many at a time as fit into a small space. */
async function* pieces<R extends object, O>(
  client: pg.Client,
  text: string,
  orgId: Id,
  { makeItem, sizeOf }: { readonly makeItem: (row: R) => O; readonly sizeOf: (item: O) => number },
): AsyncGenerator<O[]> {
  await client.query(`declare travelling no scroll cursor for ${text}`, [orgId])
  for (let rows = 20; ;) {
    const { rows: read } = await client.query<R>(`fetch ${rows} from travelling`)
    const piece = read.map(makeItem)
    if (piece.length > 0) yield piece
    if (read.length < rows) break
    const size = piece.reduce((sum, item) => sum + sizeOf(item), 0) / piece.length
    rows = Math.max(1, Math.min(2000, rows * 4, Math.floor(pieceBytes / size)))
  }
  await client.query('close travelling')
}

const pieceBytes = 1024 * 1024

const bytesOf = async (storage: Storage, orgId: Id, path: string): Promise<Buffer | undefined> => {
  const body = await storage.get(orgId, path)
  return body && Buffer.concat(await body.body.toArray())
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export const sumOf = (parts: readonly Part[], unit: 'rows' | 'bytes'): number => parts.reduce((sum, part) => sum + part[unit], 0)

const readMe = (name: string, path: string): string =>
  (['zh', 'en'] as const)
    .map((language) =>
      readMeWords.map((words) => fill(inWords(language, words), { name, at: path, command: 'npm run takeout -- --in FILE' })).join('\n'),
    )
    .join('\n\n') + '\n'

const readMeWords = [
  '{name}的完整导出，时点为{at}',
  'tables 文件夹中每个文件是一张表的内容，每行一条；files 文件夹中是图片和附件；manifest.json 列出每一部分的行数和校验值',
  '在另一套在册中导入：{command}',
]
