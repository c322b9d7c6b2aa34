import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OwnLine, selfCountAnswer } from '../../domain/counting/selfCountOperations.ts'
import type { Action } from '../outbox/action.ts'
import { linesWithWaiting } from './waitingAnswers.ts'

const line = (itemId: string, answer: OwnLine['answer'] = null): OwnLine => ({
  itemId,
  code: itemId,
  name: itemId,
  image: null,
  place: null,
  answer,
  note: null,
  proof: null,
  photoWanted: false,
})
const action = (input: unknown, more: Partial<Action> = {}): Action => ({
  key: 'k',
  author: { orgId: '1', uid: '2', userName: '甲' },
  command: 'c',
  operation: selfCountAnswer.name,
  input,
  title: '自盘',
  things: [],
  about: '',
  atMs: 0,
  state: 'waiting',
  faults: 0,
  ...more,
})

test('what was answered and waits on the device stands at its piece, the later answer over the earlier one', () => {
  const actions = [
    action({ taskId: '9', answers: [{ itemId: '1', answer: 'here' }, { itemId: '2', answer: 'here', scanned: 'x' }] }), // prettier-ignore
    action({ taskId: '9', answers: [{ itemId: '1', answer: 'absent', note: '已归还' }] }, { state: 'sent' }),
  ]
  const shownLines = linesWithWaiting('9', [line('1'), line('2', 'wrong'), line('3')], actions)
  assert.deepEqual(
    shownLines.map(({ answer, note, proof, waits }) => [answer, note, proof, waits]),
    [
      ['absent', '已归还', 'tick', true],
      ['here', null, 'scan', true],
      [null, null, null, false],
    ],
  )
})

test('answers to another count, refused ones and other actions say nothing of a piece', () => {
  const answers = [{ itemId: '1', answer: 'here' }]
  for (const foreignAction of [
    action({ taskId: '8', answers }),
    action({ taskId: '9', answers }, { state: 'refused' }),
    action({ taskId: '9', answers }, { operation: 'attpunch.save' }),
    action({ taskId: '9', answers: 'x' }),
  ])
    assert.deepEqual(linesWithWaiting('9', [line('1')], [foreignAction]), [{ ...line('1'), waits: false }])
})
