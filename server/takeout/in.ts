import { open } from 'node:fs/promises'
import pg from 'pg'
import type { Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { auditOrganisation } from '../audit/audit.ts'
import { sealArrival } from '../audit/arrival.ts'
import type { Query } from '../audit/check.ts'
import { sealedNouns } from '../audit/seal.ts'
import { hasFormerSchema, isBaseline, isFormer } from '../db/baseline.ts'
import type { Database } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import { openSession } from '../db/session.ts'
import type { QueryTx } from '../db/tx.ts'
import { partPath } from '../disk/contents.ts'
import { folderOf, isPath, type Storage } from '../storage/storage.ts'
import { type ArchiveReader, refuseDamaged, openArchive, TakeoutRefused } from './archive.ts'
import { fileName, type Manifest, manifestName, type Part, readManifest, readStoredFile, type StoredFile } from './manifest.ts'
import { sha256Of } from './out.ts'
import { lateColumns, onArrival, secretColumns, standIns, type Table, travellingTables, turnsOf } from './tables.ts'

/** Opens the file for `work` and closes it, whatever comes of it. */
const readTakeout = async <R>(path: string, work: (archive: ArchiveReader, manifest: Manifest) => Promise<R>): Promise<R> => {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new TakeoutRefused(error.code === 'ENOENT' ? `There is no file ${path}.` : `The file ${path} cannot be read: ${error.message}.`)
  })
  try {
    const archive = await openArchive(file)
    return await work(archive, readManifest((await archive.read(manifestName)).toString()))
  } finally {
    await file.close()
  }
}

/** Looks a takeout through from end to end: every part is there, is what the manifest says, and nothing else is. Throws TakeoutRefused. */
export const checkTakeout = (path: string): Promise<Manifest> =>
  readTakeout(path, async (archive, manifest) => {
    const expectedNames = new Set([manifestName, 'README.txt'])
    for (const { name, columns, rows, parts } of manifest.tables) {
      for (const part of parts) {
        expectedNames.add(part.name)
        await linesOf(archive, part)
      }
      const rowCount = parts.reduce((sum, part) => sum + part.rows, 0)
      if (rowCount !== rows) throw new TakeoutRefused(`The table ${name} has ${rowCount} rows and should have ${rows}.`)
      if (new Set(columns).size !== columns.length) throw refuseDamaged(`The part ${manifestName} was changed: ${name}.`)
    }
    for (const part of manifest.files.parts) expectedNames.add(part.name)
    for await (const { path: stored } of storedFiles(archive, manifest)) expectedNames.add(fileName(stored))
    const strange = [...archive.names].find((name) => !expectedNames.has(name))
    if (strange !== undefined) throw new TakeoutRefused(`The part ${strange} is not one of this takeout.`)
    return manifest
  })

export type Arrival = {
  readonly database: Database
  /** The owner's address of the same database: numbers are given out beyond those that arrive. */
  readonly url: string
  readonly storage: Storage
  readonly sealKey: string | undefined
  /** Takes in an organisation whose books do not add up, as they did not where it came from. */
  readonly evenWithFaults?: boolean
  readonly onProgress?: (words: string) => void
}

/** What came of it: what the takeout said of itself, and what does not add up, where that was allowed. */
export type ImportedOrganisation = { readonly manifest: Manifest; readonly faults: readonly string[] }

/**
 * Brings the organisation of a takeout into this installation under the same ids. All of it or nothing: no one sees anything before all of
 * it is there, adds up, and bears a seal. Throws TakeoutRefused where the organisation is here already, or the file is not whole.
 */
