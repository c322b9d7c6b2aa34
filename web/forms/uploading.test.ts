import assert from 'node:assert/strict'
import { test } from 'node:test'
import { phone, settled } from '../testing/phone.ts'
import { pauseAfter, startUploading, type Turn } from './uploading.ts'

for (const [failures, chance, seconds] of [
  [1, 1, 15],
  [1, 0, 11.25],
  [3, 1, 15],
  [4, 1, 30],
  [5, 1, 60],
  [7, 1, 120],
  [1000, 1, 120],
  [1000, 0, 90],
] as const)
  test(`after ${failures} turns without an answer it waits ${seconds} seconds`, () => assert.equal(pauseAfter(failures, chance), seconds))

const answering = (answers: Turn[]) => {
  let turns = 0
  return { turn: async (): Promise<Turn> => ((turns += 1), answers.shift() ?? 'done'), turns: () => turns }
}

test('it begins by itself, goes on while there is more, and rests when nothing is left', async () => {
  const { around, waits } = phone().open()
  const { turn, turns } = answering(['more', 'more', 'done'])
  startUploading('a', turn, around)
  await settled()
  assert.deepEqual([turns(), waits()], [3, []])
})

test('without an answer it comes again after a while, and at once when the network is back, the page is seen or somebody wakes it', async () => {
  const { around, waits, pass, window, document } = phone().open()
  const { turn, turns } = answering(['later', 'later', 'later', 'later', 'later', 'done'])
  const { wake } = startUploading('a', turn, around)
  await settled()
  assert.deepEqual([turns(), waits()], [1, [11_250]])
  pass()
  await settled()
  window.dispatchEvent(new Event('online'))
  await settled()
  assert.deepEqual([turns(), waits()], [3, [11_250]], 'one timer, from the beginning')
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  assert.equal(turns(), 3)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
  wake()
  await settled()
  assert.equal(turns(), 5)
  pass()
  await settled()
  assert.deepEqual([turns(), waits()], [6, []])
})

test('what is woken in the middle of a turn looks once more', async () => {
  const { around } = phone().open()
  let turns = 0
  let answer: (turn: Turn) => void = () => undefined
  const { wake } = startUploading('a', () => ((turns += 1), new Promise<Turn>((resolve) => (answer = resolve))), around)
  await settled()
  wake()
  wake()
  answer('done')
  await settled()
  assert.equal(turns, 2)
  answer('done')
  await settled()
  assert.equal(turns, 2)
})

for (const locks of [true, false])
  test(`one at a time${locks ? ', in two tabs' : ' on plain http, in one tab'}; what is done between is not done meanwhile`, async () => {
    const { open } = phone()
    let under = 0
    let most = 0
    const turn = async (): Promise<Turn> => {
      most = Math.max(most, (under += 1))
      await settled()
      under -= 1
      return 'done'
    }
    const first = startUploading('a', turn, open({ withLocks: locks }).around)
    const second = locks ? startUploading('a', turn, open().around) : first
    await Promise.all([first.between(turn), second.between(turn), first.between(turn)])
    assert.equal(most, 1)
  })

test('a fault is reported, and the next turn comes all the same', async () => {
  const { around, waits, pass, faults } = phone().open()
  const fault = new Error('a fault')
  const turns: (() => Turn)[] = [
    () => {
      throw fault
    },
    () => 'done',
  ]
  startUploading('a', async () => turns.shift()!(), around)
  await settled()
  assert.deepEqual([turns.length, waits(), faults], [1, [11_250], [fault]])
  pass()
  await settled()
  assert.deepEqual([turns.length, waits()], [0, []])
})

test('once it is stopped nothing more happens', async () => {
  const { around, window, waits } = phone().open()
  const { turn, turns } = answering(['later'])
  const uploading = startUploading('a', turn, around)
  await settled()
  uploading.stop()
  window.dispatchEvent(new Event('online'))
  uploading.wake()
  await settled()
  assert.deepEqual([turns(), waits()], [1, []])
})
