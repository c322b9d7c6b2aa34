import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellsOf, textOfCells } from './clipboard.ts'

const table: [title: string, text: string, cells: string[][]][] = [
  ['nothing', '', [['']]],
  ['one cell', '墨盒', [['墨盒']]],
  ['rows as Excel ends them', 'a\tb\r\nc\td\r\n', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['rows of Numbers, which ends none', 'a\tb\nc\td', [['a', 'b'], ['c', 'd']]], // prettier-ignore
  ['empty cells', '\t\n\tx', [['', ''], ['', 'x']]], // prettier-ignore
  ['a cell of two lines', '"第一行\n第二行"\t2', [['第一行\n第二行', '2']]],
  ['quotes in a quoted cell', '"他说""好""\t了"\t2', [['他说"好"\t了', '2']]],
  ['a size in inches', '24"\t显示器', [['24"', '显示器']]],
  ['a quote that is never closed', '"abc\t2\nx', [['"abc', '2'], ['x']]], // prettier-ignore
  ['a quote that is closed too early', '"a"b\t2', [['"a"b', '2']]],
  ['an empty last row', 'a\n\n', [['a'], ['']]],
]
for (const [title, text, cells] of table) test(`a clipboard with ${title}`, () => assert.deepEqual(cellsOf(text), cells))

test('what is copied is what is pasted', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('', '"', '""', '\t', '\n', '\r\n', '"a', 'a"', '24"', '"\n"', '1,200'))
  const matrix = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }))
  fc.assert(
    fc.property(matrix, (cells) => assert.deepEqual(cellsOf(textOfCells(cells)), cells)),
    { numRuns: 500 },
  )
})
