import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { documentKind } from '../../../domain/documents/all.ts'
import type { Tx } from '../../db/tx.ts'
import { testDatabase, withQuery } from '../../db/testing.ts'
import { callOf, foundCompany } from '../../testing/company.ts'
import { type DocumentFilter, listDocuments } from '../list.ts'

const { database, newOrganisation, url } = await testDatabase()
const kind = documentKind('CsInstockOrder')!
/** How many documents there are. They lie in another order than that of their ids. */
const rows = 12_000
/** Blocks that a page of 20 may touch: a few for each row, none for the rows that it does not show. */
const blocksAtMost = 200

test('a page in the order of a moment or an amount touches what it shows, and what has none only at the end', async () => {
  const company = await foundCompany(database, await newOrganisation())
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  try {
    await owner.query("select set_config('app.org', $1, false)", [company.orgId])
    await owner.query(
      `insert into document (org_id, id, kind, code, state, stage, author_uid, header, amount, body_hash, submitted_at, posted_at)
       select $1, 1 + n * 7919 % $4::int, $2, 'HR' || n, 'posted', 1, $3, '{}', n % 500, repeat('h', 43), moment, moment
       from (select n, timestamptz '2024-01-01' + n * interval '1 hour' as moment from generate_series(1, $4::int) n) d`,
      [company.orgId, kind.kind, company.keeper, rows],
    )
    await owner.query('analyze document')
    for (const key of ['submittedAt', 'postedAt', 'amount'])
      for (const descending of [false, true]) {
        const pageText = await pageStatement(company, { sort: [{ key, descending }], pageSize: 20 })
        const blocks = await blocksOf(owner, pageText)
        assert.ok(blocks <= blocksAtMost, `${key} ${descending ? 'down' : 'up'}: ${blocks} blocks`)
      }
  } finally {
    await owner.query('delete from document where org_id = $1', [company.orgId])
    await owner.end()
  }
})

type Company = Awaited<ReturnType<typeof foundCompany>>
type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** The statement that reads a page. */
const pageStatement = async ({ orgId, keeper }: Company, input: DocumentFilter): Promise<Statement> => {
  const statements: Statement[] = []
  await database.reading(orgId, (tx) => {
    const noting: Tx['query'] = (text, values = []) => {
      statements.push({ text, values })
      return tx.query(text, values)
    }
    return listDocuments(withQuery(tx, noting), callOf(tx, keeper, []).session, kind, input)
  })
  const statement = statements.find(({ text }) => text.startsWith('with page as'))
  assert.ok(statement)
  return statement
}

/** How many blocks it touches, under row security. */
const blocksOf = async (owner: pg.Client, { text, values }: Statement): Promise<number> => {
  await owner.query('begin; set local role zaice_app')
  try {
    const { rows: plans } = await owner.query(`explain (analyze, buffers, format json) ${text}`, [...values])
    const { Plan: plan } = plans[0]['QUERY PLAN'][0]
    return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  } finally {
    await owner.query('rollback')
  }
}
