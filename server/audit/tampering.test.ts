import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../db/testing.ts'
import { openLog } from '../log.ts'
import { uploadedFile } from '../testing/company.ts'
import { livedCompany } from '../testing/lived.ts'
import { tamperings } from '../testing/tamperings.ts'
import { auditOrganisation, checks } from './audit.ts'
import type { Means, Query } from './check.ts'
import { headOf, type Leaf, sealAll } from './seal.ts'

const { database, url } = await testDatabase()
const company = await livedCompany(database)
const log = openLog('silent')
const means = { key: undefined, log, settleMs: 0 }
assert.equal(await sealAll(database, means), 1)
await database.inTransaction(company.orgId, (tx) => uploadedFile(tx, company.boss))
assert.equal(await sealAll(database, means), 1)
assert.equal(await sealAll(database, means), 0, 'what is sealed is not sealed again')

/** Answers a question after statements of the owner, past triggers, keys and policies; all of it is taken back. */
const answerAfter = async <R>(plant: (client: pg.Client) => Promise<unknown>, ask: (query: Query) => Promise<R>): Promise<R> => {
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.org', $1, true)`, [company.orgId])
    await plant(client)
    const query: Query = async (text, values) => (await client.query(text, [...values])).rows
    return await ask(query)
  } finally {
    await client.query('rollback')
    await client.end()
  }
}

/** What the audit says of the organisation then. */
const auditedAfter = (plant: (client: pg.Client) => Promise<unknown>, means: Means = {}): Promise<Map<string, string>> =>
  answerAfter(plant, async (query) => {
    const findings = await auditOrganisation(query, company.orgId, means)
    return new Map(findings.filter(({ count }) => count > 0).map(({ check, example }) => [check, example ?? '']))
  })

test('history that nobody touched has no faults', async () => {
  assert.deepEqual(await auditedAfter(async () => undefined), new Map())
})

/** The person who owns the tables takes away what would stop him or leave a trace. */
const unlocked = `do $$ declare r record; begin
  for r in select k.conname, k.conrelid::regclass as name from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace loop
    execute format('alter table %s drop constraint %I', r.name, r.conname);
  end loop;
  for r in select distinct t.tgrelid::regclass as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
           where not t.tgisinternal and c.relnamespace = 'public'::regnamespace loop
    execute format('alter table %s disable trigger user', r.name);
  end loop;
end $$`

const owner = new pg.Client({ connectionString: url })
await owner.connect()
await owner.query(unlocked)
await owner.end()

suite('what somebody with all rights at the database does is named', () => {
  for (const [title, check, plant] of tamperings)
    test(title, async () => {
      const isNamed = await answerAfter(
        async (client) => {
          for (const [sql, values = []] of plant(company)) await client.query(sql, values)
        },
        async (query) => {
          for (const { name, faults } of checks)
            if (name.startsWith(check) && (await faults(query, company.orgId, {})).count > 0) return true
          return false
        },
      )
      assert.ok(isNamed, `${check} sees nothing, or is no check`)
    })
})

suite('seals that were written down outside, and seals that were made with a key', () => {
  const remade = async (client: pg.Client, key: string | undefined) => {
    await client.query("update move set posted_at = posted_at - interval '1 minute'")
    await client.query(
      `update seal s set digests = array(
         select case when l.noun = 'move' then (select sealed(m) from move m where m.org_id = s.org_id and m.id = l.key::bigint) else l.digest end
         from unnest(s.nouns, s.keys, s.digests) with ordinality as l (noun, key, digest, at) order by l.at)`,
    )
    const { rows } = await client.query(
      `select no, (extract(epoch from at) * 1000)::bigint::text as "atMs", upto, nouns, keys, array(select encode(d, 'hex') from unnest(digests) d) as digests from seal order by no`,
    )
    let head = ''
    for (const { no, atMs, upto, nouns, keys, digests } of rows) {
      const leaves: Leaf[] = keys.map((of: string, at: number) => ({ noun: nouns[at], key: of, digest: digests[at] }))
      head = headOf({ orgId: company.orgId, no, atMs, upto, leaves }, head, key)
      await client.query('update seal set head = $2, keyed = $3 where no = $1', [no, head, key !== undefined])
    }
  }
  const headBefore = async () => {
    const [row] = await database.reading(company.orgId, (tx) =>
      tx.query<{ no: number; head: string }>('select no, head from seal where org_id = $1 order by no desc limit 1', [company.orgId]),
    )
    return { orgId: company.orgId, ...row! }
  }

  test('a chain that is made anew from its beginning is only seen by a head from outside', async () => {
    const heads = [await headBefore()]
    assert.deepEqual(await auditedAfter(async () => undefined, { heads }), new Map())
    assert.deepEqual(await auditedAfter((client) => remade(client, undefined)), new Map())
    const found = await auditedAfter((client) => remade(client, undefined), { heads })
    assert.deepEqual([...found.keys()], ['seals: heads that were written down are still there'])
  })
  test('with a key outside, nobody makes it anew who has the database alone', async () => {
    const keyed = (client: pg.Client) => remade(client, 'key')
    assert.deepEqual(await auditedAfter(keyed, { sealKey: 'key' }), new Map())
    for (const forge of [undefined, 'guess'])
      assert.match(
        (await auditedAfter((client) => remade(client, forge), { sealKey: 'key' })).get(
          'seals: every seal holds the one before, and none was made anew',
        ) ?? '',
        /seal \d+ was/,
      )
  })
})
