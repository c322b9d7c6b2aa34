import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Id, newUuid } from '../../kernel/id.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

const { ask, database, newCompany } = await testApp(handlers, { poolSize: 8 })
const { orgId, admin, tokenOf } = await newCompany()
const token = await tokenOf(admin)
const call = async (name: string, body: object) => (await ask({ path: `/api/goods/gslabel/${name}`, body, token })).json
const printer = (await call('savePrinter', { name: '桌上', way: 'serial', language: 'tspl', dpi: 203 })).result

type Step =
  | { readonly t: 'next'; readonly page: number; readonly labels: number; readonly printed: number; readonly told: boolean }
  | { readonly t: 'fail' | 'resume' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      t: fc.constant('next' as const),
      page: fc.integer({ min: 0, max: 1 }),
      labels: fc.integer({ min: 1, max: 4 }),
      /** How many of those that were handed out come out before the line breaks, and whether the page lives to say so. */
      printed: fc.integer({ min: 0, max: 4 }),
      told: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('fail' as const) }) },
  { weight: 3, arbitrary: fc.record({ t: fc.constant('resume' as const) }) },
)

/**
 * Two pages that print the same job, lines that break after any label, pages that die before they say what came out, and a person who looks at
 * the paper when he is asked: no label ever comes out twice, and what is written down is what came out.
 */
test('whatever breaks, each label comes out once and is written down once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { result: job } = await call('startJob', { templateKey: 'blank-40x30', blanks: 6, way: 'serial', printerId: printer.id })
      const pages = [newUuid(), newUuid()]
      const came: number[] = []
      const lastOut = () => Math.max(0, ...came)
      const take = async (page: number, labels: number, printed: number, told: boolean) => {
        const { result } = await call('nextChunk', { id: job.id, sendKey: pages[page], labels })
        if (!result.chunk) return
        const { from, to } = result.chunk
        const end = Math.min(to, from + printed - 1)
        for (let label = from; label <= end; label++) came.push(label)
        if (told) await call(end === to ? 'confirm' : 'fail', end === to ? { id: job.id, doneTo: to } : { id: job.id, failure: '断线' })
        // Whoever wrote bytes and died writes no more under this key.
        else pages[page] = newUuid()
      }
      for (const each of steps) {
        if (each.t === 'next') await take(each.page, each.labels, each.printed, each.told)
        else if (each.t === 'resume') await call('resume', { id: job.id, lastOut: lastOut() })
        else await call('fail', { id: job.id, failure: '断线' })
        assert.deepEqual(
          came,
          [...new Set(came)].toSorted((a, b) => a - b),
          'in their order, none twice',
        )
      }
      for (let tries = 0; tries < 10 && (await call('job', { id: job.id })).result.state !== 'done'; tries++) {
        await call('resume', { id: job.id, lastOut: lastOut() })
        await take(0, 4, 4, true)
      }
      assert.deepEqual(came, [1, 2, 3, 4, 5, 6])
      const { state, doneTo } = (await call('job', { id: job.id })).result
      assert.deepEqual([state, doneTo], ['done', 6])
      assert.deepEqual(await writtenOf(job.id), [1, 2, 3, 4, 5, 6])
    }),
    { numRuns: 10, seed: 1 },
  )
})

const writtenOf = async (id: Id): Promise<number[]> => {
  const rows = await database.reading(orgId, (tx) =>
    tx.query<{ label_no: number }>('select label_no from label_print where org_id = $1 and job_id = $2 order by label_no', [orgId, id]),
  )
  return rows.map(({ label_no }) => label_no)
}

test('two pages that ask at once never get the same labels', async () => {
  for (let round = 0; round < 5; round++) {
    const { result: job } = await call('startJob', { templateKey: 'blank-40x30', blanks: 4, way: 'serial', printerId: printer.id })
    const answers = await Promise.all(
      [newUuid(), newUuid(), newUuid()].map((sendKey) => call('nextChunk', { id: job.id, sendKey, labels: 2 })),
    )
    assert.equal(answers.filter(({ result }) => result.chunk !== null).length, 1)
  }
})
