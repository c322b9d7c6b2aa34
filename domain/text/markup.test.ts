import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Inline, readMarkup } from './markup.ts'

const written = (inline: Inline): string => {
  if (inline.kind === 'plain') return inline.text
  if (inline.kind === 'bold') return `<b>${inline.text}</b>`
  return `<a ${inline.href}${inline.isBold ? ' bold' : ''}>${inline.text}</a>`
}

const texts: [title: string, text: string, passages: string[]][] = [
  ['plain lines are one paragraph', '一\n二', ['一\n二']],
  ['an empty line parts paragraphs', '一\n\n\n二\r\n三', ['一', '二\n三']],
  ['bold', '请**务必**参加', ['请<b>务必</b>参加']],
  ['stars with blanks inside are stars', '3 ** 2 ** 1, **, **** and *one*', ['3 ** 2 ** 1, **, **** and *one*']],
  ['a link', '见[办法](https://a.cn/x)。', ['见<a https://a.cn/x>办法</a>。']],
  ['a bare address', '见 https://a.cn/x.', ['见 <a https://a.cn/x>https://a.cn/x</a>.']],
  ['a link in bold', '**见[办法](http://a.cn)吧**', ['<b>见</b><a http://a.cn/ bold>办法</a><b>吧</b>']],
  ['no other scheme is a link', '[点](javascript:alert(1)) [点](data:text/html,x)', ['[点](javascript:alert(1)) [点](data:text/html,x)']],
  ['markup of a browser is text', '<b>x</b> <script>1</script>', ['<b>x</b> <script>1</script>']],
  ['a list', '带上：\n- 工牌\n- **资产标签**', ['带上：', '•工牌|<b>资产标签</b>']],
  ['a list with numbers begins where it says', '3. 三\n4. 四', ['3.三|四']],
  ['two lists of two manners', '- 一\n1. 二', ['•一', '1.二']],
  ['a sum or a hyphen is no list', '-5 度\n1.5 米', ['-5 度\n1.5 米']],
  ['marks end with their line', '**一\n二**', ['**一\n二**']],
]
for (const [title, text, passages] of texts)
  test(`markup: ${title}`, () => {
    const read = readMarkup(text).map((passage) => {
      const lines = passage.lines.map((line) => line.map(written).join(''))
      if (passage.kind === 'paragraph') return lines.join('\n')
      return `${passage.isOrdered ? `${passage.first}.` : '•'}${lines.join('|')}`
    })
    assert.deepEqual(read, passages)
  })

const open: string[] = ['**a '.repeat(1250), '['.repeat(5000), '[a](https://'.repeat(400), `- ${' '.repeat(4990)}`]
for (const text of open)
  test(`marks that never close stay as they are: ${text.slice(0, 8)}…`, () => {
    assert.deepEqual(readMarkup(text), [{ kind: 'paragraph', isOrdered: false, first: 1, lines: [[{ kind: 'plain', text }]] }])
  })
