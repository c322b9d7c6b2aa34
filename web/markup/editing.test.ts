import assert from 'node:assert/strict'
import { test } from 'node:test'
import { continueList, linkAddress, putLink, type Selection, toggleBold, toggleList } from './editing.ts'

/** `<` and `>` stand around what is chosen, `|` where the caret is. */
const selectionOf = (text: string): Selection => {
  const caret = text.indexOf('|')
  if (caret !== -1) return { text: text.replace('|', ''), from: caret, to: caret }
  const from = text.indexOf('<')
  return { text: text.replace(/[<>]/g, ''), from, to: text.indexOf('>') - 1 }
}
const written = ({ text, from, to }: Selection): string =>
  from === to ? `${text.slice(0, from)}|${text.slice(to)}` : `${text.slice(0, from)}<${text.slice(from, to)}>${text.slice(to)}`

const cases: [title: string, edit: (selection: Selection) => Selection | undefined, before: string, after: string | undefined][] = [
  ['bold', toggleBold, '请<务必>看', '请**<务必>**看'],
  ['bold leaves blanks outside', toggleBold, '请< 务必 >看', '请 **<务必>** 看'],
  ['bold is taken away inside its marks', toggleBold, '请**<务必>**看', '请<务必>看'],
  ['bold is taken away with its marks', toggleBold, '请<**务必**>看', '请<务必>看'],
  ['bold with nothing chosen', toggleBold, '请|', '请**|**'],
  ['bold line by line', toggleBold, '<一\n\n二>', '<**一**\n\n**二**>'],
  ['a list', (of) => toggleList(of, false), '<一\n二>', '<- 一\n- 二>'],
  ['a list of the line at the caret', (of) => toggleList(of, false), '一\n二|三\n四', '一\n- 二三|\n四'],
  ['a numbered list', (of) => toggleList(of, true), '<一\n\n二>', '<1. 一\n\n2. 二>'],
  ['a list is numbered', (of) => toggleList(of, true), '<- 一\n- 二>', '<1. 一\n2. 二>'],
  ['a list is lines again', (of) => toggleList(of, false), '<- 一\n- 二>', '<一\n二>'],
  ['a list where nothing stands yet', (of) => toggleList(of, false), '|', '- |'],
  ['a link', (of) => putLink(of, '[办]法', 'https://a.cn'), '见<办法>。', '见[办 法](https://a.cn)|。'],
  ['a new line goes on with the list', continueList, '- 一|', '- 一\n- |'],
  ['a new line counts on', continueList, '2. 二|', '2. 二\n3. |'],
  ['a new line after an empty item ends the list', continueList, '- 一\n- |', '- 一\n|'],
  ['a new line elsewhere is one', continueList, '一|', undefined],
]
for (const [title, edit, before, after] of cases)
  test(`editing: ${title}`, () => {
    const edited = edit(selectionOf(before))
    assert.equal(edited && written(edited), after)
  })

const addresses: [typed: string, address: string | undefined][] = [
  ['https://a.cn/x', 'https://a.cn/x'],
  [' a.cn/x ', 'https://a.cn/x'],
  ['javascript:alert(1)', undefined],
  ['a b.cn', undefined],
  ['办公室', undefined],
]
for (const [typed, address] of addresses) test(`an address: ${typed}`, () => assert.equal(linkAddress(typed), address))
