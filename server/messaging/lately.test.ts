import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptSeconds, Lately, type MissedChanges } from './lately.ts'

const told = (topic: string, body: Record<string, unknown>) => ({ orgId: '1', id: '1', topic, key: '', body })

/** Told 300 s after the process began, to person 7 of organisation 1 unless it says otherwise; asked `laterSeconds` after that. */
const table: [
  title: string,
  body: Record<string, unknown>,
  asks: [orgId: string, uid: string],
  laterSeconds: number,
  deafSeconds: number,
  missed: MissedChanges,
][] = [
  ['what was told while nobody heard', { uids: ['7'] }, ['1', '7'], 5, 10, ['task']],
  ['what was told at the moment when the line broke', { uids: ['7'] }, ['1', '7'], 10, 10, ['task']],
  ['what was told before', { uids: ['7'] }, ['1', '7'], 10, 9, []],
  ['what was told to a colleague', { uids: ['8'] }, ['1', '7'], 5, 10, []],
  ['what was told to everybody', { everyone: true }, ['1', '7'], 5, 10, ['task']],
  ['what was told elsewhere', { everyone: true }, ['2', '7'], 5, 10, []],
  ['what was told to a namesake elsewhere', { uids: ['7'] }, ['2', '7'], 5, 10, []],
  ['what names nobody', { id: '9' }, ['1', '7'], 5, 10, []],
  ['deaf for too long', { uids: ['8'] }, ['1', '7'], 5, keptSeconds + 1, 'anything'],
]
for (const [title, body, [orgId, uid], laterSeconds, deafSeconds, missed] of table)
  test(title, () => {
    let now = 0
    const lately = new Lately(() => now * 1000)
    now = 300
    lately.note([told('task', body), told('task', body)])
    now += laterSeconds
    lately.forget()
    assert.deepEqual(lately.missed(orgId, uid, deafSeconds), missed)
  })

test('a process does not know what was told before it began', () => {
  let now = 50
  const lately = new Lately(() => now * 1000)
  now = 60
  assert.deepEqual(lately.missed('1', '7', 11), 'anything')
  assert.deepEqual(lately.missed('1', '7', 10), [])
})
