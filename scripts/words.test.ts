import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { english } from '../domain/english/all.ts'
import { everyEnglish } from '../web/english/all.ts'
import { exceptions, readDictionaries, readSaid, textsOf, wordFaults } from './words.ts'

const root = join(import.meta.dirname, '..')

const sources: [title: string, path: string, source: string, texts: string[]][] = [
  ['strings and templates without values', 'a.ts', "f('保存', `删除`, 'plain')", ['保存', '删除']],
  ['no comments and no patterns', 'a.ts', "/** 注释 */ f(/[的]/, 'x') // 注释", []],
  ['JSX text and attributes', 'a.tsx', '<p title="标题">正文 {x}</p>', ['标题', '正文']],
  ['names of properties', 'a.ts', 'f({ 类别: 1 })', ['类别']],
  ['punctuation that joins', 'a.ts', "list.join('、')", ['、']],
  ['the quoted texts of SQL only', 'a.ts', "q(`select '库存' as words, name || '（' from t where x = ${x}`)", ['库存']],
  ['what a template puts together', 'a.ts', 'f(`新建${title}`)', ['新建${}']],
]
for (const [title, path, source, texts] of sources)
  test(`hears ${title}`, () =>
    assert.deepEqual(
      textsOf(path, source).map(({ text }) => text),
      texts,
    ))

test('excuses the named constants of a file', () =>
  assert.deepEqual(
    textsOf('domain/records/import/headers.ts', "const aliases = ['编号']\nconst other = '编码'").map(({ text, excused }) => [
      text,
      excused,
    ]),
    [
      ['编号', true],
      ['编码', false],
    ],
  ))

const said = (path: string, text: string, { composed = false, excused = false } = {}) => ({ path, line: 1, text, composed, excused })
const save = said('web/a.ts', '保存')
const faults: [title: string, Parameters<typeof wordFaults>, fault: RegExp | undefined][] = [
  ['a text with English', [[save], new Map([['web/english/a.ts', { 保存: 'Save' }]])], undefined],
  ['a text without English', [[save], new Map()], /^web\/a\.ts:1 has no English: 保存$/],
  ['a text that is put together', [[said('web/a.ts', '新建${}', { composed: true })], new Map()], /put together/],
  ['a text that is excused', [[said('web/a.ts', '新建${}', { composed: true, excused: true })], new Map()], undefined],
  ['English that nobody needs', [[], new Map([['a', { 保存: 'Save' }]])], /nobody says 保存/],
  [
    'a text of the server that only the web has',
    [[said('server/a.ts', '保存')], new Map([['web/english/a.ts', { 保存: 'Save' }]])],
    /no English/,
  ],
  ['a text of the web that the domain has', [[save], new Map([['domain/english/a.ts', { 保存: 'Save' }]])], undefined],
  ['two ways to say one thing', [[], new Map([['a', { 保存: 'Save' }], ['b', { 保存: 'Keep' }]])], /several ways: Save \(a\), Keep \(b\)/], // prettier-ignore
  ['one way in two places', [[save], new Map([['a', { 保存: 'Save' }], ['b', { 保存: 'Save' }]])], undefined], // prettier-ignore
  ['a word for how many', [[said('web/a.ts', '{count}件')], new Map([['a', { '{count}件': '{count} {count|piece|pieces}' }]])], undefined],
  ['a word for how many of what Chinese lacks', [[], new Map([['a', { 件: '{n|piece|pieces}' }]])], /lacks/],
  ['a place that only English has', [[], new Map([['a', { '{count}件': '{n} pieces' }]])], /lacks/],
  ['English that is Chinese', [[], new Map([['a', { 保存: '存' }]])], /is Chinese/],
]
for (const [title, given, fault] of faults)
  test(`${title}: ${fault ? 'refused' : 'fine'}`, () => {
    const found = wordFaults(...given).join('\n')
    if (fault) assert.match(found, fault)
    else assert.equal(found, '')
  })

test('every Chinese text of the code has one English', async () => {
  assert.equal(wordFaults(readSaid(root), await readDictionaries(root)).join('\n'), '')
})

test('every dictionary is in use', async () => {
  for (const [path, words] of await readDictionaries(root)) {
    const used = path.startsWith('domain/') ? english : everyEnglish
    for (const [text, said] of Object.entries(words)) assert.equal(used[text], said, `${path}: ${text}`)
  }
})

test('every exception excuses a file that is there', () => {
  for (const { path, why } of exceptions) assert.ok(existsSync(join(root, path)) && why, path)
})
