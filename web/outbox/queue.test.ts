import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { phone, settled } from '../testing/phone.ts'
import { type Action, after, markAgain, type Author, faultsAtMost, isWaiting, type Outcome, outcomeOf } from './action.ts'
import { openQueue, type Queue, type FirstOutcome } from './queue.ts'
import { openStore } from './store.ts'

const authors: readonly Author[] = ['1', '2'].map((uid) => ({ orgId: '9', uid, userName: `person ${uid}` }))
const [a, b] = authors as [Author, Author]
const action = (key: string, author = a, more: Partial<Action> = {}): Action => ({
  key,
  author,
  command: `c-${key}`,
  operation: 'x.submit',
  input: { key },
  title: '资产退库',
  things: [],
  about: key,
  atMs: 0,
  state: 'waiting',
  faults: 0,
  ...more,
})

for (const [status, t] of [
  [0, 'unanswered'],
  [408, 'unanswered'],
  [429, 'unanswered'],
  [502, 'unanswered'],
  [503, 'unanswered'],
  [500, 'fault'],
  [401, 'signedOut'],
  [200, 'refused'],
  [400, 'refused'],
  [403, 'refused'],
  [413, 'refused'],
] as const)
  test(`an answer with status ${status} is ${t}`, () =>
    assert.equal(outcomeOf({ status, code: status, reason: '', message: '', details: undefined }).t, t))

const refused: Outcome = { t: 'refused', status: 200, code: 500, reason: 'x', words: '不行', details: undefined }
test('what is done is gone, what is refused stays with its words, and a server that is at fault is asked only so often', () => {
  assert.equal(after(action('k'), { t: 'done', answer: 1 }), undefined)
  assert.deepEqual(after(action('k'), refused), action('k', a, { state: 'refused', refusal: '不行' }))
  let now = action('k')
  for (let times = 0; times < faultsAtMost - 1; times++) now = after(now, { t: 'fault', words: '坏了' })!
  assert.ok(isWaiting(now))
  now = after(now, { t: 'fault', words: '坏了' })!
  assert.deepEqual([now.state, now.refusal, now.faults], ['refused', '坏了', 0])
  assert.deepEqual([markAgain(now).state, markAgain(now).refusal, markAgain(now).command], ['sent', undefined, 'c-k'])
})

let stores = 0
/** A phone with one person at it, and a network that does what it is told. */
const opened = async (answers: Outcome[] = [], fileAnswers: Outcome[] = []) => {
  const store = await openStore(`store ${(stores += 1)}`)
  const { open } = phone()
  const sent: string[] = []
  const came: string[] = []
  const ended: string[] = []
  const arrivals = new EventTarget()
  /** Settles when the outcomes of `count` actions came for which no one was waiting any more. */
  const outcomesCame = async (count: number) => {
    while (came.length < count) await new Promise((resolve) => arrivals.addEventListener('came', resolve, { once: true }))
  }
  const now = { author: a as Author | undefined }
  const tab = () => {
    const { around, channel, pass } = open()
    const queue = openQueue({
      store,
      around,
      tabs: channel,
      changed: () => undefined,
      sender: () => now.author && { author: now.author, token: now.author.uid },
      sendFiles: async () => fileAnswers.shift() ?? { t: 'done', answer: undefined },
      onEnd: ({ key }, isDone) => void ended.push(`${key} ${isDone ? 'done' : 'given up'}`),
      send: async ({ key }, token) => {
        sent.push(`${key} as ${token}`)
        return answers.shift() ?? { t: 'done', answer: key }
      },
      came: ({ key }, { t }) => {
        came.push(`${key} ${t}`)
        arrivals.dispatchEvent(new Event('came'))
      },
    })
    return { queue, pass, put: (each: Action) => queue.put(each, 10_000) }
  }
  return { ...tab(), tab, store, sent, came, ended, outcomesCame, now }
}
const kept = async ({ store }: { store: Awaited<ReturnType<typeof openStore>> }) =>
  (await store.all()).map(({ key, state }) => `${key} ${state}`)

