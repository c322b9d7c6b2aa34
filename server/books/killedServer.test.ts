import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Id } from '../../kernel/id.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { app, faults, furnish, monthName, ok, runJobs } from './testing/bookCompany.ts'

/** Does two parts of a run, begins a third, and waits in the middle of its transaction for the signal that ends it. */
const childSource = `
  import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, '../db/pool.ts'))}
  import { runPiece } from ${JSON.stringify(join(import.meta.dirname, 'closing.ts'))}
  const { CHILD_DATABASE: url, CHILD_ORGANISATION: orgId, CHILD_PERIOD: period } = process.env
  const database = openDatabase({ url, poolSize: 1 })
  for (let part = 0; part < 2; part++) await database.inTransaction(orgId, (tx) => runPiece(tx, period, 3))
  await database.inTransaction(orgId, async (tx) => {
    await runPiece(tx, period, 3)
    process.stdout.write('in the middle')
    setInterval(() => undefined, 60_000)
    await new Promise(() => undefined)
  })
`

type RunState = { readonly id: Id; readonly state: string; readonly charges: number }
const readRun = async ({ desk, book }: Awaited<ReturnType<typeof furnish>>, month: string): Promise<RunState> => {
  const [run] = await app.database.reading(desk.company.orgId, (tx) =>
    tx.query<RunState>(
      `select p.id, p.state, (select count(*)::int from value_entry e where e.org_id = $1 and e.source_id = p.id and e.kind = 'depreciation') as charges
       from book_period p where p.org_id = $1 and p.book_id = $2 and p.month = $3`,
      [tx.orgId, book['id'], Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1],
    ),
  )
  assert.ok(run)
  return run
}

test('a server that is killed in the middle of a month leaves whole parts, and another one ends the run as if nothing had happened', async (t) => {
  const company = await furnish()
  const { desk, book, enter, start, movements } = company
  for (let index = 0; index < 14; index++) await enter({ value: String(3600 + 36 * index), boughtOn: `${monthName(6)}-10` })
  await start()
  const month = monthName(3)
  await ok(desk, 'goods/gsvalue/close', { bookId: book['id'], month })
  const { id } = await readRun(company, month)
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', childSource], {
    env: { ...process.env, CHILD_DATABASE: app.url, CHILD_ORGANISATION: desk.company.orgId, CHILD_PERIOD: id },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  assert.ok(child.stdout)
  const [words] = await once(child.stdout, 'data')
  assert.equal(String(words), 'in the middle')
  child.kill('SIGKILL')
  await once(child, 'exit')

  await runJobs(desk.company.orgId, closingWorker)
  assert.deepEqual(await readRun(company, month), { id, state: 'closed', charges: 14 })
  const total: Row = (await movements(3, 3)).total
  // 95 % of each cost over 36 months, to the fen.
  const charges = Array.from({ length: 14 }, (_, index) => Math.round(((3600 + 36 * index) * 95) / 36))
  assert.equal(total['movements']['depreciation']['depreciation'], (charges.reduce((sum, fen) => sum + fen, 0) / 100).toFixed(2))
  assert.deepEqual(await faults(), [])
})
