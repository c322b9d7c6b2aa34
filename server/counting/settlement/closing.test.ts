import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { firstOf, assertDefined } from '../../../kernel/assert.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { differenceVerdicts } from '../../../domain/counting/verdict.ts'
import { installFlow } from '../../approval/design/install.ts'
import { flows } from '../../routes.ts'
import { counted, type House } from '../../testing/counted.ts'
import { settleStep } from './settling.ts'

const { ask, found, done, askAs, stockAssets, openTask, device, lines, database, moveAsset } = await counted()
const task = 'goods/gsinventorytask'

const read = async (house: House, path: string) => (await ask({ method: 'GET', path: `/api/${path}`, token: house.admin })).json.result

/** Where a piece is before, during and at the end of a count. */
const fates = ['here', 'elsewhere', 'nowhere', 'lent', 'movedMeanwhile', 'inApproval', 'inApprovalAndHere'] as const
type Fate = (typeof fates)[number]

/** A company whose allocations wait for the manager of the receiving store. */
const prepareHouse = async (): Promise<House> => {
  const house = await found()
  const { orgId } = house.company
  const keeper = await house.company.hire(`keeper${newId()}`, ['goodsmanager'])
  await database.inTransaction(orgId, async (tx) => {
    await tx.query('update location set manager_uid = $2 where org_id = $1 and id = $3', [orgId, keeper, house.b])
    await installFlow(tx, 'gsallocate', house.company.admin)
  })
  return house
}

const lend = (house: House, asset: Id, borrower: Id) =>
  done(house.admin, 'goods/gsborroworder/submit', {
    id: newId(),
    header: { borrower, dueOn: '2030-01-01', reason: '外出' },
    lines: [{ model: house.model, quantity: '1', assets: [asset] }],
  })

const allocate = async (house: House, assets: readonly Id[]): Promise<void> => {
  if (assets.length === 0) return
  const id = newId()
  await done(house.admin, 'goods/gsallocateorder/submit', {
    id,
    header: { from: house.a, to: house.b, reason: '调拨' },
    lines: assets.map((asset) => ({ asset })),
  })
  const document = await read(house, `goods/gsallocateorder/info/${id}`)
  assert.equal(document.state, 'inApproval')
}

/** Counts pieces of the fates, with `unknowns` codes that belong to none of them; the counting is over afterwards. */
const countPieces = async (house: House, pieces: ReadonlyMap<Id, Fate>, unknowns: number) => {
  const having = (...some: Fate[]): Id[] => [...pieces].flatMap(([id, fate]) => (some.includes(fate) ? [id] : []))
  const borrower = await house.company.hire(`borrower${newId()}`)
  for (const asset of having('lent')) await lend(house, asset, borrower)
  const opened = await openTask(house, { slackMinutes: 0, scope: { kinds: ['asset'] } })
  await allocate(house, having('inApproval', 'inApprovalAndHere'))
  const phone = device(house.admin, opened.id)
  await done(house.admin, `${task}/join`, { taskId: opened.id, device: phone.name })
  await phone.push(
    ...having('here', 'inApprovalAndHere').map((item) => ({ kind: 'seen', itemKind: 'asset', item, place: house.a }) as const),
    ...having('elsewhere').map((item) => ({ kind: 'seen', itemKind: 'asset', item, place: house.room }) as const),
    ...Array.from({ length: unknowns }, (_, index) => ({ kind: 'unknown', code: `X${index}`, place: house.a }) as const),
  )
  for (const asset of having('movedMeanwhile')) await moveAsset(house, asset, house.shelf)
  await done(house.admin, `${task}/review`, { taskId: opened.id })
  return { taskId: opened.id as Id, code: opened.code as string }
}

const settle = async (house: House, code: string): Promise<void> => {
  for (let steps = 0; await database.inTransaction(house.company.orgId, (tx) => settleStep(tx, flows, code)); steps++) assert.ok(steps < 50)
}

const stateOf = async (house: House, taskId: Id): Promise<string> => (await read(house, `${task}/info/${taskId}`)).state