export const takeIn = async (
  path: string,
  { database, url, storage, sealKey, evenWithFaults = false, onProgress }: Arrival,
): Promise<ImportedOrganisation> => {
  const say = (words: string) => onProgress?.(words)
  say('looking it through')
  await checkTakeout(path)
  return readTakeout(path, async (archive, manifest) => {
    const { id: orgId } = manifest.organisation
    const storedPaths: string[] = []
    let behind: readonly string[] = []
    try {
      return await database.withPlainClient(orgId, async (client) => {
        const query = queryOn(client)
        await refuseWhereKnown(query, orgId)
        behind = await missingMigrations(query, manifest)
        const turns = await plannedTurns(query, manifest)
        const files = new Map<string, StoredFile>()
        for await (const [file, content] of storedContents(archive, manifest)) {
          storedPaths.push(file.path)
          await storage.put(orgId, file.path, content, file.type)
          files.set(file.path, file)
          say(`files: ${files.size} of ${manifest.files.count}`)
        }
        await giveOutBeyond(url, await highestNumbers(query, archive, turns))

        await client.query('begin')
        await client.query('set local idle_in_transaction_session_timeout = 0')
        for (const turn of turns) {
          await arriveInTurn(query, orgId, archive, turn)
          say(turn.map(({ table }) => table.name).join(', '))
        }
        await countRegister(query, orgId)
        await requireCounts(query, orgId, turns)
        await requireFiles(query, orgId, files, manifest)
        say('seals')
        await sealArrival({ orgId, query }, sealKey)
        say('audit')
        const faults = await auditFaults(query, orgId, sealKey)
        if (faults.length > 0 && !evenWithFaults)
          throw new TakeoutRefused(['What arrived does not add up, so nothing of it was kept:', ...faults].join('\n  '))
        await client.query('commit')
        return { manifest, faults }
      })
    } catch (error) {
      for (const path of storedPaths) await storage.remove(orgId, path)
      throw error instanceof TakeoutRefused && behind.length > 0 ? new TakeoutRefused(`${error.message}\n${adviceFor(behind)}`) : error
    }
  })
}

/** Asks by a client; what a row of the file lets go wrong is refused in words. */
const queryOn =
  (client: pg.Client): QueryTx['query'] =>
  async (text, values = []) => {
    try {
      return (await client.query({ text, values: [...values] })).rows
    } catch (error) {
      if (error instanceof pg.DatabaseError && isOfTheFile(error)) throw refusedRow(error)
      throw error
    }
  }

/** Counts anew how many assets stand on the register. */
const countRegister = async (query: Query, orgId: Id): Promise<void> => {
  await query(`update asset_register set n = (select count(*) from balance where org_id = $1 and item_kind = 'asset') where org_id = $1`, [
    orgId,
  ])
}

/** What does not add up of an organisation, in words. */
const auditFaults = async (query: Query, orgId: Id, sealKey: string | undefined): Promise<string[]> =>
  (await auditOrganisation(query, orgId, { sealKey }))
    .filter(({ count }) => count > 0)
    .map(({ check, count, example }) => `${check}: ${count}, for instance ${example}`)

type ArchiveTable = Manifest['tables'][number]
type TableImport = { readonly table: Table; readonly given: ArchiveTable }

/** What this schema went through and the file's did not; refuses a file that knows more than this one. */
const missingMigrations = async (query: Query, { migrations }: Manifest): Promise<string[]> => {
  const knownMigrations = (await query<{ name: string }>('select name from migration order by name', [])).map(({ name }) => name)
  const newer = migrations.filter((name) => !knownMigrations.includes(name) && !isFormer(name))
  if (newer.length > 0)
    throw new TakeoutRefused(
      `The file is of a newer version: it comes from a schema with ${newer.join(', ')}, which is not here. Bring this installation up to date first.`,
    )
  const isIncluded = (name: string): boolean =>
    isFormer(name) || migrations.includes(name) || (isBaseline(name) && hasFormerSchema(migrations))
  return knownMigrations.filter((name) => !isIncluded(name))
}

/** What was refused may be so because the file is older than this installation. */
const adviceFor = (behind: readonly string[]): string =>
  `The file is of an older version: its schema lacks ${behind.slice(0, 3).join(', ')}${behind.length > 3 ? ` and ${behind.length - 3} more` : ''}. ` +
  'Bring the server that it comes from up to date, take the organisation out there again, and bring in that file.'