test('with a network it is done at once and nothing is kept', async () => {
  const outbox = await opened()
  assert.deepEqual(await outbox.put(action('k')), { t: 'done', answer: 'k' })
  assert.deepEqual([await kept(outbox), outbox.came], [[], []])
})

test('without one it waits, and what comes after it waits behind it', async () => {
  const outbox = await opened([{ t: 'unanswered' }, { t: 'unanswered' }])
  assert.deepEqual(await outbox.put(action('k')), { t: 'waits' })
  assert.deepEqual(await outbox.put(action('l')), { t: 'waits' })
  assert.deepEqual(await kept(outbox), ['k sent', 'l waiting'])
  await outbox.queue.again()
  await outbox.outcomesCame(2)
  assert.deepEqual([await kept(outbox), outbox.came], [[], ['k done', 'l done']])
  assert.deepEqual(outbox.sent, ['k as 1', 'k as 1', 'k as 1', 'l as 1'])
})

test('what is refused under somebody’s hands is theirs; what is refused later stays as a task, and the next goes on', async () => {
  const outbox = await opened([refused, { t: 'unanswered' }, refused])
  assert.equal((await outbox.put(action('k'))).t, 'refused')
  assert.deepEqual(await kept(outbox), [])
  await outbox.put(action('l'))
  assert.equal((await outbox.put(action('m'))).t, 'done')
  assert.deepEqual([await kept(outbox), outbox.came], [['l refused'], ['l refused']])
  // Filled in anew it takes the place of what was refused.
  await outbox.put(action('l', a, { command: 'c-l2' }))
  assert.deepEqual(await kept(outbox), [])
})

test('nobody sends what is another’s', async () => {
  const outbox = await opened([{ t: 'unanswered' }])
  await outbox.put(action('k'))
  outbox.now.author = b
  await outbox.queue.again()
  await outbox.put(action('l', b))
  assert.deepEqual(await kept(outbox), ['k sent'])
  outbox.now.author = undefined
  await outbox.queue.again()
  await new Promise((resolve) => setTimeout(resolve, 10))
  assert.deepEqual(outbox.sent, ['k as 1', 'l as 2'])
  outbox.now.author = a
  await outbox.queue.again()
  while (outbox.sent.length < 3) await settled()
  assert.deepEqual(outbox.sent, ['k as 1', 'l as 2', 'k as 1'])
})

test('what is given up is not sent any more', async () => {
  const outbox = await opened([{ t: 'unanswered' }])
  await outbox.put(action('k'))
  assert.equal(await outbox.queue.drop(action('k')), true)
  assert.equal(await outbox.queue.drop(action('k')), false)
  await outbox.queue.again()
  assert.deepEqual([outbox.sent, await kept(outbox)], [['k as 1'], []])
})

test('an action leaves the device after its files, and what they are refused for it is refused for', async () => {
  const outbox = await opened([], [{ t: 'unanswered' }, { t: 'unanswered' }, refused])
  assert.deepEqual(await outbox.put(action('k')), { t: 'waits' })
  assert.deepEqual([outbox.sent, await kept(outbox)], [[], ['k waiting']])
  assert.deepEqual(await outbox.put(action('l')), { t: 'waits' })
  await outbox.queue.again()
  await outbox.outcomesCame(2)
  assert.deepEqual([outbox.sent, await kept(outbox), outbox.came], [['l as 1'], ['k refused'], ['k refused', 'l done']])
  await outbox.queue.again(action('k'))
  await outbox.outcomesCame(3)
  assert.deepEqual([outbox.sent, await kept(outbox)], [['l as 1', 'k as 1'], []])
})

test('what has left the queue for good is heard of, whether it was awaited, came later or was given up; what is refused is not', async () => {
  const outbox = await opened([{ t: 'done', answer: 1 }, { t: 'unanswered' }, { t: 'done', answer: 1 }, refused])
  await outbox.put(action('k'))
  await outbox.put(action('l'))
  await outbox.queue.again()
  await outbox.outcomesCame(1)
  await outbox.put(action('m'))
  await outbox.put(action('n'))
  while (outbox.ended.length < 3) await settled()
  assert.deepEqual(outbox.ended, ['k done', 'l done', 'n done'])
  const waiting = await opened([{ t: 'unanswered' }])
  await waiting.put(action('k'))
  await waiting.queue.drop(action('k'))
  assert.deepEqual(waiting.ended, ['k given up'])
})

