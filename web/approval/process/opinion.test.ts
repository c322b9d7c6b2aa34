import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentMaxLength, emptyOpinion, missingParts, type Opinion, opinionInput, withSentence } from './opinion.ts'

const nothing = { comment: 'never', signature: false, attachment: false } as const
const all = { comment: 'always', signature: true, attachment: true } as const
const full: Opinion = {
  comment: ' 好 ',
  signature: 'a/s.png',
  pictures: ['a/p.png'],
  files: [{ path: 'a/f.pdf', name: 'f.pdf', sizeBytes: 1 }],
}

for (const [title, require, opinion, verdict, expected] of [
  ['nothing asked for', nothing, emptyOpinion, 'reject', []],
  ['everything asked for and nothing there', all, emptyOpinion, 'approve', ['comment', 'signature', 'attachment']],
  ['everything there', all, full, 'approve', []],
  ['a reason for rejecting only: approving', { ...nothing, comment: 'onReject' }, emptyOpinion, 'approve', []],
  ['a reason for rejecting only: rejecting', { ...nothing, comment: 'onReject' }, emptyOpinion, 'reject', ['comment']],
  ['blanks are no comment', { ...nothing, comment: 'always' }, { ...emptyOpinion, comment: '  ' }, 'approve', ['comment']],
  ['a file is an attachment', { ...nothing, attachment: true }, { ...emptyOpinion, files: full.files }, 'approve', []],
] as const)
  test(title, () => assert.deepEqual(missingParts(require, opinion, verdict), expected))

test('only what is there is sent', () => {
  assert.deepEqual(opinionInput(emptyOpinion), {})
  assert.deepEqual(opinionInput(full), { comment: '好', signature: 'a/s.png', attachments: ['a/p.png', 'a/f.pdf'] })
})

for (const [title, comment, comes] of [
  ['the first sentence', '', '同意'],
  ['another sentence is replaced', ' 请尽快办理 ', '同意'],
  ['what was written by hand stays', '请注意保管', '请注意保管\n同意'],
  ['a second tap adds nothing', '请注意保管\n同意', '请注意保管\n同意'],
  ['never more than there is room for', '长'.repeat(commentMaxLength - 1), `${'长'.repeat(commentMaxLength - 1)}\n`],
] as const)
  test(title, () => assert.equal(withSentence(comment, '同意', ['同意', '请尽快办理']), comes))
