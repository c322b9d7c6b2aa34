import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginDraft, type Draft, failed, type DraftRevision, type Merge, met, saved, savingOf, sending, settled, stepped } from './draft.ts'
import { edited, redone, undone } from './history.ts'

/** A word, letter by letter: each place is a part of its own. */
const merge: Merge<string> = (base, theirs, ours, side) => {
  const contested = [...ours].flatMap((letter, at) =>
    letter !== base[at] && theirs[at] !== base[at] && letter !== theirs[at] ? [String(at)] : [],
  )
  const merged = [...ours].map((letter, at) =>
    letter === base[at] || (side === 'theirs' && contested.includes(String(at))) ? theirs[at] : letter,
  )
  return { merged: merged.join(''), contested }
}

/** `=abc` edits, `<` and `>` go back and forth, `s` sends what stands, `k` it is kept, `f` and `F` it fails, `~abc` another person's is met. */
const run = (script: string): Draft<string> => {
  let sent: DraftRevision<string> = { content: '', revision: 0 }
  return script.split(' ').reduce<Draft<string>>(
    (draft, word) => {
      const content = word.slice(1)
      switch (word[0]) {
        case '=':
          return stepped(draft, (history) => edited(history, content))
        case '<':
          return stepped(draft, undone)
        case '>':
          return stepped(draft, redone)
        case 's':
          sent = { content: draft.history.now, revision: draft.kept.revision + 1 }
          return sending(draft)
        case 'k':
          return saved(draft, sent)
        case 'f':
          return failed(draft, 'passing')
        case 'F':
          return failed(draft, 'lasting')
        case '~':
          return met(draft, { content, revision: draft.kept.revision + 1 }, merge)
        case 'o':
          return settled(draft, 'ours', merge)
        default:
          return settled(draft, 'theirs', merge)
      }
    },
    beginDraft({ content: 'abc', revision: 0 }),
  )
}

const line = ({ past, now, future }: Draft<string>['history']): string => [...past, `[${now}]`, ...future].join(' ')

for (const [title, script, saving, history, kept] of [
  ['an edit waits', '=xbc', 'waiting', 'abc [xbc]', 'abc/0'],
  ['what is sent is on its way', '=xbc s', 'saving', 'abc [xbc]', 'abc/0'],
  ['what is kept is saved', '=xbc s k', 'saved', 'abc [xbc]', 'xbc/1'],
  ['an edit during the sending waits', '=xbc s =xyc k', 'waiting', 'abc xbc [xyc]', 'xbc/1'],
  ['going back to what is kept leaves nothing to save', '=xbc <', 'saved', '[abc] xbc', 'abc/0'],
  ['going back from what is kept waits', '=xbc s k <', 'waiting', '[abc] xbc', 'xbc/1'],
  ['a passing failure', '=xbc s f', 'failed', 'abc [xbc]', 'abc/0'],
  ['a lasting failure', '=xbc s F', 'refused', 'abc [xbc]', 'abc/0'],
  ['an edit after a failure waits', '=xbc s F =xyc', 'waiting', 'abc xbc [xyc]', 'abc/0'],
  ['nothing to redo changes nothing', '=xbc s F >', 'refused', 'abc [xbc]', 'abc/0'],
  ['elsewhere: merged into every step', '=xbc =xyc s ~abz', 'waiting', 'abz xbz [xyz]', 'abz/1'],
  ['merged into what was undone too', '=xbc =xyc < s ~abz', 'waiting', 'abz [xbz] xyz', 'abz/1'],
  ['nothing changed here: theirs stands', '~abz', 'saved', '[abz]', 'abz/1'],
  ['the same here and there is no conflict', '=xbc s ~xbc', 'saved', 'xbc [xbc]', 'xbc/1'],
  ['the same place differently: nothing is taken yet', '=xbc s ~yba', 'conflict', 'abc [xbc]', 'abc/0'],
  ['an edit during a conflict does not end it', '=xbc s ~yba =xzc', 'conflict', 'abc xbc [xzc]', 'abc/0'],
  ['ours: theirs is one step back', '=xbc s ~yba o', 'waiting', 'yba yba [xba]', 'yba/1'],
  ['theirs: ours is one step back', '=xbc s ~yba t', 'saved', 'yba xba [yba]', 'yba/1'],
  ['what is not contested stands with either', '=xzc s ~yba t', 'waiting', 'yba xza [yza]', 'yba/1'],
  ['nothing to settle', '=xbc o', 'waiting', 'abc [xbc]', 'abc/0'],
] as const)
  test(`draft: ${title}`, () => {
    const draft = run(script)
    assert.deepEqual([savingOf(draft), line(draft.history), `${draft.kept.content}/${draft.kept.revision}`], [saving, history, kept])
  })

test('what is contested is named', () => assert.deepEqual(run('=xbz s ~ybc').met?.contested, ['0']))
