import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../db/testing.ts'
import { folderStorage } from '../storage/storage.ts'
import { openLog } from '../log.ts'
import { livedCompany } from '../testing/lived.ts'
import { auditDatabase } from './audit.ts'
import { headsOf } from './heads.ts'
import { sealAll } from './seal.ts'

const { database, url } = await testDatabase()
const restored = await testDatabase()
const company = await livedCompany(database)
const means = { key: undefined, log: openLog('silent'), settleMs: 0 }
await sealAll(database, means)

const asOwner = async <R>(of: string, run: (client: pg.Client) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: of, options: '-c TimeZone=Asia/Shanghai' })
  await client.connect()
  try {
    await client.query("select set_config('app.org', $1, false)", [company.orgId])
    return await run(client)
  } finally {
    await client.end()
  }
}
const tables = (client: pg.Client): Promise<string[]> =>
  client
    .query(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' order by 1`,
    )
    .then(({ rows }) => rows.map(({ relname }) => relname))

/** What a dump does: every row as text, then the numbers that were given out, into a database that looks at it with another clock. */
const restore = (): Promise<void> =>
  asOwner(url, (from) =>
    asOwner(restored.url, async (to) => {
      await to.query(`do $$ declare r record; begin
        for r in select k.conname, k.conrelid::regclass as name from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace loop
          execute format('alter table %s drop constraint %I', r.name, r.conname);
        end loop;
        for r in select distinct t.tgrelid::regclass as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
                 where not t.tgisinternal and c.relnamespace = 'public'::regnamespace loop
          execute format('alter table %s disable trigger user', r.name);
        end loop;
      end $$`)
      for (const table of await tables(from)) {
        const { rows } = await from.query(`select t::text as row from ${pg.escapeIdentifier(table)} t`)
        const columns = (
          await from.query(
            "select attname from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum",
            [table],
          )
        ).rows.map(({ attname }) => pg.escapeIdentifier(attname))
        for (const { row } of rows)
          await to.query(
            `insert into ${pg.escapeIdentifier(table)} (${columns.join(', ')}) overriding system value
             select ${columns.map((name) => `(r.row).${name}`).join(', ')} from (select $1::text::${pg.escapeIdentifier(table)} as row) r`,
            [row],
          )
      }
      const { rows: sequences } = await from.query(
        "select schemaname || '.' || sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null",
      )
      for (const { name, last } of sequences) await to.query('select setval($1::regclass, $2)', [name, last])
    }),
  )

test('a restored database bears its seals and has no faults; what it announced in its former life is settled', async () => {
  await asOwner(url, (client) => client.query("update outbox set xid = '9000000000000'"))
  await restore()
  assert.deepEqual(
    (await auditDatabase(restored.database)).filter(({ count }) => count > 0),
    [],
  )
  assert.deepEqual(await headsOf(restored.database), await headsOf(database))
  const waiting = 'select count(*)::int as n from outbox where org_id = $1 and xid >= pg_snapshot_xmax(pg_current_snapshot())'
  const count = () => restored.database.reading(company.orgId, (tx) => tx.query<{ n: number }>(waiting, [company.orgId]))
  assert.ok((await count())[0]!.n > 0)
  await restored.database.gate('select gate_settle_outbox()')
  assert.equal((await count())[0]!.n, 0)
  assert.equal(await sealAll(restored.database, means), 0, 'nothing is sealed twice')
})

test('bytes that are not what was uploaded, and bytes that are gone, are named', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-audit-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const storage = folderStorage(dir)
  const check = async () =>
    (await auditDatabase(database, { storage })).find(
      (finding) => finding.check === 'files: what is stored is what was uploaded' && finding.orgId === company.orgId,
    )!
  assert.match((await check()).example ?? '', /is gone$/)
  const bytes = Buffer.from('x')
  await storage.put(company.orgId, company.file, bytes, 'image/png')
  assert.match((await check()).example ?? '', /was changed$/)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query('update file set sha256 = $3 where org_id = $1 and path = $2', [
      company.orgId,
      company.file,
      createHash('sha256').update(bytes).digest('hex'),
    ]),
  )
  assert.equal((await check()).count, 0)
  await writeFile(join(dir, company.file), 'y')
  assert.match((await check()).example ?? '', /was changed$/)
  await database.inTransaction(company.orgId, (tx) =>
    tx.query("update file set sha256 = '' where org_id = $1 and path = $2", [company.orgId, company.file]),
  )
})