/** Ends a count as a keeper does: everything that the books take is posted, the rest is left as it is. Answers the refusals on the way. */
const closeCount = async (house: House, { taskId, code }: { taskId: Id; code: string }): Promise<string[]> => {
  const refusals: string[] = []
  for (let attempts = 0; attempts < 8 && (await stateOf(house, taskId)) !== 'closed'; attempts++) {
    const answer = await askAs(house.admin, `${task}/close`, { taskId })
    if (answer.code === 0) break
    refusals.push(answer.reason)
    if (answer.reason === 'count.unknownOpen') await done(house.admin, `${task}/dismissUnknown`, { taskId })
    else if (attempts < 3) {
      await done(house.admin, `${task}/decide`, { taskId, decision: 'post', filter: {}, reason: 'other' })
      await askAs(house.admin, `${task}/settle`, { taskId })
      await settle(house, code)
    } else await done(house.admin, `${task}/decide`, { taskId, decision: 'ignore', filter: {}, reason: 'other' })
  }
  return refusals
}

const scenario = fc.record({
  fates: fc.array(fc.constantFrom(...fates), { minLength: 1, maxLength: 9 }),
  unknowns: fc.integer({ min: 0, max: 3 }),
})

test('after a count is closed each expected piece was seen, is explained by a posted document, or was decided on', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (plan) => {
      const house = await prepareHouse()
      const ids = await stockAssets(house, house.a, plan.fates.length, { price: '100' })
      const pieces = new Map(ids.map((id, index) => [id, assertDefined(plan.fates[index], 'the fate')]))
      const count = await countPieces(house, pieces, plan.unknowns)
      const refusals = await closeCount(house, count)
      assert.equal(await stateOf(house, count.taskId), 'closed', refusals.join())
      assert.equal(refusals.includes('count.unknownOpen'), plan.unknowns > 0)

      const rows = await lines(house.admin, count.taskId)
      assert.deepEqual(rows.map(({ itemId }) => itemId).toSorted(), [...pieces.keys()].toSorted())
      for (const row of rows) {
        const fate = pieces.get(row.itemId)
        const documentIds: Id[] = row.causes.flatMap(({ documentId }: { documentId: Id | null }) => documentId ?? [])
        const isExplained = documentIds.length > 0
        assert.equal(new Set(documentIds).size, documentIds.length, `${fate}: a document is named twice`)
        if (differenceVerdicts.includes(row.verdict))
          assert.ok(row.decision === 'ignore' || row.document?.state === 'posted', `${fate} ${row.verdict}`)
        else if (row.verdict !== 'found') assert.ok(isExplained, `${fate} ${row.verdict}`)
        if (fate === 'inApproval') assert.deepEqual([row.verdict, isExplained], ['missing', true])
      }
      const { numbers } = await read(house, `${task}/info/${count.taskId}`)
      const unseen = plan.fates.filter((fate) => fate === 'nowhere' || fate === 'inApproval' || fate === 'lent').length
      assert.deepEqual([numbers.done, numbers.expected, numbers.unknown], [plan.fates.length - unseen, plan.fates.length, 0])
    }),
    {
      seed: 20261127,
      numRuns: 4,
      examples: [[{ fates: ['inApproval', 'inApproval', 'inApproval', 'here'], unknowns: 0 }], [{ fates: [...fates], unknowns: 3 }]],
    },
  )
})

test('a piece from outside the scope shows where the books have it beside where it was seen', async () => {
  const house = await found()
  await stockAssets(house, house.a, 1)
  const strangers = await stockAssets(house, house.b, 1)
  const { id: taskId } = await openTask(house, { slackMinutes: 0, scope: { kinds: ['asset'], places: [house.a] } })
  const phone = device(house.admin, taskId)
  await done(house.admin, `${task}/join`, { taskId, device: phone.name })
  await phone.push({ kind: 'seen', itemKind: 'asset', item: firstOf(strangers), place: house.a })
  const row = assertDefined(
    (await lines(house.admin, taskId)).find(({ itemId }) => itemId === firstOf(strangers)),
    'the line',
  )
  assert.deepEqual(
    [row.verdict, row.place, row.seenAt.map(({ id }: { id: Id }) => id)],
    ['elsewhere', { id: house.b, name: '二号库' }, [house.a]],
  )
})
