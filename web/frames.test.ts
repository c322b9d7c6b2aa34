import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { aliveFrames, arrive, type Arrival, type Entry, type Frames, hrefOf, noFrames, placeOf } from './frames.ts'
import { listedOperations } from './declared.ts'
import { screens } from './screens.ts'

const workbench = '/pages/index/index'
const messages = '/pages/message/msglist'
const list = '/pages/goods/GsCat/gscatlist'
const edit = '/pages/goods/GsCat/gscatedit'

const walk = (...steps: readonly (readonly [Arrival, number, string, string])[]): Frames =>
  steps.reduce<Frames>((frames, [arrival, index, key, path]) => arrive(frames, { key, index, path, search: {} }, arrival), noFrames)

const shownPath = (frames: Frames): string | undefined => frames.list.find(({ id }) => id === frames.current)?.path
const paths = (frames: Frames): string[] => frames.list.map(({ path }) => path).sort()

test('the screen that one comes back to is the same frame', () => {
  const there = walk(['travel', 0, 'a', workbench], ['push', 1, 'b', list])
  const back = arrive(
    walk(['travel', 0, 'a', workbench], ['push', 1, 'b', list], ['push', 2, 'c', edit]),
    { key: 'b', index: 1, path: list, search: {} },
    'travel',
  )
  assert.equal(back.current, there.current)
  assert.equal(back.motion, 'back')
  assert.deepEqual(paths(back), [list, workbench].sort())
})

test('the same path opened twice is two frames', () => {
  const frames = walk(['travel', 0, 'a', workbench], ['push', 1, 'b', edit], ['push', 2, 'c', edit])
  assert.deepEqual(paths(frames), [edit, edit, workbench].sort())
  assert.equal(frames.motion, 'forward')
})

test('tabs stay alive when another is shown, without motion', () => {
  const frames = walk(['travel', 0, 'a', workbench], ['replace', 0, 'b', messages])
  assert.deepEqual(paths(frames), [messages, workbench].sort())
  assert.equal(frames.motion, 'none')
  assert.equal(arrive(frames, { key: 'c', index: 0, path: workbench, search: {} }, 'replace').list.length, 2)
})

test('another filter of the same screen keeps the frame and takes the search', () => {
  const before = walk(['travel', 0, 'a', workbench], ['push', 1, 'b', list])
  const after = arrive(before, { key: 'c', index: 1, path: list, search: { state: 'store' } }, 'replace')
  assert.equal(after.current, before.current)
  assert.deepEqual(after.list.find(({ id }) => id === after.current)?.search, { state: 'store' })
})

test('a screen that was replaced is gone', () => {
  assert.deepEqual(paths(walk(['travel', 0, 'a', workbench], ['push', 1, 'b', list], ['replace', 1, 'c', edit])), [edit, workbench].sort())
})

test('whatever way one takes, the current frame is alive, is where one is, and at most six are alive', () => {
  const step = fc.record({
    arrival: fc.constantFrom<Arrival>('push', 'replace', 'travel'),
    index: fc.nat({ max: 9 }),
    key: fc.string({ minLength: 1, maxLength: 2 }),
    path: fc.constantFrom(...screens.map((screen) => screen.path)),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const frames = steps.reduce<Frames>(
        (before, { arrival, ...entry }) => arrive(before, { ...entry, search: {} } satisfies Entry, arrival),
        noFrames,
      )
      assert.equal(shownPath(frames), steps.at(-1)!.path)
      assert.ok(frames.list.length <= aliveFrames)
      assert.equal(new Set(frames.list.map(({ id }) => id)).size, frames.list.length)
    }),
  )
})

for (const [hash, path, search] of [
  ['', workbench, {}],
  ['#/', workbench, {}],
  [
    '#/pages/news/newsdetail?newsId=12345678901234567890&publisher=%E9%99%88',
    '/pages/news/newsdetail',
    { newsId: '12345678901234567890', publisher: '陈' },
  ],
  ['#pages/help', '/pages/help', {}],
  ['#/pages/help?a=1?b', '/pages/help', { a: '1?b' }],
] as const)
  test(`reads ${hash || 'an empty hash'}`, () => assert.deepEqual(placeOf(hash), { path, search }))

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 })), (search) => {
      assert.deepEqual(placeOf(`#${hrefOf('/pages/help', search)}`).search, { ...search })
    }),
  )
})

for (const href of ['//elsewhere.example/a', '/\\\\elsewhere.example/a', '\\elsewhere.example/a', 'elsewhere.example/a'])
  test(`${href} is a place of the product, which has none of that name`, () => {
    assert.equal(placeOf(href).path, '/elsewhere.example/a')
  })

test('the four tabs are there once each, and no path twice', () => {
  assert.deepEqual(
    screens.flatMap(({ tab }) => (tab === undefined ? [] : [tab])),
    [0, 1, 2, 3],
  )
  assert.equal(new Set(screens.map(({ path }) => path)).size, screens.length)
})

/** The table of screens and the rows of its areas. */
const tables = globSync('{screens.ts,*/**/rows.ts}', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file))

test('what the menu knows has its title there and nowhere else', () => {
  const source = tables.map((table) => readFileSync(table, 'utf8')).join('\n')
  for (const [path, [title]] of Object.entries(listedOperations)) {
    assert.equal(screens.find((screen) => screen.path === path)?.title, title)
    assert.ok(!source.includes(`path: '${path}', title`) && !source.includes(`path: '${path}',\n    title`), path)
  }
})

test('every page of the table is a file', () => {
  const files = tables.flatMap((table) =>
    [...readFileSync(table, 'utf8').matchAll(/import\('([^']+\.tsx)'\)/g)].map(([, file]) => join(dirname(table), file!)),
  )
  assert.ok(files.length > 100)
  for (const file of files) assert.ok(readFileSync(file, 'utf8').includes('export default'), file)
})