test('a device without room keeps nothing, says so, and what waits already stays', async (context) => {
  const outbox = await opened([{ t: 'unanswered' }])
  await outbox.put(action('k'))
  context.mock.method(IDBObjectStore.prototype, 'add', () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await assert.rejects(outbox.put(action('k', a, { command: 'c-k2' })), { name: 'NoRoom' })
  context.mock.restoreAll()
  assert.deepEqual(await kept(outbox), ['k sent'])
})

test('an answer to what was filled in anew meanwhile takes nothing away', async () => {
  const { store } = await opened()
  await store.keep(action('k'))
  await store.keep(action('k', a, { command: 'c-k2' }))
  await store.settle(action('k'), undefined)
  assert.deepEqual(
    (await store.all()).map(({ command }) => command),
    ['c-k2'],
  )
})

/** What happens to a phone in the field. */
type Step =
  | { readonly t: 'do'; readonly tab: number; readonly bad: boolean; readonly key: number }
  | { readonly t: 'wake'; readonly tab: number }
  | { readonly t: 'time'; readonly tab: number }
  | { readonly t: 'rest' }
  | { readonly t: 'kill' }
  | { readonly t: 'person'; readonly who: 0 | 1 | 2 }
const tab = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ t: fc.constant('do' as const), tab, bad: fc.nat(4).map((n) => n === 0), key: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('wake' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ t: fc.constant('time' as const), tab }) },
  { weight: 3, arbitrary: fc.constant({ t: 'rest' as const }) },
  { weight: 1, arbitrary: fc.constant({ t: 'kill' as const }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('person' as const), who: fc.constantFrom(0 as const, 1 as const, 2 as const) }) },
)
/** What the network and the server do with one request. */
const fault = fc.constantFrom('well' as const, 'well' as const, 'cut' as const, 'answerLost' as const, 'fault' as const, 'late' as const)

test('days in the field with lost answers, kills, two tabs and two people: nothing is lost and nothing counts twice', async () => {
  let sessions = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.array(fault, { maxLength: 60 }), async (steps, faults) => {
      sessions += 1
      await fieldDay(steps, faults)
    }),
    {
      numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300),
      seed: Number(process.env['PROPERTY_SEED'] ?? 20261122),
    },
  )
  assert.ok(sessions > 0)
})

