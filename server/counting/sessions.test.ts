import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Id } from '../../kernel/id.ts'
import { counted, type House, type Said } from '../testing/counted.ts'

const { database, found, done, askAs, stockAssets, stockSupply, issueSupply, moveAsset, openTask, device, lines } = await counted({
  poolSize: 12,
})

/** For a longer look: COUNT_ROUNDS=100. Each round is a count by four devices. */
const rounds = Number(process.env['COUNT_ROUNDS'] ?? 5)
const seed = Number(process.env['PROPERTY_SEED'] ?? 7)

/** What a person does next: numbers that choose among what there is. */
type Step = { readonly what: number; readonly which: number; readonly much: number }
const steps = fc.array(fc.record({ what: fc.nat(99), which: fc.nat(9999), much: fc.nat(99) }), { minLength: 5, maxLength: 25 })

type World = {
  readonly house: House
  readonly taskId: Id
  readonly assets: readonly Id[]
  /** Where each piece really is, and what no one has written down. */
  readonly at: Map<Id, Id>
  readonly displaced: ReadonlySet<Id>
  /** What really lies in the store of each supply, and by how much that differs from the books. */
  readonly shelf: Map<Id, number>
  readonly hidden: ReadonlyMap<Id, number>
  readonly movedAt: Map<Id, number>
}

const begin = async (much: readonly number[]): Promise<World> => {
  const house = await found()
  const assets = await stockAssets(house, house.a, 8)
  const hidden = new Map([
    [house.paper, (much[0] ?? 0) % 5],
    [house.pens, -((much[1] ?? 0) % 5)],
  ])
  for (const item of hidden.keys()) await stockSupply(house, house.a, item, '200')
  const displaced = new Set(assets.filter((_, index) => (much[index] ?? 0) % 4 === 0))
  const { id: taskId } = await openTask(house, { slackMinutes: 0 })
  return {
    house,
    taskId,
    assets,
    at: new Map(assets.map((id) => [id, displaced.has(id) ? house.room : house.a])),
    displaced,
    shelf: new Map([...hidden].map(([item, n]) => [item, 200 + n])),
    hidden,
    movedAt: new Map(),
  }
}

/** One observation of things as they are at this moment. */
const look = ({ house, assets, at, shelf }: World, { what, which, much }: Step, own: number): Said => {
  const asset = assets[which % assets.length]!
  if (what < 60) return { kind: 'seen', itemKind: 'asset', item: asset, place: at.get(asset), source: much % 9 === 0 ? 'rfid' : 'camera' }
  if (what < 75) return { kind: 'unknown', code: `X${which % 3}`, place: house.a }
  if (what < 85 && own > 0) return { kind: 'void', voids: 1 + (which % own) }
  const item = [house.paper, house.pens][which % 2]!
  return { kind: 'quantity', itemKind: 'consumable', item, place: house.a, quantity: String(shelf.get(item)) }
}

/** A device that counts and whose line is bad: answers are lost, batches come twice, too early, and with something else under a number. */
const count = async (world: World, script: readonly Step[], withSupplies: boolean): Promise<ReturnType<typeof device>> => {
  const phone = device(world.house.admin, world.taskId)
  await done(world.house.admin, 'goods/gsinventorytask/join', { taskId: world.taskId, device: phone.name })
  let acked = 0
  const sent = async (from: number): Promise<void> => {
    const answer = await phone.send(from, Math.min(phone.kept.length, from + 199))
    assert.equal(answer.code, 0, answer.msg)
    if (answer.result.wants !== undefined) assert.equal(answer.result.wants, acked + 1)
    else acked = Math.max(acked, answer.result.acked)
  }
  for (const step of script) {
    const said = look(world, step, phone.kept.length)
    if (said.kind === 'quantity' && !withSupplies) continue
    phone.keep(said)
    const fault = step.much % 10
    if (fault === 0) continue
    if (fault === 1) await phone.send(acked + 1)
    else if (fault === 2 && phone.kept.length > acked + 1) await sent(acked + 2)
    else if (fault === 3 && acked > 0) {
      const twin = { ...phone.kept[0]!, note: `${step.which}` }
      const [first] = phone.kept.splice(0, 1, twin)
      const answer = await phone.send(1, 1)
      assert.equal(answer.result.dispositions[0][1], 'duplicate')
      phone.kept.splice(0, 1, first!)
    } else if (fault === 4 && acked > 0) await sent(1)
    else await Promise.all([sent(acked + 1), fault === 5 ? phone.send(acked + 1) : undefined])
  }
  if (phone.kept.length > 0) await sent(1)
  return phone
}

