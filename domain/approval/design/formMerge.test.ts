import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormContent, mergeForms } from './formMerge.ts'

/** "name/note/field": a form in short. */
const form = (short: string): FormContent => {
  const [formName = '', note = '', label = ''] = short.split('/')
  const design = { schema: 1, items: [{ t: 'note', key: 'note', label: '', text: label }] } as const
  return { formName, note, design: { ...design, items: [...design.items] } }
}
const short = ({ formName, note, design: { items } }: FormContent): string => {
  const [item] = items
  return [formName, note, item?.t === 'note' ? item.text : ''].join('/')
}

for (const [title, theirs, ours, side, merged, contested] of [
  ['nothing', 'a/b/c', 'a/b/c', 'ours', 'a/b/c', []],
  ['theirs alone', 'x/b/c', 'a/b/c', 'ours', 'x/b/c', []],
  ['ours alone', 'a/b/c', 'a/b/x', 'theirs', 'a/b/x', []],
  ['a part each', 'x/b/c', 'a/b/y', 'ours', 'x/b/y', []],
  ['the same', 'a/x/c', 'a/x/c', 'ours', 'a/x/c', []],
  ['differently: ours', 'x/b/c', 'y/b/c', 'ours', 'y/b/c', ['formName']],
  ['differently: theirs', 'x/b/c', 'y/b/c', 'theirs', 'x/b/c', ['formName']],
  ['what is not contested stands with either', 'x/b/c', 'y/n/c', 'theirs', 'x/n/c', ['formName']],
  ['fields differently', 'a/b/x', 'a/n/y', 'ours', 'a/n/y', ['design']],
] as const)
  test(`forms merged: ${title}`, () => {
    const found = mergeForms(form('a/b/c'), form(theirs), form(ours), side)
    assert.deepEqual([short(found.merged), found.contested], [merged, contested])
  })

test('what is wholly theirs is theirs itself, so that nothing is left to save', () => {
  const theirs = form('x/b/c')
  assert.equal(mergeForms(form('a/b/c'), theirs, form('a/b/c'), 'ours').merged, theirs)
  assert.equal(mergeForms(form('a/b/c'), theirs, form('y/b/c'), 'theirs').merged, theirs)
})
