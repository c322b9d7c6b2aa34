import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrapText } from './wrapText.ts'

test('lines are as long as fits, Latin words whole', () => {
  const table: [string, number, number, string[]][] = [
    ['部门负责人审批', 9, 2, ['部门负责人审批']],
    ['部门负责人审批和会签', 6, 2, ['部门负责人审', '批和会签']],
    ['Department head', 9, 2, ['Department head']],
    ['Department head approves', 9, 2, ['Department head', 'approves']],
    ['Consumables manager hands it out to the applicant', 9, 2, ['Consumables', 'manager hands…']],
    ['部门 head approves', 6, 2, ['部门 head', 'approves']],
    ['Donaudampfschifffahrt', 6, 2, ['Donaudampf', 'schifffa…']],
    ['Department head approves', 9, 1, ['Department hea…']],
    ['', 5, 2, ['']],
  ]
  for (const [text, ems, lines, expected] of table) assert.deepEqual(wrapText(text, ems, lines), expected, text)
})

test('nothing is lost but by the ellipsis, and no line is too long', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'W', ' ', '审', '批'), maxLength: 40 })
  fc.assert(
    fc.property(words, fc.integer({ min: 3, max: 12 }), fc.integer({ min: 1, max: 3 }), (text, ems, most) => {
      const lines = wrapText(text, ems, most)
      assert.ok(lines.length <= most)
      const plain = (some: string) => some.replace(/\s/g, '')
      const joined = plain(lines.join(''))
      assert.ok(joined.endsWith('…') ? plain(text).startsWith(joined.slice(0, -1)) : joined === plain(text))
      for (const line of lines)
        assert.ok([...line].reduce((sum, letter) => sum + (letter > '\u2e80' || letter === '…' ? 1 : 0.56), 0) <= ems + 1e-9)
    }),
  )
})
