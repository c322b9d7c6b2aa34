import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actOf, scopes } from './keys.ts'

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

const cases: [title: string, act: string | undefined, got: string | undefined][] = [
  ['E edits', 'edit', actOf('panel', pressed('e'))],
  ['E with caps lock edits', 'edit', actOf('panel', pressed('E'))],
  ['Esc closes', 'close', actOf('panel', pressed('Escape'))],
  ['A approves', 'approve', actOf('task', pressed('a'))],
  ['A means nothing in the panel', undefined, actOf('panel', pressed('a'))],
  ['Ctrl A is the browser’s', undefined, actOf('task', pressed('a', { ctrlKey: true }))],
  ['Cmd R is the browser’s', undefined, actOf('task', pressed('r', { metaKey: true }))],
  ['Shift R is nobody’s', undefined, actOf('task', pressed('R', { shiftKey: true }))],
]
for (const [title, act, got] of cases) test(title, () => assert.equal(got, act))

test('no key means two things', () => {
  const all = Object.values(scopes).flatMap((acts) => Object.values(acts).flatMap(({ keys }) => [...keys]))
  assert.equal(new Set(all).size, all.length)
})
