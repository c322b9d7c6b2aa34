import 'fake-indexeddb/auto'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Outcome } from '../../outbox/action.ts'
import { phone, settled } from '../../testing/phone.ts'
import { type SendQueue, startSending } from './sending.ts'
import type { Owner } from '../../outbox/action.ts'
import { openStore, type Pending } from './store.ts'

const people: readonly Owner[] = ['1', '2'].map((uid) => ({ orgId: '9', uid }))
const [a, b] = people as [Owner, Owner]

const written = (id: string, chatId: string, author: Owner, files = 0): Pending => ({
  id,
  author,
  chatId,
  content: id,
  atMs: 0,
  state: 'waiting',
  faults: 0,
  files: Array.from({ length: files }, (_, at) => ({ blob: new Blob([id]), name: `${id} ${at}` })),
})

let stores = 0
/** A server that takes messages once, and a device with two tabs in front of it. */
const stage = async () => {
  const name = `chat ${(stores += 1)}`
  const device = phone()
  const weather: string[] = []
  const taken: { readonly id: string; readonly chatId: string; readonly by: string }[] = []
  const uploads: string[] = []
  let signedIn: Owner | undefined = a
  let life = 0
  const never = new Promise<never>(() => undefined)
  const serve = async (work: () => Outcome): Promise<Outcome> => {
    const mine = life
    const now = weather.shift() ?? 'well'
    if (now === 'late') for (let i = 0; i < 4; i++) await settled()
    if (mine !== life) return await never
    if (now === 'cut') return { t: 'unanswered' }
    if (now === 'fault') return { t: 'fault', words: '坏了' }
    if (now === 'refused')
      return { t: 'refused', status: 409, code: 409, reason: 'chat.notMember', words: '您已不在这个会话中', details: undefined }
    const outcome = work()
    return now === 'answerLost' ? { t: 'unanswered' } : outcome
  }
  const open = async () => {
    const store = await openStore(name)
    const mine = life
    const alive = <R>(work: () => Promise<R>): Promise<R> => (mine === life ? work().then((came) => (mine === life ? came : never)) : never)
    const tabs = [0, 1].map(() => {
      const { around, channel, pass } = device.open()
      let shown: readonly Pending[] = []
      const sending: SendQueue = startSending({
        around,
        tabs: channel,
        store: {
          ...store,
          all: () => alive(store.all),
          keep: (each) => alive(() => store.keep(each)),
          settle: (x, y) => alive(() => store.settle(x, y)),
        },
        sender: () => signedIn && { author: signedIn, token: signedIn.uid },
        upload: (file) =>
          serve(() => {
            uploads.push(file.name)
            return { t: 'done', answer: `path of ${file.name}` }
          }),
        send: (message, token) =>
          serve(() => {
            assert.ok(
              message.files.every(({ path }) => path !== undefined),
              'a file was not there yet',
            )
            const known = taken.find(({ id }) => id === message.id)
            if (!known) taken.push({ id: message.id, chatId: message.chatId, by: token })
            return { t: 'done', answer: message.id }
          }),
        changed: (all) => {
          shown = all
        },
        arrived: () => undefined,
      })
      return { sending, pass, shown: () => shown }
    })
    return { store, tabs }
  }
  return {
    weather,
    taken,
    uploads,
    open,
    signIn: (who: Owner | undefined) => {
      signedIn = who
    },
    kill: () => {
      life += 1
      device.kill()
    },
    rest: async () => {
      for (let i = 0; i < 20; i++) await settled()
    },
  }
}

test('files go first and once, and a message that was refused stays and lets the next pass', async () => {
  const { open, weather, taken, uploads, rest } = await stage()
  const { store, tabs } = await open()
  const [tab] = tabs as [(typeof tabs)[0]]
  weather.push('well', 'answerLost')
  await tab.sending.put(written('m1', 'c', a, 2))
  await tab.sending.put(written('m2', 'c', a))
  await rest()
  // The answer to the second picture was lost: it waits, and nothing overtakes it.
  assert.deepEqual(taken, [])
  assert.equal((await store.all())[0]?.files[0]?.path, 'path of m1 0')
  weather.push('well', 'refused')
  await tab.sending.wake()
  await rest()
  assert.deepEqual(uploads, ['m1 0', 'm1 1', 'm1 1'])
  assert.deepEqual(
    taken.map(({ id }) => id),
    ['m2'],
  )
  assert.deepEqual(
    tab.shown().map(({ id, state, refusal }) => [id, state, refusal]),
    [['m1', 'refused', '您已不在这个会话中']],
  )
  await tab.sending.again('m1')
  await rest()
  assert.deepEqual(
    taken.map(({ id }) => id),
    ['m2', 'm1'],
  )
  assert.deepEqual(await store.all(), [])
})

