import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '../../kernel/refusal.ts'
import { briefOf, type Brief, type Content, piecesOf } from './body.ts'
import { briefWords, noteWords } from './words.ts'

const say = (words: string, params = {}) => fill(words, params)
const text = (said: string, mentions: { from: number; to: number; uid: string }[] = []) => ({ text: said, mentions })

const pieces: [title: string, body: ReturnType<typeof text>, shown: string[]][] = [
  ['plain', text('您好'), ['plain:您好']],
  ['an address ends before what closes the sentence', text('见 https://a.cn/x?y=1.'), ['plain:见 ', 'link:https://a.cn/x?y=1', 'plain:.']],
  ['Chinese signs are none of it', text('看https://a.cn/x，好的'), ['plain:看', 'link:https://a.cn/x', 'plain:，好的']],
  ['in brackets', text('(http://a.cn)'), ['plain:(', 'link:http://a.cn', 'plain:)']],
  ['nothing else is an address', text('javascript:alert(1) ftp://a'), ['plain:javascript:alert(1) ftp://a']],
  ['no address without a host', text('https:// 好'), ['plain:https:// 好']],
  [
    'people',
    text('@张三 https://a.cn @所有人', [
      { from: 0, to: 3, uid: '5' },
      { from: 17, to: 21, uid: 'all' },
    ]),
    ['at:@张三', 'plain: ', 'link:https://a.cn', 'plain: ', 'at:@所有人'],
  ],
]
for (const [title, body, shown] of pieces)
  test(`pieces: ${title}`, () => {
    const found = piecesOf(body)
    assert.deepEqual(
      found.map(({ kind, text: said }) => `${kind}:${said}`),
      shown,
    )
    assert.equal(found.map(({ text: said }) => said).join(''), body.text)
  })

const briefs: [content: Content, words: string][] = [
  [{ kind: 'text', body: text(`一\n二  ${'三'.repeat(80)}`) }, `一 二 ${'三'.repeat(56)}…`],
  [{ kind: 'text', body: text('😀'.repeat(61)) }, `${'😀'.repeat(60)}…`],
  [{ kind: 'text', body: null }, '撤回了一条消息'],
  [{ kind: 'file', body: { path: 'a/b.pdf', name: '报价.pdf', sizeBytes: 1 } }, '[文件]报价.pdf'],
  [{ kind: 'picture', body: { pictures: [{ path: 'a.png', width: 1, height: 1 }] } }, '[图片]'],
  [{ kind: 'card', body: { noun: 'asset', id: '1' } }, '[卡片]'],
]
for (const [content, words] of briefs)
  test(`in one line: ${words.slice(0, 10)}`, () => {
    const brief: Brief = briefOf(content)
    assert.equal(briefWords(brief, say), words)
  })

test('a note names the first people and says how many', () => {
  assert.equal(
    noteWords({ note: 'joined', by: { uid: '1', name: '王五' }, uids: ['2', '3'], names: ['张三', '李四'], count: 5 }, say),
    '王五邀请张三、李四等5人加入了会话',
  )
  assert.equal(noteWords({ note: 'joined', by: null, uids: ['2'], names: ['张三'], count: 1 }, say), '张三加入了会话')
})
