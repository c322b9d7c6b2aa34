import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusalError } from '../../kernel/refusal.ts'
import { secretAfter } from './savedSecret.ts'

const here = 'https://login.example.com/one'
const rows: [title: string, change: Parameters<typeof secretAfter>[0], expected: string | null | 'refused'][] = [
  ['nothing saved, nothing entered', { saved: null, entered: undefined, from: undefined, to: here }, null],
  ['left empty at the same address', { saved: 's', entered: '', from: here, to: here }, 's'],
  ['the same address in other letters', { saved: 's', entered: undefined, from: here, to: 'HTTPS://LOGIN.example.com:443/one' }, 's'],
  ['another host', { saved: 's', entered: undefined, from: here, to: 'https://evil.example.com/one' }, 'refused'],
  ['another path', { saved: 's', entered: '', from: here, to: `${here}/x` }, 'refused'],
  ['without encryption', { saved: 's', entered: undefined, from: here, to: 'http://login.example.com/one' }, 'refused'],
  ['another port', { saved: 's', entered: undefined, from: here, to: 'https://login.example.com:8443/one' }, 'refused'],
  ['entered anew for another address', { saved: 's', entered: 'n', from: here, to: 'https://other.example.com' }, 'n'],
  ['taken away, also with another address', { saved: 's', entered: null, from: here, to: 'https://other.example.com' }, null],
  ['nothing saved, another address', { saved: null, entered: undefined, from: here, to: 'https://other.example.com' }, null],
]
for (const [title, change, expected] of rows)
  test(title, () => {
    if (expected === 'refused')
      assert.throws(
        () => secretAfter(change),
        (error) => error instanceof RefusalError && error.refusal.reason === 'secret.address',
      )
    else assert.equal(secretAfter(change), expected)
  })