test('a large file in one conversation holds up nobody in another', async () => {
  const { open, weather, taken, rest } = await stage()
  const { tabs } = await open()
  const [tab] = tabs as [(typeof tabs)[0]]
  weather.push('cut')
  await tab.sending.put(written('m1', 'c', a, 1))
  await rest()
  await tab.sending.put(written('m2', 'd', a))
  await rest()
  assert.deepEqual(
    taken.map(({ id }) => id),
    ['m2'],
  )
})

test('nobody sends what another has written, and what is taken away is not sent', async () => {
  const { open, weather, taken, signIn, rest } = await stage()
  const { store, tabs } = await open()
  const [tab, other] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
  weather.push('cut', 'cut')
  await tab.sending.put(written('m1', 'c', a))
  await rest()
  signIn(b)
  await other.sending.wake()
  await other.sending.put(written('m2', 'c', b))
  await rest()
  assert.deepEqual(taken, [])
  assert.equal(await other.sending.drop('m2'), true)
  assert.equal(await other.sending.drop('m2'), false)
  await other.sending.wake()
  await rest()
  assert.deepEqual([taken, (await store.all()).map(({ id }) => id)], [[], ['m1']])
  signIn(a)
  await tab.sending.wake()
  await rest()
  assert.deepEqual(taken, [{ id: 'm1', chatId: 'c', by: '1' }])
})

type Step =
  | { readonly t: 'write'; readonly tab: number; readonly chat: number; readonly files: number }
  | { readonly t: 'wake' | 'time'; readonly tab: number }
  | { readonly t: 'rest' | 'kill' }
  | { readonly t: 'person'; readonly who: number }
const tab = fc.nat(1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ t: fc.constant('write' as const), tab, chat: fc.nat(2), files: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ t: fc.constantFrom('wake' as const, 'time' as const), tab }) },
  { weight: 3, arbitrary: fc.constant({ t: 'rest' as const }) },
  { weight: 1, arbitrary: fc.constant({ t: 'kill' as const }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('person' as const), who: fc.nat(2) }) },
)
const fault = fc.constantFrom('well', 'well', 'cut', 'answerLost', 'fault', 'late')

test('days with lost answers, kills, two tabs and two people: everything that was kept is said once, in order and by its author', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.array(fault, { maxLength: 50 }), async (steps, faults) => {
      const day = await stage()
      day.weather.push(...faults)
      let running = await day.open()
      let who: Owner | undefined = a
      const kept: Pending[] = []
      let made = 0
      for (const each of steps) {
        if (each.t === 'write' && who) {
          const message = written(`m${(made += 1)}`, `c${each.chat}`, who, each.files)
          void running.tabs[each.tab]!.sending.put(message)
          for (let i = 0; i < 3; i++) await settled()
          if (day.taken.some(({ id }) => id === message.id) || (await running.store.all()).some(({ id }) => id === message.id))
            kept.push(message)
        } else if (each.t === 'wake') void running.tabs[each.tab]!.sending.wake()
        else if (each.t === 'time') running.tabs[each.tab]!.pass()
        else if (each.t === 'rest') await day.rest()
        else if (each.t === 'person') day.signIn((who = [a, b, undefined][each.who]))
        else if (each.t === 'kill') {
          day.kill()
          running = await day.open()
        }
      }
      day.weather.length = 0
      for (const person of people) {
        day.signIn(person)
        for (let round = 0; round < 4; round++) {
          await running.tabs[0]!.sending.wake()
          await day.rest()
        }
      }
      const left = await running.store.all()
      running.tabs.forEach(({ sending }) => sending.stop())
      running.store.close()
      assert.equal(new Set(day.taken.map(({ id }) => id)).size, day.taken.length)
      const stuck = left.filter(({ state }) => state === 'refused')
      assert.deepEqual(left, stuck, 'something waits for nothing')
      for (const { id, author, chatId } of kept) {
        const taken = day.taken.find((each) => each.id === id)
        if (stuck.some((each) => each.id === id)) continue
        assert.deepEqual(taken, { id, chatId, by: author.uid }, `${id} was lost or said by another`)
      }
      if (faults.includes('fault')) return
      for (const { uid } of people)
        for (const chat of ['c0', 'c1', 'c2']) {
          const order = day.taken.filter(({ by, chatId }) => by === uid && chatId === chat).map(({ id }) => Number(id.slice(1)))
          assert.deepEqual(
            order,
            order.toSorted((x, y) => x - y),
          )
        }
    }),
    { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 80), seed: Number(process.env['PROPERTY_SEED'] ?? 20261123) },
  )
})