/** The tables of the file in the order in which they can arrive; refuses what this schema cannot hold. */
const plannedTurns = async (query: Query, { tables }: Manifest): Promise<TableImport[][]> => {
  const live = await travellingTables(query)
  const strange = tables.find(({ name }) => !live.some((table) => table.name === name))
  if (strange) throw new TakeoutRefused(`The table ${strange.name} is not one that travels.`)
  const planImport = (table: Table): TableImport[] => {
    const archiveTable = tables.find(({ name }) => name === table.name)
    if (!archiveTable) return []
    const unknown = archiveTable.columns.filter((column) => !table.columns.includes(column))
    if (unknown.length > 0) throw new TakeoutRefused(`The table ${table.name} has no place for ${unknown.join(', ')}.`)
    const standIn = standIns[table.name] ?? {}
    const missingColumns = table.required.filter((column) => !archiveTable.columns.includes(column) && !(column in standIn))
    if (missingColumns.length > 0)
      throw new TakeoutRefused(`The rows of ${table.name} do not say ${missingColumns.join(', ')}, which this installation needs.`)
    return [{ table, given: archiveTable }]
  }
  return turnsOf(live)
    .map((turn) => turn.flatMap(planImport))
    .filter((turn) => turn.length > 0)
}

const refuseWhereKnown = async (query: Query, orgId: Id): Promise<void> => {
  const [here] = await query<{ name: string }>('select name from organisation where org_id = $1', [orgId])
  if (here)
    throw new TakeoutRefused(
      `The organisation ${here.name} (${orgId}) is here already. An organisation comes in where it is not yet; nothing was changed.`,
    )
}

/** The lines of a part, after it has shown that it is what the manifest says. */
const linesOf = async (archive: ArchiveReader, { name, rows, bytes, sha256 }: Part): Promise<string[]> => {
  const content = await archive.read(name)
  if (content.length !== bytes || sha256Of(content) !== sha256) throw refuseDamaged(`The part ${name} was changed.`)
  const lines = content.toString().split('\n')
  if (lines.pop() !== '' || lines.length !== rows) throw refuseDamaged(`The part ${name} has other rows than it should.`)
  return lines
}

async function* storedContents(archive: ArchiveReader, { organisation, files }: Manifest): AsyncGenerator<[StoredFile, Buffer]> {
  for (const part of files.parts)
    for (const line of await linesOf(archive, part)) {
      const file = readStoredFile(line, part.name)
      if (!isPath(file.path) || !file.path.startsWith(`${folderOf(organisation.id)}/`))
        throw new TakeoutRefused(`The part ${part.name} names ${JSON.stringify(file.path)}, which is no file of this organisation.`)
      const content = await archive.read(fileName(file.path))
      if (content.length !== file.bytes || sha256Of(content) !== file.sha256)
        throw refuseDamaged(`The part ${fileName(file.path)} was changed.`)
      yield [file, content]
    }
}

async function* storedFiles(archive: ArchiveReader, manifest: Manifest): AsyncGenerator<StoredFile> {
  for await (const [file] of storedContents(archive, manifest)) yield file
}

/** Some rows at a time, so that no statement is endless. */
const rowsAtOnce = 2000

const batches = function* (lines: readonly string[]): Generator<readonly string[]> {
  for (let position = 0; position < lines.length; position += rowsAtOnce) yield lines.slice(position, position + rowsAtOnce)
}

/** Tables that point to each other arrive together. */
const arriveInTurn = async (query: Query, orgId: Id, archive: ArchiveReader, turn: readonly TableImport[]): Promise<void> => {
  if (turn.length === 1) await arrive(query, orgId, archive, firstOf(turn))
  else await arriveTogether(query, orgId, archive, turn)
}

