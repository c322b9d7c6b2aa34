import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { newId } from '../../kernel/id.ts'
import { auditOrganisation } from '../audit/audit.ts'
import { insert } from '../testing/company.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './pool.ts'
import { testDatabase } from './testing.ts'

const { url } = await testDatabase()
const real = readMigrations(join(import.meta.dirname, 'migrations'))

/** One move of paper as the books took it before people's balances were kept; `reverses` counts from the first step. */
type Step = readonly [from: string, to: string, quantity: string, cost?: string, reverses?: number]

const histories: [title: string, steps: Step[], expected: Record<string, string>][] = [
  [
    'taken and kept',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
    ],
    { store: '40 @ 720', anna: '10 @ 180' },
  ],
  [
    'given back without a value: its share is gone, as it was',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
      ['anna', 'store', '4'],
    ],
    { store: '44 @ 720', anna: '6 @ 108, opened with 0 @ -72' },
  ],
  [
    'all of it given back',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
      ['anna', 'store', '10'],
    ],
    { store: '50 @ 720', anna: '0 @ 0, opened with 0 @ -180' },
  ],
  [
    'more given back than was taken, and taken again',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
      ['anna', 'store', '500'],
      ['store', 'anna', '54'],
    ],
    { store: '486 @ 648', anna: '54 @ 72, opened with 490 @ -180' },
  ],
  ['given back from nothing', [['anna', 'store', '5']], { store: '5 @ 0', anna: '0 @ 0, opened with 5 @ 0' }],
  [
    'an issue that was reversed, beside one that stands',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
      ['store', 'anna', '5'],
      ['anna', 'store', '10', '180', 2],
    ],
    { store: '45 @ 810', anna: '5 @ 90' },
  ],
  [
    'two people',
    [
      ['supplier', 'store', '50', '900'],
      ['store', 'anna', '10'],
      ['store', 'ben', '10'],
      ['ben', 'store', '10'],
    ],
    { store: '40 @ 540', anna: '10 @ 180', ben: '0 @ 0, opened with 0 @ -180' },
  ],
]

test('a history without balances of people is told again, whatever it holds, and adds up', async (t) => {
  const client = new pg.Client({ connectionString: url.replace(/\/[^/]*$/, '/postgres') })
  await client.connect()
  const name = `before_${newId()}`
  await client.query(`create database ${name} template template0`)
  t.after(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  const before = url.replace(/\/[^/]*$/, `/${name}`)
  await migrate(
    before,
    real.filter(({ name: file }) => file < '021'),
  )
  const database = openDatabase({ url: before, poolSize: 2 })
  t.after(() => database.close())

  const planted = []
  for (const [title, steps, expected] of histories) {
    const [orgId, store, anna, ben, paper, document] = [newId(), newId(), newId(), newId(), newId(), newId()]
    const accounts: Record<string, string> = {
      store: `store:${store}`,
      supplier: 'supplier:',
      anna: `consumed:${anna}`,
      ben: `consumed:${ben}`,
    }
    await database.inTransaction(orgId, async (tx) => {
      await tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, title])
      await insert(tx, 'person', [
        { id: anna, username: `anna${anna}`, user_name: 'Anna' },
        { id: ben, username: `ben${ben}`, user_name: 'Ben' },
      ])
      await insert(tx, 'location', [{ id: store, loc_code: 'A', loc_name: '一号库' }])
      await insert(tx, 'consumable', [{ id: paper, goods_code: 'C', goods_name: '纸' }])
      await insert(tx, 'document', [
        { id: document, kind: 'CsAjustOrder', code: title, state: 'draft', author_uid: anna, header: {}, body_hash: '' },
      ])
      await insert(tx, 'document_line', [{ document_id: document, line_no: 1, data: { asset: paper } }])
      const ids = steps.map(() => newId())
      for (const [at, [from, to, quantity, cost, reverses]] of steps.entries())
        await tx.query(
          `select * from ledger_post($1, $2, 0, $3, '2026-01-31', array[$4::bigint], array[$5::int], array['consumable'], array[$6::bigint], array[$7::text],
             array[$8::text], array[$9::numeric], array[$10::numeric], array[$11::bigint])`,
          [
            orgId,
            document,
            anna,
            ids[at],
            at,
            paper,
            accounts[from],
            accounts[to],
            quantity,
            cost ?? null,
            reverses === undefined ? null : ids[reverses - 1],
          ],
        )
    })
    planted.push({ orgId, title, expected, nameOf: new Map(Object.entries(accounts).map(([who, account]) => [account, who])) })
  }

  await migrate(before, real)

  for (const { orgId, title, expected, nameOf } of planted)
    await database.reading(orgId, async (tx) => {
      const rows = await tx.query<{ account: string; words: string }>(
        `select b.account, trim_scale(b.on_hand) || ' @ ' || trim_scale(b.value)
                || coalesce(', opened with ' || trim_scale(o.quantity) || ' @ ' || trim_scale(o.value), '') as words
         from balance b left join balance_opening o using (org_id, account, item_id) where b.org_id = $1 order by b.account desc`,
        [orgId],
      )
      assert.deepEqual(Object.fromEntries(rows.map(({ account, words }) => [nameOf.get(account), words])), expected, title)
      // A line that was written before is as old as its document.
      const [line] = await tx.query<{ isLast: boolean }>(
        `select seen = jsonb_build_object(l.data ->> 'asset', (select max(seq)::text from move where org_id = $1)) as "isLast"
         from document_line l where org_id = $1`,
        [orgId],
      )
      assert.equal(line!.isLast, true, title)
      const findings = await auditOrganisation((text, values) => tx.query(text, values), orgId)
      assert.deepEqual(
        findings.filter(({ check, count }) => check.startsWith('ledger:') && count > 0 && !/a document is reversed/.test(check)),
        [],
        title,
      )
    })
})
