import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presetMaxLength, presetsAtMost, startingPresets, verdicts, withPresets } from './presets.ts'

const many = (from: number, count: number): string[] => Array.from({ length: count }, (_, index) => `第${from + index}句`)

const cases: [title: string, own: readonly string[] | undefined, others: readonly unknown[], together: readonly string[]][] = [
  ['no own ones: the others in their order', undefined, ['乙', '甲'], ['乙', '甲']],
  ['own ones come first and keep their order', ['丙', '甲'], ['乙', '甲'], ['丙', '甲', '乙']],
  ['a list of none stays one of none', undefined, [], []],
  ['somebody who removed all has only the others', [], ['甲'], ['甲']],
  ['blanks around a sentence do not count', ['甲'], [' 甲 ', '  '], ['甲']],
  ['what is no sentence is left out', ['甲'], [1, null, { words: '乙' }, '丙'], ['甲', '丙']],
  ['a sentence that is too long is left out', undefined, ['长'.repeat(presetMaxLength), '长'.repeat(presetMaxLength + 1)], ['长'.repeat(presetMaxLength)]], // prettier-ignore
  ['own ones are not pushed out', many(0, presetsAtMost), ['甲'], many(0, presetsAtMost)],
  ['no more than there is room for', many(0, presetsAtMost - 1), ['甲', '乙'], [...many(0, presetsAtMost - 1), '甲']],
]
for (const [title, own, others, together] of cases) test(title, () => assert.deepEqual(withPresets(own, others), together))

test('what everybody starts with may be kept as it is', () => {
  for (const verdict of verdicts) assert.deepEqual(withPresets(undefined, startingPresets[verdict]), startingPresets[verdict])
})