/** A table by itself, part by part; what its rows point to among each other is set when all of them are there. */
const arrive = async (query: Query, orgId: Id, archive: ArchiveReader, { table, given }: TableImport): Promise<void> => {
  const late = lateColumns(table).filter((column) => given.columns.includes(column))
  const insert = insertOf({ table, given }, late, 2)
  for (const part of given.parts)
    for (const batch of batches(await linesOf(archive, part))) await query(insert.text, [orgId, batch, ...insert.values])
  if (late.length === 0) return
  const keyColumns = table.key.filter((column) => column !== 'org_id')
  const setting = `update ${table.name} t set ${late.map((column) => `${column} = r.${column}`).join(', ')} ${rowsFrom(table.name, 2)}
    where t.org_id = $1 and ${keyColumns.map((column) => `t.${column} = r.${column}`).join(' and ')} and (${late.map((column) => `r.${column} is not null`).join(' or ')})`
  for (const part of given.parts) for (const batch of batches(await linesOf(archive, part))) await query(setting, [orgId, batch])
}

/** Tables that point to each other, all in one statement: whether everything is there is asked at its end. */
const arriveTogether = async (query: Query, orgId: Id, archive: ArchiveReader, turn: readonly TableImport[]): Promise<void> => {
  const values: unknown[] = [orgId]
  const inserts: string[] = []
  for (const tableImport of turn) {
    const lines: string[] = []
    for (const part of tableImport.given.parts) for (const line of await linesOf(archive, part)) lines.push(line)
    const insert = insertOf(tableImport, [], values.length + 1)
    values.push(lines, ...insert.values)
    inserts.push(insert.text)
  }
  await query(
    `with ${inserts
      .slice(1)
      .map((text, statement) => `arrived_${statement} as (${text})`)
      .join(', ')} ${inserts[0]}`,
    values,
  )
}

/** A line as a row of the table; numbers and moments go from text to the database and never through ours. */
const rowsFrom = (table: string, position: number): string =>
  `from unnest($${position}::text[]) with ordinality as u (line, place) cross join lateral (select u.line::jsonb as said) as s
   cross join lateral jsonb_populate_record(null::${table}, s.said) as r`

/**
 * Writes lines, which are the value `at`, as rows but for some columns; `values` are those that come after the lines. What stands in for a
 * secret is another one in each row.
 */
const insertOf = ({ table, given }: TableImport, without: readonly string[], position: number): { text: string; values: string[] } => {
  const arrivalValues = onArrival[table.name] ?? {}
  const columns = given.columns.filter((column) => !without.includes(column) && !(column in arrivalValues))
  // JSON that says null is not nothing.
  const read = columns.map((column) => (table.jsonColumns.includes(column) ? `s.said -> '${column}'` : `r.${column}`))
  const missing = Object.entries(standIns[table.name] ?? {}).filter(([column]) => !given.columns.includes(column))
  const names = ['org_id', ...columns, ...Object.keys(arrivalValues), ...missing.map(([column]) => column)]
  const expressions = [
    '$1',
    ...read,
    ...Object.values(arrivalValues),
    ...missing.map((_, place) => `$${position + 1 + place}::text || '-' || u.place`),
  ]
  return {
    text: `insert into ${table.name} (${names.join(', ')}) overriding system value select ${expressions.join(', ')} ${rowsFrom(table.name, position)} order by u.place`,
    values: missing.map(([, made]) => made()),
  }
}

/** The highest number of each table whose rows the database numbers. */
const highestNumbers = async (query: Query, archive: ArchiveReader, turns: readonly TableImport[][]): Promise<Map<string, bigint>> => {
  const highest = new Map<string, bigint>()
  for (const { table, given } of turns.flat()) {
    const { numbered, name } = table
    if (!numbered) continue
    for (const part of given.parts)
      for (const batch of batches(await linesOf(archive, part))) {
        const row = await onlyRow(
          query<{ highest: string }>(
            'select coalesce(max((line::jsonb ->> $2)::bigint), 0) as highest from unnest($1::text[]) as u (line)',
            [batch, numbered],
          ),
        )
        const number = BigInt(row.highest)
        if (number > (highest.get(name) ?? 0n)) highest.set(name, number)
      }
    const limit = sealedNouns.some((noun) => noun === name) ? sealedNumbersAtMost : numbersAtMost
    if ((highest.get(name) ?? 0n) > limit) throw new TakeoutRefused(`The table ${name} has numbers that no database gives out.`)
  }
  return highest
}

