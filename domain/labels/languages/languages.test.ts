import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bitmap, PrinterLanguage } from '../printer.ts'
import { languages } from './all.ts'
import type { LabelBatch } from './language.ts'

/** 12 dots wide, so that each row is filled up: a bar of four dots, the same again, white, black. */
const bitmap: Bitmap = {
  widthDots: 12,
  heightDots: 4,
  rowBytes: 2,
  data: Uint8Array.of(0xf0, 0x00, 0xf0, 0x00, 0x00, 0x00, 0xff, 0xf0),
}
const batch: LabelBatch = {
  paper: { widthMm: 60, heightMm: 40, feed: 'gap', feedMm: 2 },
  settings: { dpi: 203, blackBit: null, speed: null, density: null },
  runs: [{ bitmap, copies: 2 }],
}

/** Bytes with whatever is no plain letter as `<hex>`. */
const shown = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `<${byte.toString(16).padStart(2, '0')}>`))
    .join('')
    .replaceAll('<0d><0a>', '|')

const bytesOf = (language: PrinterLanguage, change: Partial<LabelBatch> = {}) => shown(languages[language]({ ...batch, ...change }))
const settings = (change: Partial<LabelBatch['settings']>) => ({ settings: { ...batch.settings, ...change } })
const paper = (change: Partial<LabelBatch['paper']>) => ({ paper: { ...batch.paper, ...change } })

test('TSPL: paper, a bitmap in which 0 is black and what fills up is white, copies', () => {
  assert.equal(
    bytesOf('tspl'),
    'SIZE 60 mm,40 mm|GAP 2 mm,0 mm|DIRECTION 1|REFERENCE 0,0|CLS|BITMAP 0,0,2,4,0,<0f><ff><0f><ff><ff><ff><00><0f>|PRINT 1,2|',
  )
  assert.match(bytesOf('tspl', settings({ speed: 3, density: 8 })), /\|SPEED 3\|DENSITY 8\|CLS\|/)
  assert.match(bytesOf('tspl', paper({ feed: 'mark', feedMm: 3 })), /\|BLINE 3 mm,0 mm\|/)
  assert.match(bytesOf('tspl', paper({ feed: 'continuous', feedMm: 0 })), /\|GAP 0 mm,0 mm\|/)
})

test('ZPL: white to the end of a row is a comma, the same row again a colon, runs are counted', () => {
  assert.equal(bytesOf('zpl'), '^XA^MNY^PW12^LL4^LH0,0^FO0,0^GFA,8,8,2,F,:,IF,^FS^PQ2^XZ<0a>')
  assert.match(bytesOf('zpl', settings({ speed: 2, density: 10 })), /^~SD20<0a>\^XA\^MNY\^PR3\^PW12/)
  const wide: Bitmap = { widthDots: 1760, heightDots: 1, rowBytes: 220, data: new Uint8Array(220).fill(0xaa, 0, 219).fill(0xab, 219) }
  // 439 times A is 400 and 20 and 19.
  assert.match(bytesOf('zpl', { runs: [{ bitmap: wide, copies: 1 }] }), /,220,zgYAB\^FS/)
  const black: Bitmap = { ...bitmap, widthDots: 16, heightDots: 1, data: Uint8Array.of(0xff, 0xff) }
  assert.match(bytesOf('zpl', { runs: [{ bitmap: black, copies: 1 }] }), /,2,2,2,!\^FS/)
})

test('CPCL: a session of the height, a raw picture, and on to the next label', () => {
  assert.equal(bytesOf('cpcl'), '! 0 200 200 4 2|PAGE-WIDTH 12|CG 2 4 0 0 <f0><00><f0><00><00><00><ff><f0>|FORM|PRINT|')
  assert.doesNotMatch(bytesOf('cpcl', paper({ feed: 'continuous' })), /FORM/)
})

test('ESC/POS: a raster picture for each copy, then the next gap or a cut', () => {
  const picture = '<1d>v0<00><02><00><04><00><f0><00><f0><00><00><00><ff><f0>'
  assert.equal(bytesOf('escpos'), `<1b>@${picture}<1d><0c>${picture}<1d><0c>`)
  assert.equal(bytesOf('escpos', paper({ feed: 'continuous' })), `<1b>@${picture}<1d>VB<00>${picture}<1d>VB<00>`)
  const high: Bitmap = { widthDots: 8, heightDots: 1025, rowBytes: 1, data: new Uint8Array(1025) }
  const bytes = languages.escpos({ ...batch, runs: [{ bitmap: high, copies: 1 }] })
  assert.equal(bytes.length, 2 + 8 + 1024 + 8 + 1 + 2)
})

test('Brother: rows of 720 dots from the right to the left, white ones as Z, the last page ejected', () => {
  const bytes = languages.brother(batch)
  assert.deepEqual(
    [...bytes.subarray(0, 200)],
    Array.from({ length: 200 }, () => 0),
  )
  const words = shown(bytes.subarray(200))
  const setting = '<1b>iM@<1b>iA<01><1b>iK<08><1b>id<00><00>M<00>'
  assert.ok(words.startsWith(`<1b>@<1b>ia<01><1b>iz<ce><0b><(<04><00><00><00><00><00>${setting}g<00>Z`), words.slice(0, 200))
  // The bar of four dots at the left of 12 in the middle of 720 (from 354) comes to lie from 362 on, turned over.
  const rowOf = (at: number) => bytes.subarray(at, at + 93)
  const first = bytes.findIndex((byte, at) => byte === 0x67 && bytes[at + 1] === 0 && bytes[at + 2] === 90)
  const black = [...rowOf(first).subarray(3)].flatMap((byte, at) =>
    [...byte.toString(2).padStart(8, '0')].flatMap((bit, place) => (bit === '1' ? [at * 8 + place] : [])),
  )
  assert.deepEqual(black, [362, 363, 364, 365])
  assert.equal(bytes[first + 2 * 93], 0x5a)
  assert.equal(bytes.at(-1), 0x1a)
  assert.equal(words.split('<0c><1b>iz').length, 2)
})

test('a printer that does it the other way round gets every bit turned, and no golden byte stays', () => {
  const standard: Readonly<Record<PrinterLanguage, 0 | 1>> = { tspl: 0, zpl: 1, cpcl: 1, escpos: 1, brother: 1 }
  for (const [language, bit] of Object.entries(standard) as [PrinterLanguage, 0 | 1][]) {
    assert.equal(bytesOf(language, settings({ blackBit: bit })), bytesOf(language), language)
    assert.notEqual(bytesOf(language, settings({ blackBit: bit === 0 ? 1 : 0 })), bytesOf(language), language)
  }
  assert.match(bytesOf('tspl', settings({ blackBit: 1 })), /,0,<f0><00><f0><00><00><00><ff><f0>\|/)
})
