import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CountEvent } from '../domain/counting/event.ts'
import { type Id, newUuid } from '../kernel/id.ts'
import { counted } from '../server/testing/counted.ts'
import type { Now } from '../web/counting/device/clock.ts'
import { type Draft, type JoinedTask, type Journal, keyOf, openJournal } from '../web/counting/device/journal.ts'
import { type Sender, type Server, sendingTurn } from '../web/counting/device/sending.ts'
import { sha256 } from '../web/counting/device/sha256.ts'
import { NoRoom } from '../web/onDevice.ts'

const { database, found, askAs, done, stockAssets, openTask } = await counted()
const house = await found()
const { company } = house
const assets = await stockAssets(house, house.a, 12)
const [first, second] = await Promise.all(['first', 'second'].map((name) => company.hire(`${name} counter`)))
const tokens = new Map<Id, string>([
  [first!, await company.tokenOf(first!)],
  [second!, await company.tokenOf(second!)],
])
const people = [first!, second!] as const

/** What a network does with the next request: it works, the answer is lost, nothing arrives, the server is busy, or finds it too large. */
const networks = ['works', 'works', 'answerLost', 'dead', 'busy', 'tooLarge'] as const
type Network = (typeof networks)[number]

type Step =
  | { readonly t: 'scan'; readonly tab: 0 | 1; readonly what: number; readonly kind: 'seen' | 'unknown' | 'void' | 'quantity' | 'finish' }
  /** Several at once, as a trigger gun does. */
  | { readonly t: 'burst'; readonly tab: 0 | 1; readonly what: readonly number[] }
  | { readonly t: 'send'; readonly tabs: readonly (0 | 1)[]; readonly network: Network }
  /** The page is gone in the middle of a scan, or of sending. */
  | { readonly t: 'kill'; readonly during: 'rest' | 'scan' | 'sending' }
  | { readonly t: 'fullDisk'; readonly tab: 0 | 1 }
  | { readonly t: 'clock'; readonly byMs: number }
  | { readonly t: 'person'; readonly who: 0 | 1 | undefined }

