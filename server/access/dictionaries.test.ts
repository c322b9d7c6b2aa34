import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { standingWords } from '../../domain/dictionaries/dictionaries.ts'
import { handlers } from '../routes.ts'
import { testApp } from '../testing/app.ts'

type Row = ReturnType<typeof JSON.parse>

const { ask, newCompany } = await testApp(handlers)
const company = await newCompany()
const token = await company.tokenOf(company.admin)
const staff = await company.tokenOf(await company.hire('staff'))
const offeredItems = async (dictCode: string, language = 'zh'): Promise<Row[]> =>
  (await ask({ method: 'GET', path: `/sys/dict/getDictItems/${dictCode}`, token: staff, headers: { 'accept-language': language } })).json[
    'result'
  ]
const labels = async (dictCode: string, language = 'zh') => (await offeredItems(dictCode, language)).map(({ label }) => label)
const lists = async (): Promise<Row[]> =>
  (await ask({ method: 'GET', path: '/api/operation/sysoperation/wordLists', token })).json['result']
const save = async (body: Row, as = token) => (await ask({ path: '/api/operation/sysoperation/saveWords', body, token: as })).json

test('a list is as delivered until the organisation has its own words, and keeps the delivered keys', async () => {
  const deliveredItems = await offeredItems('borrow_reason')
  assert.deepEqual(
    deliveredItems.map(({ value }) => value),
    ['出差', '会议', '临时替用', '项目使用', '其他'],
  )
  const list = (await lists()).find(({ dictCode }) => dictCode === 'borrow_reason')
  assert.equal(list.words[0].delivered.en, deliveredItems.length > 0 ? (await labels('borrow_reason', 'en'))[0] : '')
  const answer = await save({
    dictCode: 'borrow_reason',
    words: [
      { zh: '展会', en: 'Trade fair', isRetired: false },
      { value: '会议', zh: '开会', en: 'In a meeting', isRetired: false },
      { value: '出差', zh: '出差', en: null, isRetired: true },
    ],
  })
  assert.equal(answer['code'], 0, JSON.stringify(answer))
  assert.deepEqual(await labels('borrow_reason'), ['展会', '开会', '临时替用', '项目使用', '其他'])
  assert.equal((await labels('borrow_reason', 'en'))[0], 'Trade fair')
  assert.equal((await offeredItems('borrow_reason'))[1].value, '会议', 'clients know the delivered key')
  const storedList = (await lists()).find(({ dictCode }) => dictCode === 'borrow_reason')
  assert.deepEqual(
    storedList.words.map(({ value, isRetired }: Row) => [value, isRetired]),
    [
      ['展会', false],
      ['会议', false],
      ['出差', true],
      ['临时替用', false],
      ['项目使用', false],
      ['其他', false],
    ],
  )
})

test('words that are said twice and empty ones are refused in words', async () => {
  const word = (zh: string) => ({ zh, en: null, isRetired: false })
  assert.match((await save({ dictCode: 'unit', words: [word('台'), word('台')] }))['msg'], /词语不能重复/)
  assert.match((await save({ dictCode: 'unit', words: [word('  ')] }))['msg'], /请填写词语/)
  assert.match((await save({ dictCode: 'asset_state', words: [] }))['msg'], /没有这个字典/)
  assert.equal(
    (await ask({ path: '/api/operation/sysoperation/saveWords', body: { dictCode: 'unit', words: [] }, token: staff })).status,
    403,
  )
})

test('every delivered word stands in the list once, whatever the organisation has put down', () => {
  const word = fc.record({ value: fc.constantFrom('a', 'b', 'c', 'd'), zh: fc.string(), en: fc.constant(null), isRetired: fc.boolean() })
  fc.assert(
    fc.property(fc.uniqueArray(word, { selector: ({ value }) => value }), (ownWords) => {
      const deliveredItems = ['a', 'b', 'c'].map((value) => ({ value, label: value }))
      const values = standingWords(deliveredItems, ownWords).map(({ value }) => value)
      assert.deepEqual(
        values.slice(0, ownWords.length),
        ownWords.map(({ value }) => value),
      )
      assert.deepEqual([...new Set(values)].toSorted(), [...new Set([...ownWords.map(({ value }) => value), 'a', 'b', 'c'])].toSorted())
      assert.equal(new Set(values).size, values.length)
    }),
  )
})
