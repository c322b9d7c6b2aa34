import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAt } from '../../kernel/day.ts'
import { newId } from '../../kernel/id.ts'
import { monthOfText } from '../../domain/books/month.ts'
import type { Row } from '../testing/desk.ts'
import { closingWorker } from './closing.ts'
import { faults, furnish, monthName, ok, runJobs, stockIn, submit } from './testing/bookCompany.ts'

/** A generator that gives the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
}

type Company = Awaited<ReturnType<typeof furnish>>

/** Takes an asset apart, or makes one of two; the last part costs what is left. */
const convert = ({ desk, model, place }: Company, idle: readonly Row[], random: (below: number) => number): Promise<Row> => {
  const [isSplit, from] = [random(2) === 0, random(Math.max(1, idle.length))]
  const sources = isSplit ? idle.slice(from, from + 1) : idle.slice(0, 2)
  const fen = sources.reduce((sum, row) => sum + Math.round(Number(row['value']) * 100), 0)
  const first = isSplit ? random(Math.max(1, Math.min(fen, 2_000_000_000))) : fen
  const values = isSplit ? [first, fen - first] : [fen]
  const lines = [
    ...sources.map(({ id }) => ({ asset: id })),
    ...values.map((value) => ({ side: 'new', model: model['id'], value: (value / 100).toFixed(2) })),
  ]
  const header = { purpose: isSplit ? 'split' : 'merge', to: place['id'], reason: '整理' }
  return desk.call('goods/gsconvertorder/submit', { id: newId(), header, lines })
}

/** Does something at random with the assets of a company; what is refused is refused in words. */
const act = async (company: Company, random: (below: number) => number): Promise<void> => {
  const { desk, model, place, sales, works } = company
  const rows: Row[] = (await desk.call('goods/gsgoodsinstance/list', { pageSize: 100 }))['page']['list']
  const idle = rows.filter((row) => row['state'] === 'idle')
  const asset = idle[random(Math.max(1, idle.length))]?.['id']
  const department = random(2) === 0 ? sales['id'] : works['id']
  const acts: (() => Promise<Row>)[] = [
    () =>
      stockIn(
        desk,
        { to: place['id'], department },
        { model: model['id'], quantity: String(1 + random(2)), price: String(1000 + random(9000)) },
      ),
    () => submit(desk, 'gshandleorder', { method: 'scrap', reason: '旧' }, { asset, proceeds: '10' }),
    () => submit(desk, 'gsajustorder', { reason: '改' }, { asset, value: String(1000 + random(9000)) }),
    () => submit(desk, 'gsajustorder', { reason: '部门' }, { asset, department }),
    () => submit(desk, 'gsvalueorder', { reason: '减值' }, { asset, impairment: String(1 + random(50)) }),
    () => convert(company, idle, random),
    () => submit(desk, 'gsvalueorder', { reason: '年限' }, { asset, lifeMonths: 24 + random(60) }),
    async () => {
      const kind = ['gshandleorder', 'gsvalueorder', 'gsinstockorder', 'gsajustorder', 'gsconvertorder'][random(5)]
      const documents: Row[] = (await desk.call(`goods/${kind}/list`, { pageSize: 50 }))['page']['list']
      const posted = documents.filter((row) => row['state'] === 'posted')
      const one = posted[random(Math.max(1, posted.length))]
      return one ? desk.call(`goods/${kind}/reverse`, { id: one['id'], reason: '错' }) : { code: 0 }
    },
  ]
  const answer = (await acts[random(acts.length)]?.()) ?? {}
  assert.ok(answer['code'] === 0 || /\p{Script=Han}/u.test(String(answer['msg'])), JSON.stringify(answer))
  assert.notEqual(answer['reason'], 'request.fault', JSON.stringify(answer))
}

/** The net value of everything in a month, added up from the list of a book, and the register's own sums of costs. */
const sums = async ({ desk, book }: Company, month: string): Promise<{ list: string; cost: string }> => {
  const rows: Row[] = (await ok(desk, 'goods/gsvalue/list', { bookId: book['id'], month, pageSize: 1000 }))['page']['list']
  const total = (key: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[key]) * 100), 0)
  return { list: (total('net') / 100).toFixed(2), cost: (total('cost') / 100).toFixed(2) }
}

test('whatever happens to assets while months close and open again, books add up', async () => {
  for (const [seed, regime] of [
    [11, 'enterprise'],
    [29, 'government'],
  ] as const) {
    const random = numbers(seed)
    const company = await furnish({ regime, startsBefore: 3, life: 48 })
    const { desk, book, enter, start, close, months, movements } = company
    for (let index = 0; index < 6; index++) await enter({ value: String(1000 + random(9000)), boughtOn: `${monthName(4 + random(8))}-15` })
    await start()
    for (let step = 0; step < 25; step++) {
      await act(company, random)
      const { next } = await months()
      if (random(4) === 0 && next && monthOfText(next) < monthOfText(dayAt(Date.now()).slice(0, 7)))
        await close(monthOfText(dayAt(Date.now()).slice(0, 7)) - monthOfText(next))
      if (random(9) === 0) {
        const [last] = (await months())['list'].filter((row: Row) => row['state'] === 'closed')
        if (last) {
          await ok(desk, 'goods/gsvalue/reopen', { bookId: book['id'], month: last['month'], reason: '重算' })
          await runJobs(desk.company.orgId, closingWorker)
        }
      }
    }
    for (let before = 3; before > 0; before--) {
      const { next } = await months()
      if (next === monthName(before)) await close(before)
    }
    assert.deepEqual(await faults(), [])

    const closed = await movements(3, 1)
    const last = await sums(company, monthName(1))
    assert.equal(last.list, closed['total']['closing']['net'])
    assert.equal(last.cost, closed['total']['closing']['cost'])
    // What one month ends with the next one begins with, for each department.
    for (const before of [2, 1]) {
      const former = await movements(before + 1, before + 1, 'department')
      const later = await movements(before, before, 'department')
      for (const row of former['list']) {
        const same = later['list'].find((other: Row) => other['id'] === row['id'])
        if (same) assert.equal(same['opening']['depreciation'], row['closing']['depreciation'])
      }
      assert.deepEqual(later['total']['opening']['cost'], former['total']['closing']['cost'])
    }
    const register: Row[] = (await desk.call('goods/gsgoodsinstance/list', { pageSize: 1000 }))['page']['list']
    const present = register.filter((row) => !['disposed', 'gone'].includes(row['state']) && row['value'] !== null)
    const cost = present.reduce((sum, row) => sum + Math.round(Number(row['value']) * 100), 0) / 100
    const now = await sums(company, monthName(0))
    assert.equal(now.cost, cost.toFixed(2), `seed ${seed}`)
  }
})
