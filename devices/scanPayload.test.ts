import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linkContent } from '../domain/labels/content.ts'
import { parseScan, type ScanPayload } from './scanPayload.ts'

const code = (text: string): ScanPayload => ({ kind: 'code', code: text })
const asset = (id: string): ScanPayload => ({ kind: 'asset', id })

const thing = (noun: Extract<ScanPayload, { kind: 'thing' }>['noun'], named: string): ScanPayload => ({ kind: 'thing', noun, code: named })

const reads: [read: string, payload: ScanPayload | 'unknown'][] = [
  // Bare codes and what scanners put around them.
  ['ZC2026-0042', code('ZC2026-0042')],
  [' ZC2026-0042\r\n', code('ZC2026-0042')],
  ['6901234567892', code('6901234567892')],
  [']C0ZC1', code('ZC1')],
  [']Q1ZC1', code('ZC1')],
  [']E06901234567892', code('6901234567892')],
  ['CODE_128,ZC1', code('ZC1')],
  ['EAN_13,6901234567892', code('6901234567892')],
  ['SN 12 34', code('SN 12 34')],
  ['[1]', code('[1]')],
  ['', 'unknown'],
  ['   ', 'unknown'],
  ['ZC\u00001', 'unknown'],
  ['a'.repeat(65), 'unknown'],
  ['a'.repeat(5000), 'unknown'],
  // Our own addresses.
  ['HTTPS://ZAICE.EXAMPLE/Q/ZC2026-0042/7K2M9XQ4WTRA', { kind: 'code', code: 'ZC2026-0042', finder: '7K2M9XQ4WTRA' }],
  ['https://zaice.example/q/A%2FB/7k2m9xq4wtra', { kind: 'code', code: 'A/B', finder: '7K2M9XQ4WTRA' }],
  ['https://zaice.example/q/A/7k2m9xq4wtr', code('A/7k2m9xq4wtr')],
  ['https://zaice.example/q/ZC2026-0042', code('ZC2026-0042')],
  ['http://10.0.0.5:3000/q/ZC1', code('ZC1')],
  ['HTTPS://ZAICE.EXAMPLE/q/ZC1', code('ZC1')],
  ['HTTPS://ZAICE.EXAMPLE/Q/ZC2026-0042', code('ZC2026-0042')],
  ['HTTPS://ZAICE.EXAMPLE:3000/Q/A%2FB', code('A/B')],
  ['https://zaice.example/path/q/ZC1', code('ZC1')],
  ['HTTPS://ZAICE.EXAMPLE/Q/L:QY0001', thing('location', 'QY0001')],
  ['HTTPS://ZAICE.EXAMPLE/Q/C:HC0001', thing('consumable', 'HC0001')],
  ['HTTPS://ZAICE.EXAMPLE/Q/P:E001', thing('person', 'E001')],
  ['HTTPS://ZAICE.EXAMPLE/Q/b:7k2m9xq4', thing('blank', '7K2M9XQ4')],
  ['L:QY0001', thing('location', 'QY0001')],
  ['l：QY0001', thing('location', 'QY0001')],
  [']Q1C:HC0001', thing('consumable', 'HC0001')],
  ['X:QY0001', code('X:QY0001')],
  ['https://zaice.example/base/q/ZC1/', code('ZC1')],
  ['https://zaice.example/q/A%2FB%20%E4%B8%AD', code('A/B 中')],
  ['https://zaice.example/q/A/B', code('A/B')],
  ['https://zaice.example/q/100%', code('100%')],
  ['https://zaice.example/q/ZC1?from=label#top', code('ZC1')],
  ['https://zaice.example/#/q?c=ZC1', code('ZC1')],
  ['https://zaice.example/#/q/ZC1', code('ZC1')],
  ['https://zaice.example/q?c=A%2FB', code('A/B')],
  [']Q1https://zaice.example/q/ZC1', code('ZC1')],
  [
    'https://zaice.example/#/pages/goods/GsGoodsInstance/qrscan-detail?instanceId=42&instanceCode=ZC1',
    { kind: 'asset', id: '42', code: 'ZC1' },
  ],
  ['https://zaice.example/#/pages/consumables/CsConsum/qrscan-detail?goodsId=7', { kind: 'consumable', id: '7' }],
  ['https://elsewhere.example/shop', 'unknown'],
  ['https://', 'unknown'],
  ['http://zaice.example/q/', 'unknown'],
  // JSON.
  [
    '{"instanceId":"42","instanceCode":"ZC1","instanceName":"电脑","instanceImage":"a/b.png"}',
    { kind: 'asset', id: '42', code: 'ZC1', name: '电脑', image: 'a/b.png' },
  ],
  ['{"instanceId":9007199254740993}', asset('9007199254740993')],
  ['{ "instanceId" : 42, "instanceCode": null, "instanceName": "" }', asset('42')],
  ['{"goodsId":"7"}', { kind: 'consumable', id: '7' }],
  ['{"goodsId":7}', { kind: 'consumable', id: '7' }],
  ['{"t":"asset","id":"42"}', asset('42')],
  ['{"t":"consumable","id":7}', { kind: 'consumable', id: '7' }],
  ['{"instanceId":"42","goodsId":"7"}', asset('42')],
  ['{"instanceId":"8a8b9c-old","instanceCode":"ZC1"}', code('ZC1')],
  ['{"instanceId":"8a8b9c-old","goodsId":"7"}', 'unknown'],
  ['{"instanceId":-1}', 'unknown'],
  ['{"instanceName":"\\"id\\":5"}', 'unknown'],
  ['{"t":"person","id":1}', 'unknown'],
  ['{}', 'unknown'],
  ['{"instanceId":', 'unknown'],
  // GS1.
  [']C180040614141ABC-1', { kind: 'gs1', giai: '0614141ABC-1' }],
  [']d2010690123456789221SN1\u001d1726123110LOT', { kind: 'gs1', gtin: '06901234567892', serial: 'SN1' }],
  ['\u001d0106901234567892', { kind: 'gs1', gtin: '06901234567892' }],
  ['(8004)0614141ABC', { kind: 'gs1', giai: '0614141ABC' }],
  ['(01)06901234567892(21)SN1(99)X', { kind: 'gs1', gtin: '06901234567892', serial: 'SN1' }],
  ['(8003)00614141123452AB1', { kind: 'gs1', grai: '00614141123452AB1' }],
  ['https://id.gs1.org/8004/0614141ABC', { kind: 'gs1', giai: '0614141ABC' }],
  ['https://zaice.example/x/01/6901234567892/21/SN%2F1?17=261231', { kind: 'gs1', gtin: '06901234567892', serial: 'SN/1' }],
  ['(01)123', code('(01)123')],
  [']C1ZC1', code('ZC1')],
  ['https://id.gs1.org/01/abc', 'unknown'],
]
for (const [read, payload] of reads) {
  test(`reads ${JSON.stringify(read.slice(0, 80))}`, () => {
    assert.deepEqual(parseScan(read), payload === 'unknown' ? { kind: 'unknown', text: read.slice(0, 4096) } : payload)
  })
}

test('never throws, whatever was read', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('https://a/', 'q/', '%', '{"instanceId":', '"id":', '}', '(8004)', ']C1', '01', '\u001d', '#/q?c=', '/01/'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      assert.ok(['asset', 'consumable', 'thing', 'code', 'gs1', 'unknown'].includes(parseScan(pieces.join('')).kind))
    }),
    { numRuns: 1000 },
  )
})

test('a printable code survives the address on our labels', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }), (text) => {
      fc.pre(text.trim() === text && !['.', '..'].includes(text) && !/^[LCPB]:/i.test(text))
      assert.deepEqual(parseScan(linkContent('https://zaice.example', { noun: 'asset', code: text })), code(text))
      assert.deepEqual(parseScan(`https://zaice.example/q/${encodeURIComponent(text)}`), code(text))
    }),
  )
})
