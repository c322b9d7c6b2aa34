import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { RefusalError } from '../../kernel/refusal.ts'
import { ChildGone, openChildren, type Task, TooMuch } from './children.ts'
import { openHeavy, type HeavyCaller } from './heavy.ts'

/** A module out of nothing, as a task. */
const task = <I, O, P = never>(code: string): Task<I, O, P> => ({ module: new URL(`data:text/javascript,${encodeURIComponent(code)}`) })
const refusalModule = new URL('../../kernel/refusal.ts', import.meta.url).href

describe('a process for heavy work', () => {
  const children = openChildren(300)
  after(children.stop)
  const generous = { seconds: 60 }

  test('answers in parts and as a whole, with bytes as bytes', async () => {
    const parts: number[] = []
    const doubling = task<number[], Uint8Array, number>(
      'export const run = async (numbers, part) => { for (const each of numbers) part(each * 2); return new Uint8Array(numbers) }',
    )
    const output = await children.run(doubling, [1, 2, 3], generous, (part) => parts.push(part))
    assert.deepEqual(parts, [2, 4, 6])
    assert.deepEqual([...output], [1, 2, 3])
  })
  test('knows nothing of our settings', async () => {
    process.env['STORAGE_SECRET'] = 'between us'
    const reading = task<null, string | undefined>('export const run = async () => process.env.STORAGE_SECRET')
    assert.equal(await children.run(reading, null, generous), undefined)
  })
  test('a refusal comes through in words', async () => {
    const refusing = task<null, never>(
      `import { refuse } from '${refusalModule}'; export const run = async () => refuse('test.no', '不行：{why}', { why: 'x' }, [1])`,
    )
    await assert.rejects(children.run(refusing, null, generous), (error) => {
      assert.ok(error instanceof RefusalError)
      assert.deepEqual([error.refusal, error.details], [{ reason: 'test.no', words: '不行：{why}', params: { why: 'x' } }, [1]])
      return true
    })
  })

  const greedy: [what: string, code: string][] = [
    ['objects', 'export const run = async () => { const all = []; for (;;) all.push({ text: Math.random() }) }'],
    ['buffers', 'export const run = async () => { const all = []; for (;;) all.push(Buffer.alloc(10_000_000, 1)) }'],
    ['one large buffer', 'export const run = async () => Buffer.alloc(1_500_000_000, 1).length'],
    [
      'what is unpacked at once',
      `import { deflateRawSync, inflateRawSync } from 'node:zlib'
       export const run = async () => { const small = deflateRawSync(Buffer.alloc(90_000_000)); const all = []; for (;;) all.push(inflateRawSync(small)) }`,
    ],
  ]
  for (const [what, code] of greedy)
    test(`with too much memory in ${what} it is ended, and the next one does its work`, async () => {
      await assert.rejects(children.run(task<null, never>(code), null, generous), TooMuch)
      assert.equal(await children.run(task<null, string>("export const run = async () => 'well'"), null, generous), 'well')
    })

  const forever = task<null, never>('export const run = async () => { for (;;); }')
  test('with too much time it is ended', async () => {
    await assert.rejects(children.run(forever, null, { seconds: 0.5 }), TooMuch)
  })
  test('it is ended when nobody wants it any more', async () => {
    const wanted = new AbortController()
    const running = children.run(forever, null, { seconds: 60, signal: wanted.signal })
    wanted.abort()
    await assert.rejects(running, ChildGone)
    await assert.rejects(children.run(forever, null, { seconds: 60, signal: wanted.signal }), ChildGone)
  })
  test('a task that fails is a fault, with its own words', async () => {
    await assert.rejects(
      children.run(task<null, never>("export const run = async () => { throw new Error('broken') }"), null, generous),
      /broken/,
    )
    await assert.rejects(children.run(task<null, never>('process.exit(3)'), null, generous), /ended with 3/)
  })
})

describe('the lines before it', () => {
  const heavy = openHeavy({ atOnce: 2, megabytes: 300 })
  after(heavy.stop)
  const of = (orgId: string, uid: string, signal?: AbortSignal): HeavyCaller => ({ orgId, uid, signal })

  test('an organisation with much to do leaves room, and its own people take turns', async () => {
    const begun: string[] = []
    const held: (() => void)[] = []
    const work = (orgId: string, uid: string) =>
      heavy.inTurn('sheets', of(orgId, uid), async () => {
        begun.push(`${orgId}${uid}`)
        await new Promise<void>((done) => held.push(done))
      })
    const all = [work('a', '1'), work('a', '1'), work('a', '1'), work('a', '2'), work('b', '1'), work('b', '1')]
    const settle = () => new Promise((done) => setImmediate(done))
    for (let round = 0; round < 6; round++) {
      await settle()
      held.shift()?.()
    }
    await Promise.all(all)
    assert.deepEqual(begun, ['a1', 'b1', 'a1', 'b1', 'a2', 'a1'])
  })
  test('a line that is too long is refused in words, and only that organisation’s', async () => {
    const release: (() => void)[] = []
    const hold = (orgId: string) => heavy.inTurn('sheets', of(orgId, '1'), () => new Promise<void>((done) => release.push(done)))
    const inLine = Array.from({ length: 21 }, () => hold('a'))
    await assert.rejects(hold('a'), { status: 429, message: '同时处理的任务太多，请稍后再试' })
    const other = hold('b')
    await new Promise((done) => setImmediate(done))
    assert.equal(release.length, 2)
    for (let at = 0; at < 22; at++) {
      release[at]!()
      await new Promise((done) => setImmediate(done))
    }
    await Promise.all([...inLine, other])
  })
  test('whoever goes while waiting leaves the line', async () => {
    let end = (): void => undefined
    const first = heavy.inTurn('sheets', of('a', '1'), () => new Promise<void>((done) => (end = done)))
    const wanted = new AbortController()
    const second = heavy.inTurn('sheets', of('a', '1', wanted.signal), async () => assert.fail('nobody wanted it'))
    wanted.abort()
    await assert.rejects(second, ChildGone)
    end()
    await first
    assert.deepEqual(heavy.state().sheets, { running: 0, waiting: 0 })
  })
})
