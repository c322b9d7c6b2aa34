import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pictures } from './pictures.ts'

const given: [what: string, files: string[], cell: string | undefined, called: string[], taken: string[]][] = [
  ['a name', ['a.jpg', 'b.jpg'], 'B.JPG', [], ['b.jpg']],
  ['a name without its ending', ['正面.jpg'], '正面', [], ['正面.jpg']],
  ['several names, in their order', ['a.jpg', 'b.png'], 'b.png、a.jpg', [], ['b.png', 'a.jpg']],
  ['a path', ['a.jpg'], 'D:\\照片\\a.jpg', [], ['a.jpg']],
  ['a name, whatever it is called', ['a.jpg', 'ZC-1.jpg'], 'a.jpg', ['ZC-1'], ['a.jpg']],
  ['its code', ['zc-1.jpg', 'ZC-10.jpg'], undefined, ['ZC-1'], ['zc-1.jpg']],
  ['its code, several times', ['ZC-1.jpg', 'ZC-1_2.jpg', 'ZC-1 (3).jpg'], undefined, ['ZC-1'], ['ZC-1 (3).jpg', 'ZC-1.jpg', 'ZC-1_2.jpg']],
  ['the first of what it is called', ['SN9.jpg', 'M1.jpg'], undefined, ['ZC-1', 'SN9', 'M1'], ['SN9.jpg']],
  ['no more than there is room', ['X_1.jpg', 'X_2.jpg', 'X_3.jpg', 'X_4.jpg'], undefined, ['X'], ['X_1.jpg', 'X_2.jpg', 'X_3.jpg']],
  ['nothing', ['a.jpg'], undefined, ['ZC-1'], []],
]
for (const [what, files, cell, called, taken] of given)
  test(`takes ${what}`, () => assert.deepEqual(new Pictures(files).take(cell, called, 3), taken))

test('knows what nobody took and what is not there', () => {
  const pictures = new Pictures(['a.jpg', 'b.jpg'])
  pictures.take('a.jpg，c.jpg', [], 3)
  assert.deepEqual([pictures.count, pictures.unused, pictures.missing], [2, ['b.jpg'], ['c.jpg']])
})