const fieldDay = async (steps: readonly Step[], faults: readonly string[]): Promise<void> => {
  const name = `store ${(stores += 1)}`
  const device = phone()
  const weather = [...faults]
  /** The server: what it did, in order, and what each command was answered. */
  const done: { readonly command: string; readonly uid: string; readonly by: string }[] = []
  const answered = new Map<string, string>()
  const serve = (each: Action, token: string): Outcome => {
    const body = JSON.stringify(each.input)
    const before = answered.get(each.command)
    if (before !== undefined) return before === body ? { t: 'done', answer: each.command } : { ...refused, reason: 'command.changed' }
    if ((each.input as { bad: boolean }).bad) return refused
    answered.set(each.command, body)
    done.push({ command: each.command, uid: token, by: each.author.uid })
    return { t: 'done', answer: each.command }
  }
  let life = 0
  let signedIn: Author | undefined = a
  const never = new Promise<never>(() => undefined)
  const start = async () => {
    const mine = (life += 1)
    const store = await openStore(name)
    /** Whatever a page that was killed still wanted does not happen. */
    const alive = <R>(work: () => Promise<R>): Promise<R> => (mine === life ? work().then((came) => (mine === life ? came : never)) : never)
    const tabs = [0, 1].map(() => {
      const { around, channel, pass } = device.open()
      const queue: Queue = openQueue({
        store: {
          ...store,
          all: () => alive(store.all),
          keep: (each) => alive(() => store.keep(each)),
          settle: (x, y) => alive(() => store.settle(x, y)),
        },
        around,
        tabs: channel,
        changed: () => undefined,
        came: () => undefined,
        sender: () => signedIn && { author: signedIn, token: signedIn.uid },
        send: (each, token) =>
          alive(async () => {
            const now = weather.shift() ?? 'well'
            if (now === 'late') for (let i = 0; i < 5; i++) await settled()
            if (now === 'cut') return { t: 'unanswered' }
            if (now === 'fault') return { t: 'fault', words: '坏了' }
            const outcome = serve(each, token)
            return now === 'answerLost' ? { t: 'unanswered' } : outcome
          }),
      })
      return { queue, pass }
    })
    return { store, tabs }
  }
  let running = await start()
  /** What was kept or answered; and what its author was told at once that it was refused. */
  const acknowledged = new Map<string, { bad: boolean; key: string; by: string }>()
  const toldRefused = new Set<string>()
  const replaced = new Set<string>()
  let made = 0
  for (const each of steps) {
    if (each.t === 'rest') for (let i = 0; i < 4; i++) await settled()
    else if (each.t === 'wake') void running.tabs[each.tab]!.queue.again()
    else if (each.t === 'time') running.tabs[each.tab]!.pass()
    else if (each.t === 'person') signedIn = [a, b, undefined][each.who]
    else if (each.t === 'kill') {
      life += 1
      device.kill()
      running = await start()
    } else if (signedIn) {
      const command = `c${(made += 1)}`
      const key = `${signedIn.uid} ${each.key}`
      const author = signedIn
      const put = action(key, author, { command, input: { command, bad: each.bad } })
      const { store } = running
      const former = (await store.all()).find((other) => other.key === key)
      // A form is sent again once its former sending was refused; on its way it is not filled in.
      if (former && isWaiting(former)) continue
      if ([...acknowledged.values()].some((other) => other.key === key && !toldRefused.has(key)) && !former) continue
      const heard = async (soon: Promise<FirstOutcome>) => (await soon).t === 'refused' && toldRefused.add(command)
      void heard(running.tabs[each.tab]!.queue.put(put, 10_000))
      for (let i = 0; i < 3; i++) await settled()
      const there = (await store.all()).some((other) => other.command === command)
      if (there || answered.has(command) || toldRefused.has(command)) {
        acknowledged.set(command, { bad: each.bad, key, by: author.uid })
        if (former) replaced.add(former.command)
      }
    }
  }
  // The weather clears, and each of them signs in once more.
  weather.length = 0
  for (const person of authors) {
    signedIn = person
    for (let round = 0; round < 3; round++) {
      await running.tabs[0]!.queue.again()
      for (let i = 0; i < 20; i++) await settled()
    }
  }
  const left = await running.store.all()
  running.tabs.forEach(({ queue }) => queue.stop())
  running.store.close()
  for (const each of left.filter(isWaiting)) assert.fail(`${each.command} still waits`)
  const stuck = new Map(left.map((each) => [each.command, each.refusal]))
  for (const [command, { bad, by }] of acknowledged) {
    const times = done.filter((each) => each.command === command)
    const isKnownRefused = stuck.has(command) || toldRefused.has(command) || replaced.has(command)
    if (bad) assert.ok(times.length === 0 && isKnownRefused, `${command} was refused and nobody knows`)
    else
      assert.ok(
        times.length === 1 || (times.length === 0 && stuck.get(command) === '坏了') || replaced.has(command),
        `${command} counts ${times.length} times`,
      )
    for (const { uid } of times) assert.equal(uid, by, `${command} was sent in another’s name`)
  }
  assert.equal(new Set(done.map(({ command }) => command)).size, done.length, 'something counts twice')
  for (const { uid } of authors.map(({ uid }) => ({ uid }))) {
    const order = done.filter((each) => each.by === uid).map(({ command }) => Number(command.slice(1)))
    // A fault or a refusal is passed; what is sent again after that comes later.
    const unpassed = order.filter((_, index) => index === 0 || order[index - 1]! < order[index]!)
    if (![...faults].includes('fault')) assert.deepEqual(unpassed, order, 'the order was changed')
  }
}
