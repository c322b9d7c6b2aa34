import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { isOfExtension } from '../extensions.ts'
import { distributedSql } from './session.ts'

/** Whether the database is one of several machines. */
export const isDistributed = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>(`select ${distributedSql} as is`)
  return rows[0]?.is === true
}

type TableRow = { readonly name: string }
type KeyRow = { readonly table: string; readonly name: string; readonly definition: string }

/** What is read in the order of one database stays on the coordinator. */
const coordinatorTables: readonly string[] = ['outbox']

/** The table whose shards the others stand beside. */
const firstTable = 'organisation'

/**
 * Spreads every table of organisations over the machines, all rows of an organisation on one of them. Foreign keys go first and come back
 * last, as a table that is spread may not point to one that is not yet.
 */
export const distributeTables = async (client: pg.Client, onStep?: (line: string) => void): Promise<void> => {
  const { rows: tables } = await client.query<TableRow>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not ${isOfExtension('pg_class', 'c.oid')}
       and c.relname <> all ($2::text[]) and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
     order by c.relname <> $1, c.relname`,
    [firstTable, coordinatorTables],
  )
  // The machines speak to each other as the role that a statement runs as.
  for (const role of ['zaice_app', 'zaice_gate']) {
    await client.query(`alter role ${role} login`)
    // A function that runs on the machine of an organisation asks the tables of this organisation there.
    await client.query(`alter role ${role} set citus.allow_nested_distributed_execution = on`)
  }
  // Where a transaction that was bound has ended, and where keys are checked for all organisations, no organisation is meant.
  for (const role of ['current_user', 'zaice_gate']) await client.query(`alter role ${role} set app.org = '0'`)
  await client.query('grant create on schema public to zaice_gate')
  await client.query(readFileSync(join(import.meta.dirname, 'functions.sql'), 'utf8'))
  await client.query('revoke create on schema public from zaice_gate')
  if (tables.length === 0) return
  onStep?.(`Distributing ${tables.length} tables by organisation`)
  await client.query('begin')
  await client.query('set local citus.enable_unsafe_triggers = on')
  // Foreign keys that come back are checked on every machine through the policies of the tables.
  await client.query("set local citus.propagate_set_commands = 'local'")
  await client.query("set local app.org = '0'")
  await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
  const { rows: keys } = await client.query<KeyRow>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace
       and (k.conrelid = any ($1::text[]::regclass[]) or k.confrelid = any ($1::text[]::regclass[]))
     order by 1, 2`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  await numberByClock(client, tables)
  await steadyDefaults(client, tables)
  for (const { name } of tables)
    await client.query('select create_distributed_table($1, $2, colocate_with => $3)', [
      name,
      'org_id',
      name === firstTable ? 'none' : firstTable,
    ])
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  await client.query('commit')
}

/** Columns that one database numbers are numbered by the machine of the row. */
const numberByClock = async (client: pg.Client, tables: readonly TableRow[]): Promise<void> => {
  const { rows: numberedColumns } = await client.query<{ table: string; column: string }>(
    `select a.attrelid::regclass::text as table, a.attname as column from pg_attribute a
     where a.attidentity <> '' and not a.attisdropped and a.attrelid = any ($1::text[]::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column } of numberedColumns) {
    await client.query(`alter table ${table} alter column ${column} drop identity`)
    await client.query(`create trigger numbered before insert on ${table} for each row execute function number_by_${column}()`)
  }
}

/** A default that differs within a statement would be worked out on the coordinator, and its rows copied past row-level security. */
const steadyDefaults = async (client: pg.Client, tables: readonly TableRow[]): Promise<void> => {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select d.adrelid::regclass::text as table, a.attname as column
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     where pg_get_expr(d.adbin, d.adrelid) = 'clock_timestamp()' and d.adrelid = any ($1::text[]::regclass[])`,
    [tables.map(({ name }) => name)],
  )
  for (const { table, column } of columns)
    await client.query(`alter table ${table} alter column ${column} set default statement_timestamp()`)
}