/** The person who seals looks through all numbers that were ever given out. */
const sealedNumbersAtMost = 10_000_000_000n
const numbersAtMost = 1n << 62n

/**
 * From here on every database number is above those that arrive. The person who takes one meanwhile waits for a moment; what comes to nothing
 * later leaves a gap, as any number may.
 */
const giveOutBeyond = async (url: string, highest: ReadonlyMap<string, bigint>): Promise<void> => {
  const client = await openSession({ url, settings: { lock_timeout: '10000' }, make: (config) => new pg.Client(config) })
  try {
    for (const [table, number] of highest) {
      const { rows } = await client.query<{ sequence: string }>(
        `select pg_get_serial_sequence($1, a.attname) as sequence from pg_attribute a where a.attrelid = $1::regclass and a.attidentity <> ''`,
        [table],
      )
      const sequence = firstOf(rows).sequence
      await client.query('begin')
      // No one takes a number between looking at the last one and setting it.
      await client.query(`alter sequence ${sequence} no cycle`)
      await client.query(`select setval($1::regclass, $2) where coalesce(pg_sequence_last_value($1::regclass), 0) < $2`, [
        sequence,
        String(number),
      ])
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
}

const requireCounts = async (query: Query, orgId: Id, turns: readonly TableImport[][]): Promise<void> => {
  for (const { table, given } of turns.flat()) {
    // The database itself notes what becomes of watched tables, so there are more notes than came.
    if (table.name === 'watched_change') continue
    const row = await onlyRow(query<{ n: string }>(`select count(*) as n from ${table.name} where org_id = $1`, [orgId]))
    if (Number(row.n) !== given.rows)
      throw new TakeoutRefused(`Of the table ${table.name} ${row.n} rows arrived and ${given.rows} should have.`)
  }
}

/** Every row of a file has its bytes, but for those that were missing where they came from. */
const requireFiles = async (
  query: Query,
  orgId: Id,
  files: ReadonlyMap<string, StoredFile>,
  { files: { missing } }: Manifest,
): Promise<void> => {
  const absentNames = new Set(missing)
  const rows = await query<{ path: string; sha256: string; size: string }>(
    'select path, sha256, size_bytes as size from file where org_id = $1',
    [orgId],
  )
  const parts = await query<{ id: Id; day: string; no: number; sha256: string; size: string }>(
    `select c.id, c.day, p.no, p.sha256, p.size_bytes as size from disk_content c join disk_part p on p.org_id = $1 and p.content_id = c.id
     where c.org_id = $1 and c.parts_hash is not null`,
    [orgId],
  )
  const ofDisk = parts.map(({ sha256, size, no, ...content }) => ({ path: partPath(orgId, content, no, sha256), sha256, size }))
  for (const { path, sha256, size } of [...rows, ...ofDisk]) {
    const file = files.get(path)
    if (file ? file.sha256 !== sha256 || String(file.bytes) !== size : !absentNames.has(path))
      throw new TakeoutRefused(`The part ${fileName(path)} is not the file that was stored under this name.`)
  }
}

/** What a wrong row causes: values that are none, pointers to nothing, keys that stand twice, rules of the tables. */
const isOfTheFile = ({ code = '' }: pg.DatabaseError): boolean => code.startsWith('22') || code.startsWith('23') || code === '42501'

const refusedRow = ({ message, table, detail }: pg.DatabaseError): TakeoutRefused =>
  new TakeoutRefused(
    `${table ? `The table ${table} cannot be taken in` : 'A row cannot be taken in'}: ${message}${detail ? ` (${detail})` : ''}.`,
  )

/** Whether people can sign in where this arrived as they did before. */
export const bringsPasswords = ({ tables }: Manifest): boolean =>
  (secretColumns.person ?? []).every((column) => tables.some(({ name, columns }) => name === 'person' && columns.includes(column)))
