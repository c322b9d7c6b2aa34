import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Id } from '../../kernel/id.ts'
import { type Database, openDatabase } from '../db/pool.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import type { Row } from '../testing/desk.ts'
import { runPiece } from './closing.ts'
import { openPiece } from './opening.ts'
import { app, faults, furnish, monthName, ok, stockIn } from './testing/bookCompany.ts'

/** A second server on the same database, with a memory and connections of its own. */
const otherServer = openDatabase({ url: app.url, poolSize: 2 })
after(() => otherServer.close())

/** What a process meets that is killed: nothing it began is written. */
class Killed extends Error {}

/** A generator that gives the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
}

/** A transaction that ends in the middle, before the statement whose turn it is. */
const killBefore = (tx: Tx, statement: number): Tx => {
  let count = 0
  return {
    ...tx,
    orgId: tx.orgId,
    now: tx.now,
    memory: tx.memory,
    attempt: (run) => tx.attempt(run),
    atCommit: (write, item) => tx.atCommit(write, item),
    query: async (text, values, planMode) => {
      if (count++ === statement) throw new Killed()
      return tx.query(text, values, planMode)
    },
  }
}

type Part = (tx: Tx) => Promise<boolean>

/** Does work in parts on two servers at once; half of the parts are killed on the way, and what is done is not always heard of. */
const runWithKills = async (orgId: Id, part: Part, random: (below: number) => number): Promise<void> => {
  const runOn = async (database: Database): Promise<void> => {
    for (let isFinished = false; !isFinished;) {
      const killedAt = random(2) === 0 ? random(12) : Infinity
      isFinished = await database
        .inTransaction(orgId, (tx) => part(killBefore(tx, killedAt)))
        .then((hasMore) => !hasMore)
        .catch((error) => {
          if (!(error instanceof Killed)) throw error
          return false
        })
    }
  }
  await Promise.all([runOn(app.database), runOn(otherServer)])
}

type Company = Awaited<ReturnType<typeof furnish>>

const enterAssets = async ({ enter }: Company): Promise<void> => {
  for (let index = 0; index < 9; index++) await enter({ value: String(1000 + 777 * index), boughtOn: `${monthName(4 + (index % 7))}-15` })
}

const receiveMore = ({ desk, place, works, model }: Company, price: string): Promise<Row> =>
  stockIn(desk, { to: place['id'], department: works['id'] }, { model: model['id'], quantity: '2', price })

const periodOf = ({ desk: { company }, book }: Company, month: string): Promise<{ id: Id; entries: number }> =>
  app.database.reading(company.orgId, (tx) =>
    onlyRow(
      tx.query<{ id: Id; entries: number }>(
        `select p.id, (select count(*)::int from value_entry e where e.org_id = $1 and e.book_id = p.book_id and e.month = p.month) as entries
         from book_period p where p.org_id = $1 and p.book_id = $2 and p.month = $3 and p.state <> 'undone'`,
        [company.orgId, book['id'], Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1],
      ),
    ),
  )

/** All that a book says of closed months and of now. */
const figuresOf = async (company: Company): Promise<unknown> => {
  const { desk, book, movements } = company
  const tables = []
  for (const by of ['category', 'department']) {
    const { list, total } = await movements(3, 1, by)
    tables.push(
      list.map(({ id: _, ...row }: Row) => row),
      total,
    )
  }
  const { list: vouchers } = await ok(desk, 'goods/gsvalue/vouchers', { bookId: book['id'], month: monthName(1) })
  const standing = vouchers.filter((voucher: Row) => !voucher.isVoided).map(({ event, total, lines }: Row) => ({ event, total, lines }))
  const { page } = await ok(desk, 'goods/gsvalue/list', { bookId: book['id'], month: monthName(0), pageSize: 100 })
  return [tables, standing, page['list'].map(({ cost, depreciation, net }: Row) => `${cost} ${depreciation} ${net}`).toSorted()]
}

test('a book that was opened and closed by two servers under kills says what one says that nothing happened to', async () => {
  for (const [seed, regime] of [
    [5, 'enterprise'],
    [17, 'government'],
  ] as const) {
    const random = numbers(seed)
    const calm = await furnish({ regime, life: 48 })
    await enterAssets(calm)
    await calm.start()
    for (const before of [3, 2, 1]) {
      assert.equal((await receiveMore(calm, `${before}000`))['code'], 0)
      await calm.close(before)
    }

    const shaken = await furnish({ regime, life: 48 })
    await enterAssets(shaken)
    const { desk, book } = shaken
    const { orgId, admin } = desk.company
    await ok(desk, 'goods/gsvalue/start', { bookId: book['id'] })
    await runWithKills(orgId, (tx) => openPiece(tx, book['id'], admin, 2), random)
    for (const before of [3, 2, 1]) {
      const month = monthName(before)
      await ok(desk, 'goods/gsvalue/close', { bookId: book['id'], month })
      const { id } = await periodOf(shaken, month)
      const [receipt] = await Promise.all([receiveMore(shaken, `${before}000`), runWithKills(orgId, (tx) => runPiece(tx, id, 2), random)])
      assert.equal(receipt['code'], 0, receipt['msg'])
      const { entries } = await periodOf(shaken, month)
      assert.equal(await app.database.inTransaction(orgId, (tx) => runPiece(tx, id)), false)
      assert.equal((await periodOf(shaken, month)).entries, entries, 'a month that is run once more writes nothing')
    }
    assert.deepEqual(await figuresOf(shaken), await figuresOf(calm))

    await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: monthName(1), reason: '重算' })
    const { id } = await periodOf(shaken, monthName(1))
    await runWithKills(orgId, (tx) => runPiece(tx, id, 2), random)
    await shaken.close(1)
    assert.deepEqual(await figuresOf(shaken), await figuresOf(calm))
  }
  assert.deepEqual(await faults(), [])
})
