import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wishOf } from './keys.ts'

const pressed = (key: string, held: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) =>
  wishOf({ key, ctrlKey: false, metaKey: false, altKey: false, target: null, ...held })

const cases: [title: string, wish: string | undefined, got: string | undefined][] = [
  ['Ctrl K', 'find', pressed('k', { ctrlKey: true })],
  ['Cmd K', 'find', pressed('K', { metaKey: true })],
  ['Ctrl Alt K is somebody else’s', undefined, pressed('k', { ctrlKey: true, altKey: true })],
  ['Ctrl F is the browser’s', undefined, pressed('f', { ctrlKey: true })],
  ['k alone', undefined, pressed('k')],
  ['/', 'search', pressed('/')],
  ['?', 'keys', pressed('?')],
  ['Ctrl /', undefined, pressed('/', { ctrlKey: true })],
]
for (const [title, wish, got] of cases) test(title, () => assert.equal(got, wish))