const tab = fc.constantFrom(0 as const, 1 as const)
const what = fc.nat(assets.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      t: fc.constant('scan' as const),
      tab,
      what,
      kind: fc.constantFrom('seen' as const, 'seen' as const, 'unknown' as const, 'void' as const, 'quantity' as const, 'finish' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('burst' as const), tab, what: fc.array(what, { minLength: 2, maxLength: 6 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      t: fc.constant('send' as const),
      tabs: fc.constantFrom<readonly (0 | 1)[]>([0], [1], [0, 1], [1, 0]),
      network: fc.constantFrom(...networks),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      t: fc.constant('kill' as const),
      during: fc.constantFrom('rest' as const, 'scan' as const, 'sending' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('fullDisk' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('clock' as const), byMs: fc.constantFrom(-7_200_000, -5000, 5000, 86_400_000) }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('person' as const), who: fc.constantFrom(0 as const, 1 as const, undefined) }) },
)

let phones = 0
/** A phone with two tabs; who is signed in and what the network does is said from outside. */
const phone = async (task: Id) => {
  const name = `phone ${(phones += 1)}`
  const now = { who: people[0] as Id | undefined, network: 'works' as Network, wallMs: Date.now(), monoMs: 0, life: 0 }
  const clock = (): Now => ({ wallMs: (now.wallMs += 40), monoMs: (now.monoMs += 40), page: `page ${now.life}` })
  const sender = (): Sender | undefined => (now.who === undefined ? undefined : { orgId: company.orgId, uid: now.who })
  let tabs: Journal[] = []
  const open = async () => {
    tabs = [await openJournal(clock, name), await openJournal(clock, name)]
  }
  await open()
  for (const uid of people) {
    const key = keyOf(task, uid)
    const device = newUuid()
    const answer = await done(tokens.get(uid)!, 'goods/gsinventorytask/join', { taskId: task, device })
    await tabs[0]!.join({
      key,
      task,
      orgId: company.orgId,
      uid,
      code: 'PD',
      name: '盘点',
      device,
      base: 0,
      seq: 0,
      acked: 0,
      round: answer.round,
      serverRound: answer.round,
      state: answer.state,
      heardAtMs: 0,
    } satisfies JoinedTask)
  }
  const server = (life: number): Server => ({
    push: async (push) => {
      const none = { t: 'none', words: '没有网络' } as const
      if (now.network === 'dead' || now.life !== life) return none
      if (now.network === 'tooLarge' && push.events.length > 2) return { t: 'refused', words: '过大', tooLarge: true }
      if (now.network === 'busy') return none
      const answer = await askAs(tokens.get(now.who!)!, 'goods/gsinventorytask/push', push)
      assert.equal(answer.code, 0, answer.msg)
      // The person who was killed meanwhile never hears the answer.
      if (now.life !== life) return new Promise(() => undefined)
      return now.network === 'answerLost' ? none : { t: 'taken', ...answer.result }
    },
    upload: async () => ({ t: 'none', words: '' }),
  })
  const turn = (at: 0 | 1) =>
    sendingTurn({ journal: tabs[at]!, sender, server: server(now.life), clock, digest: sha256, changed: () => undefined })
  return {
    now,
    tabs: () => tabs,
    turn,
    kill: async () => {
      now.life += 1
      for (const each of tabs) each.close()
      await open()
    },
  }
}

/** The disk is full for the next thing that is written. */
const fillDisk = (): (() => void) => {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  return () => {
    IDBObjectStore.prototype.put = put
  }
}

type Heard = { readonly beeped: Map<string, CountEvent>; readonly maybe: Set<string>; silent: number }

const draft = (at: number, kind: Step extends { kind: infer K } ? K : string, last: number): Draft =>
  kind === 'void'
    ? { kind: 'void', source: 'camera', voids: Math.max(1, last) }
    : kind === 'unknown'
      ? { kind: 'seen', source: 'camera', code: `NOBODY-${at}`, place: house.a }
      : kind === 'quantity'
        ? { kind: 'quantity', source: 'hand', itemKind: 'consumable', item: house.paper, quantity: String(at), place: house.a }
        : kind === 'finish'
          ? { kind: 'finish', source: 'hand', place: house.shelf }
          : { kind: 'seen', source: 'camera', itemKind: 'asset', item: assets[at]!, place: house.a }

const walk = async (task: Id, steps: readonly Step[]): Promise<void> => {
  const { now, tabs, turn, kill } = await phone(task)
  const heard: Heard = { beeped: new Map(), maybe: new Set(), silent: 0 }
  let last = 0
  const scan = async (at: 0 | 1, said: Draft): Promise<void> => {
    const { who, life } = now
    if (who === undefined) return
    const event = await tabs()[at]!.append(keyOf(task, who), said)
    last = event.seq
    if (now.life === life) heard.beeped.set(event.id, event)
    else heard.maybe.add(event.id)
  }
  for (const each of steps) {
    switch (each.t) {
      case 'scan':
        await scan(each.tab, draft(each.what, each.kind, last))
        break
      case 'burst':
        await Promise.all(each.what.map((at, nth) => scan(nth % 2 === 0 ? each.tab : 0, draft(at, 'seen', last))))
        break
      case 'send':
        now.network = each.network
        await Promise.all(each.tabs.map((at) => turn(at)()))
        break
      case 'kill': {
        now.network = 'works'
        const doing = each.during === 'scan' ? scan(0, draft(0, 'seen', last)) : each.during === 'sending' ? turn(0)() : undefined
        doing?.catch(() => undefined)
        await new Promise(setImmediate)
        await kill()
        break
      }
      case 'fullDisk': {
        if (now.who === undefined) break
        const empty = fillDisk()
        await assert.rejects(tabs()[each.tab]!.append(keyOf(task, now.who), draft(1, 'seen', last)), NoRoom)
        empty()
        heard.silent += 1
        break
      }
      case 'clock':
        now.wallMs += each.byMs
        break
      case 'person':
        now.who = each.who === undefined ? undefined : people[each.who]
    }
  }
  await healed(task, { now, tabs, turn }, heard)
}

/** Everyone is back and the network works: what was heard is on the server, each once, and nothing waits. */
const healed = async (
  task: Id,
  { now, tabs, turn }: Pick<Awaited<ReturnType<typeof phone>>, 'now' | 'tabs' | 'turn'>,
  { beeped, maybe }: Heard,
): Promise<void> => {
  now.network = 'works'
  // Anyone of the organisation who signs in sends what waits, the person who observed it.
  now.who = people[0]
  while ((await turn(0)()) === 'more');
  for (const joined of await tabs()[0]!.all()) {
    assert.equal(joined.acked, joined.seq, 'nothing waits')
    const rows = await database.reading(company.orgId, (tx) =>
      tx.query<{ id: string; seq: number; disposition: string; actor: Id; body: CountEvent }>(
        'select id, seq, disposition, actor_uid as actor, body from count_event where org_id = $1 and task_id = $2 and device = $3 order by seq',
        [company.orgId, task, joined.device],
      ),
    )
    const own = await tabs()[0]!.events(joined.key, 0)
    assert.deepEqual(
      rows.map(({ id, seq }) => [id, seq]),
      own.map(({ id }, at) => [id, at + 1]),
      'each event of the device is on the server once, in its line',
    )
    for (const { id, actor, disposition } of rows) {
      assert.ok(beeped.has(id) || maybe.has(id) || own.some((event) => event.id === id), 'nothing is there that nobody observed')
      assert.equal(actor, joined.uid, 'whoever observed it')
      assert.notEqual(disposition, 'duplicate')
      assert.notEqual(disposition, 'late')
    }
  }
  const there = await Promise.all((await tabs()[0]!.all()).map(({ key }) => tabs()[0]!.events(key, 0)))
  const kept = new Map(there.flat().map((event) => [event.id, event]))
  for (const [id, event] of beeped) assert.deepEqual(kept.get(id), event, 'what was heard is kept as it was')
  for (const each of tabs()) each.close()
}

/** Each run walks other ways: many days of few walks see what one day of many does. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 150)
const tasks: Id[] = []
for (let made = 0; made < 10; made++) {
  const { id } = await openTask(house)
  await done(house.admin, 'goods/gsinventorytask/share', {
    taskId: id,
    shares: people.map((personId) => ({ kind: 'place', personId, refId: house.a })),
  })
  tasks.push(id)
}

test('whatever happens to a phone, what was heard is on the server exactly once', { timeout: 600_000 }, async () => {
  let walks = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24 }), (steps) => walk(tasks[(walks += 1) % tasks.length]!, steps)),
    { numRuns: runs, endOnFailure: true },
  )
})
