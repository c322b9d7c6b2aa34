import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { formerMigrations, isBaseline, isFormer, isFormerRelease, tableComments } from './baseline.ts'
import { isUncertain } from './busy.ts'
import { distributeTables, isDistributed } from './citus/distribute.ts'
import { isOfExtension } from './extensions.ts'
import { NoSession, openSession } from './session.ts'

export type Migration = { readonly name: string; readonly text: string; readonly sha256: string }

/** Thrown where the database cannot be brought to this program's schema; the message is a sentence for the operator. */
export class MigrationRefused extends Error {}

/** Tables whose rows are never changed or taken away once written, not even by ourselves. */
export const appendOnlyTables: readonly string[] = [
  'move',
  'balance_opening',
  'asset_event',
  'count_event',
  'count_signature',
  'wf_event',
  'watched_change',
  'operator_act',
  'seal',
  'label_print',
  'pool_saving',
]

/** Tables of no organisation: the migrations themselves, what is asked before anyone is signed in, and who runs all of it. */
export const tablesWithoutOrganisation: readonly string[] = [
  'migration',
  'installation',
  'sign_in_guard',
  'sign_in_known',
  'sms_code',
  'operator_pass',
  'workplace_kept',
  'app_release',
  'licence_edition',
  'workplace_corp',
  'workplace_event',
  'workplace_state',
]

