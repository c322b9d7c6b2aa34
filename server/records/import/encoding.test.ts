import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RefusalError } from '../../../kernel/refusal.ts'
import { encodedAs } from '../../testing/encoded.ts'
import { textOf } from './encoding.ts'

const simplified = '资产名称,资产编号,所在区域\r\n联想笔记本电脑,ZC-1,总部大楼\r\n碎纸机,ZC-2,深圳仓\r\n'
const traditional = '資產名稱,資產編號,存放地點\r\n筆記型電腦,ZC-1,總部大樓\r\n碎紙機,ZC-2,臺北倉\r\n'
const japanese = '資産名,番号,場所\r\nノートパソコン,ZC-1,本社ビル\r\nシュレッダー,ZC-2,大阪支店\r\n'
const german = 'Bezeichnung;Standort;Preis\r\nBüroschränke;Köln – „Außenstelle“;5 €\r\nDrucker;Zürich;à 7 £\r\n'

const sure: [what: string, text: string, bytes: Buffer][] = [
  ['UTF-8', simplified, Buffer.from(simplified)],
  ['UTF-8 with a mark', simplified, Buffer.from(`\ufeff${simplified}`)],
  ['UTF-16 with a mark', simplified, Buffer.from(`\ufeff${simplified}`, 'utf16le')],
  ['UTF-16 without a mark', simplified, Buffer.from(simplified, 'utf16le')],
  ['UTF-16 the other way', simplified, Buffer.from(`\ufeff${simplified}`, 'utf16le').swap16()],
  ['UTF-16 the other way without a mark', simplified, Buffer.from(simplified, 'utf16le').swap16()],
  ['GB18030', simplified, encodedAs('gb18030', simplified)],
  ['GB18030, two words', '名称,编码\n开铺,G1', encodedAs('gb18030', '名称,编码\n开铺,G1')],
  ['GB18030, rare names', '姓名,部门\n鑫淼,采购部\n翀昊,行政部', encodedAs('gb18030', '姓名,部门\n鑫淼,采购部\n翀昊,行政部')],
  ['GB18030 among much ASCII', `a,b\n${'x,1\n'.repeat(500)}打印机,2`, encodedAs('gb18030', `a,b\n${'x,1\n'.repeat(500)}打印机,2`)],
  ['Big5', traditional, encodedAs('big5', traditional)],
  ['Shift-JIS', japanese, encodedAs('shift_jis', japanese)],
  ['Shift-JIS with narrow kana', `資産名,番号\nﾌﾟﾘﾝﾀ,1\n${japanese}`, encodedAs('shift_jis', `資産名,番号\nﾌﾟﾘﾝﾀ,1\n${japanese}`)],
  ['Windows-1252', german, encodedAs('windows-1252', german)],
  ['one letter of Windows-1252', 'Name\nCafé', encodedAs('windows-1252', 'Name\nCafé')],
]
for (const [what, text, bytes] of sure) test(`${what} is found out`, () => assert.equal(textOf(bytes).replace('\ufeff', ''), text))

const open: [what: string, bytes: Buffer, possible: [encoding: string, sample: string][]][] = [
  [
    'pairs that are words in two encodings',
    encodedAs('gb18030', 'a,b\n吃,坊'),
    [
      ['gb18030', '吃  坊'],
      ['big5', '勛  溶'],
    ],
  ],
  [
    'a file with a broken sign',
    Buffer.concat([encodedAs('gb18030', simplified), Buffer.from([0xff])]),
    [['gb18030', '资产名称  资产编号  所在区域  联想笔记本电脑']],
  ],
  ['letters of an alphabet that is none of these', Buffer.from('cfe5f0e5e4e0f7e0', 'hex'), []],
]
for (const [what, bytes, possible] of open)
  test(`${what} are asked about, and read as was said`, () => {
    assert.throws(
      () => textOf(bytes),
      (error) => {
        assert.ok(error instanceof RefusalError)
        assert.equal(error.refusal.reason, 'import.encoding')
        const asked = error.details as { encoding: string; sample: string }[]
        assert.ok(asked.length > 1)
        assert.deepEqual(
          asked.slice(0, possible.length).map(({ encoding, sample }) => [encoding, sample]),
          possible,
        )
        return true
      },
    )
    for (const [encoding, sample] of possible) assert.ok(textOf(bytes, encoding as 'big5').includes(sample.slice(-1)))
  })