/** Documents that move things, really and in the books. */
const work = async (world: World, script: readonly Step[]): Promise<void> => {
  const { house } = world
  for (const { what, which, much } of script) {
    const free = world.assets.filter((id) => !world.displaced.has(id))
    if (what < 50 && free.length > 0) {
      const asset = free[which % free.length]!
      const to = world.at.get(asset) === house.a ? house.b : house.a
      await moveAsset(house, asset, to)
      world.at.set(asset, to)
    } else {
      const item = [house.paper, house.pens][which % 2]!
      await issueSupply(house, house.a, item, String(1 + (much % 3)))
      world.shelf.set(item, world.shelf.get(item)! - 1 - (much % 3))
      world.movedAt.set(item, Date.now())
    }
  }
}

test('K1, K4 random moves during a random count by devices with bad lines: every event is there once, and verdicts are right', async () => {
  let sessions = 0
  const plan = fc.sample(
    fc.tuple(fc.array(fc.nat(99), { minLength: 8, maxLength: 8 }), fc.array(steps, { minLength: 4, maxLength: 4 }), steps),
    {
      numRuns: rounds,
      seed,
    },
  )
  for (const [much, scripts, moves] of plan) {
    const world = await begin(much)
    // What is seen and moved at the very same moment has no order; so things are counted, moved, and counted again.
    const phones = await Promise.all(scripts.slice(0, 2).map((script, at) => count(world, script, at === 0)))
    await work(world, moves.slice(0, 6))
    phones.push(...(await Promise.all(scripts.slice(2).map((script, at) => count(world, script, at === 0)))))
    sessions += phones.length
    const { orgId } = world.house.company
    for (const phone of phones) {
      const rows = await database.reading(orgId, (tx) =>
        tx.query<{ seq: number; id: string }>(
          'select seq, id from count_event where org_id = $1 and task_id = $2 and device = $3 order by seq',
          [orgId, world.taskId, phone.name],
        ),
      )
      assert.deepEqual(
        rows,
        phone.kept.map(({ seq, id }) => ({ seq, id })),
        'K1',
      )
    }
    const found = await lines(world.house.admin, world.taskId)
    for (const line of found) {
      const { itemId, verdict, difference, causes } = line
      if (verdict === 'pending' || verdict === 'heard') continue
      const hidden = world.hidden.get(itemId)
      if (hidden === undefined) assert.equal(verdict, world.displaced.has(itemId) ? 'elsewhere' : 'found', `${JSON.stringify(line)}`)
      else if (verdict === 'recount')
        assert.ok(causes.length > 0 && causes.every(({ documentId }: { documentId: Id }) => documentId !== null))
      else assert.ok(Number(difference) === hidden || Number(difference) > 100, `${difference} instead of ${hidden}`)
    }
    const { numbers } = await done(world.house.admin, 'goods/gsinventorytask/progress', { taskId: world.taskId })
    const total = Object.values(numbers.byVerdict as Record<string, number>).reduce((sum, n) => sum + n, 0)
    assert.equal(total, found.length, 'K3')
    assert.equal((await askAs(world.house.admin, 'goods/gsinventorytask/lines', { taskId: world.taskId })).page.totalCount, found.length)
  }
  assert.equal(sessions, rounds * 4)
})