/** The numbered files of a folder in order. Throws where a name has no number or a number stands twice. */
export const readMigrations = (folder: string): Migration[] => {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const numbers = files.map((file) => /^(\d{3})_[a-z0-9_]+\.sql$/.exec(file)?.[1])
  numbers.forEach((number, index) => {
    if (!number) throw new Error(`The migration ${files[index]} is not named like 001_words.sql.`)
    if (numbers.indexOf(number) !== index) throw new Error(`Two migrations have the number ${number}.`)
  })
  return files.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings the database at `url`, whose owner the url names, to the newest schema; the names of what was applied. Processes that start
 * together wait for each other. Each file is one transaction, so a kill leaves it wholly done or not at all; a file that begins with
 * `-- no-transaction` is run statement by statement and must be written so that it can be run again.
 */
export const migrate = async (url: string, migrations: readonly Migration[], onStep?: (line: string) => void): Promise<string[]> => {
  for (let tries = 1; ; tries++) {
    try {
      return await migrateOnce(url, migrations, onStep)
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      if (error instanceof MigrationRefused || tries === triesAtMost || !isUncertain(cause)) throw refusedFor(cause) ?? error
      onStep?.('The line to the database broke, trying again')
      await sleep(tries * 1000)
    }
  }
}

const triesAtMost = 4
const lacksRights = '42501'

/** What the operator has to put right; undefined for any other error. */
const refusedFor = (error: unknown): MigrationRefused | undefined =>
  error instanceof pg.DatabaseError && error.code === lacksRights
    ? new MigrationRefused(
        `The role of DATABASE_URL lacks a right: ${error.message}. It has to own the database and may create roles: "alter role … createrole" and "alter database … owner to …", as an administrator of PostgreSQL.`,
      )
    : undefined

const migrateOnce = async (url: string, migrations: readonly Migration[], onStep?: (line: string) => void): Promise<string[]> => {
  const client = await openSession({
    url,
    settings: { lock_timeout: '30000', TimeZone: 'UTC' },
    config: { connectionTimeoutMillis: 10_000 },
    make: (config) => new pg.Client(config),
  }).catch((error: Error) => {
    throw new MigrationRefused(error instanceof NoSession ? error.message : `The database cannot be opened: ${error.message}.`)
  })
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await prepareRoles(client)
    await client.query(
      'create table if not exists migration (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const recordedHashes = new Map<string, string>(
      (await client.query('select name, sha256 from migration')).rows.map((row) => [row.name, row.sha256]),
    )
    const appliedHashes = withBaseline(migrations, recordedHashes)
    const missing = pending(migrations, appliedHashes)
    const unrecordedBaseline = migrations.filter(({ name }) => appliedHashes.has(name) && !recordedHashes.has(name))
    if (unrecordedBaseline.length > 0) {
      onStep?.(`Recording the schema of version ${formerMigrations.version} as the baseline`)
      await recordBaseline(client, unrecordedBaseline)
    }
    for (const migration of missing) {
      onStep?.(`Applying ${migration.name}`)
      await apply(client, migration)
    }
    await putInOrder(client, onStep)
    await secure(client)
    if (await isDistributed(client)) await distributeTables(client, onStep)
    return missing.map((migration) => migration.name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What is still to apply. Refuses a changed file, a gap and a database that is ahead of the program. */
export const pending = (migrations: readonly Migration[], appliedHashes: ReadonlyMap<string, string>): Migration[] => {
  const migrationNames = new Set(migrations.map((migration) => migration.name))
  const ahead = [...appliedHashes.keys()].filter((name) => !migrationNames.has(name))
  if (ahead.length > 0) throw new MigrationRefused(`The database is newer than this program: it knows ${ahead.join(', ')}.`)
  const missing = migrations.filter((migration) => !appliedHashes.has(migration.name))
  const last = [...appliedHashes.keys()].sort().at(-1) ?? ''
  for (const migration of migrations) {
    const sha256 = appliedHashes.get(migration.name)
    if (sha256 === undefined && migration.name < last)
      throw new MigrationRefused(`The migration ${migration.name} comes before ${last}, which is applied already.`)
    if (sha256 !== undefined && sha256 !== migration.sha256)
      throw new MigrationRefused(`The migration ${migration.name} was changed after it had been applied to this database.`)
  }
  return missing
}

/**
 * What a database went through, in the names of this program: where it went through all former migrations, the baseline stands for them.
 * Refuses a database that went through some of them or through others.
 */
export const withBaseline = (
  migrations: readonly Migration[],
  recordedHashes: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const baseline = migrations.filter(({ name }) => isBaseline(name))
  const former = new Map([...recordedHashes].filter(([name]) => isFormer(name)))
  if (baseline.length === 0 || former.size === 0) return recordedHashes
  const { version, last } = formerMigrations
  const newest = [...former.keys()].sort().at(-1) ?? ''
  if (newest < last)
    throw new MigrationRefused(
      `The database is older than version ${version}: its last migration is ${newest}. Start version ${version} on it first, then this version.`,
    )
  if (!isFormerRelease(former))
    throw new MigrationRefused(
      `The database, whose last migration is ${newest}, has other migrations than version ${version}. Start version ${version} on it first, which says what differs.`,
    )
  const others = [...recordedHashes].filter(([name]) => !isFormer(name))
  return new Map([...baseline.map(({ name, sha256 }) => [name, sha256] as const), ...others])
}

/**
 * Writes the names of the baseline beside the former ones, and what its files say of the tables. An older program that starts finds names
 * that it does not know; one that runs still finds its own.
 */
const recordBaseline = async (client: pg.Client, baseline: readonly Migration[]): Promise<void> => {
  await client.query('begin')
  await client.query('insert into migration (name, sha256) select * from unnest($1::text[], $2::text[])', [
    baseline.map(({ name }) => name),
    baseline.map(({ sha256 }) => sha256),
  ])
  await client.query(tableComments(baseline.map(({ text }) => text)))
  await client.query('commit')
}

const lockKey = 7_120_001

const apply = async (client: pg.Client, { name, text, sha256 }: Migration): Promise<void> => {
  const remember = () => client.query('insert into migration (name, sha256) values ($1, $2)', [name, sha256])
  if (text.startsWith('-- no-transaction')) {
    for (const statement of text.split(/;[ \t]*\n/)) if (/^\s*[^\s-]/m.test(statement)) await client.query(statement)
    await remember()
    return
  }
  await client.query('begin')
  try {
    // New foreign keys of tables that hold rows are checked through the policies of these, which read this setting.
    await client.query("set local app.org = '0'")
    await client.query(text)
    await remember()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error instanceof Error ? new Error(`The migration ${name} failed: ${error.message}`, { cause: error }) : error
  }
}

/**
 * `zaice_app` does all run-time work, `zaice_gate` owns the functions that look across organisations. Roles belong to the whole
 * cluster, so several databases may be making them at the same moment.
 */
const prepareRoles = async (client: pg.Client): Promise<void> => {
  for (const role of ['zaice_app', 'zaice_gate']) {
    await client.query(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
      exception when duplicate_object or unique_violation then null;
      end $$`)
    for (let tries = 1; ; tries++) {
      try {
        await client.query(`
          do $$ begin
            if not pg_has_role('${role}', case when current_setting('server_version_num')::int < 160000 then 'MEMBER' else 'SET' end) then
              grant ${role} to current_user;
            end if;
          end $$`)
        break
      } catch (error) {
        // Two databases granting at once collide on the catalogue row; the other one has done it then.
        if (tries === 5) throw error
      }
    }
    await client.query(`grant usage on schema public to ${role}`)
  }
  // Needed to hand functions over; taken away again when the schema is secured.
  await client.query('grant create on schema public to zaice_gate')
}

/**
 * What a language's order is may change with the library that knows it: what an index keeps in such an order is put in order again before
 * anyone looks for something there.
 */
const putInOrder = async (client: pg.Client, onStep?: (line: string) => void): Promise<void> => {
  const changedCollations = await client.query<{ name: string; indexes: string[] }>(`
    select quote_ident(c.collname) as name,
      array(select distinct d.objid::regclass::text from pg_depend d join pg_class x on x.oid = d.objid and x.relkind = 'i'
            where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_collation'::regclass and d.refobjid = c.oid) as indexes
    from pg_collation c
    where c.collnamespace = 'public'::regnamespace and c.collversion is distinct from pg_collation_actual_version(c.oid)`)
  for (const { name, indexes } of changedCollations.rows) {
    onStep?.(`Putting in order again what is sorted ${name}`)
    for (const index of indexes) await client.query(`reindex index ${index}`)
    await client.query(`alter collation ${name} refresh version`)
  }
}

/** Puts the same lock on every table, the new ones too: whatever a migration forgot. Run after every start, so it changes only what differs. */
const secure = async (client: pg.Client): Promise<void> => {
  await client.query('begin')
  await client.query('revoke create on schema public from zaice_gate')
  await client.query('revoke create on schema public from public')
  const tables = await client.query(`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as locked,
      exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_organisation') as guarded,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped) as of_organisation,
      array(select privilege from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
            where has_table_privilege('zaice_app', c.oid, privilege)) as privileges
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not ${isOfExtension('pg_class', 'c.oid')}
    order by 1`)
  for (const { name, locked, guarded, of_organisation, privileges } of tables.rows) {
    const table = pg.escapeIdentifier(name)
    if (of_organisation && !locked) await client.query(`alter table ${table} enable row level security, force row level security`)
    if (of_organisation && !guarded)
      await client.query(`create policy own_organisation on ${table} using (org_id = current_org()) with check (org_id = current_org())`)
    const granted = grantsOn(name)
    if (granted.join() !== privileges.join()) {
      await client.query(`revoke all on ${table} from zaice_app, public`)
      await client.query(`grant ${granted.join(', ')} on ${table} to zaice_app`)
    }
  }
  await client.query('commit')
}

/** What the server may do with a table. */
const grantsOn = (table: string): string[] => {
  if (table === 'migration') return ['SELECT']
  return appendOnlyTables.includes(table) ? ['SELECT', 'INSERT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
}
