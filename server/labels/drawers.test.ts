import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { codesOn } from './testing/readCodes.ts'
import { contoursOf, fontTableText } from './glyphs.ts'
import { labelDrawer, openLabelPdf } from './labelPdf.ts'
import { rasterOf } from './raster.ts'
import { encode } from '../../domain/labels/codes.ts'
import { bareContent, blankCode, linkContent, type LabelNoun } from '../../domain/labels/content.ts'
import { deliveredTemplates } from '../../domain/labels/deliveredTemplates.ts'
import { letterReach, widthOf } from '../../domain/labels/font.ts'
import { type LabelOp, layoutOf } from '../../domain/labels/layout.ts'
import type { Bitmap } from '../../domain/labels/printer.ts'
import { svgOf } from '../../domain/labels/svg.ts'
import type { LabelTemplate, TextElement } from '../../domain/labels/template.ts'
import { readFileSync } from 'node:fs'

const codes: Readonly<Record<LabelNoun, string>> = {
  asset: 'ZC2026000123',
  location: 'SZ-A-12',
  consumable: 'HC000031',
  person: 'E00123',
  blank: blankCode(Uint8Array.of(1, 2, 3, 4, 5, 6, 7)),
}

const valuesFor = (noun: LabelNoun, publicUrl = 'https://zaice.chenxing.com') => {
  const thing = { noun, code: codes[noun] }
  return {
    organisation: '晨星科技（深圳）有限公司',
    code: thing.code,
    link: linkContent(publicUrl, thing),
    instanceCode: thing.code,
    instanceName: '笔记本电脑 ThinkPad X1 Carbon',
    goodsId: 'ThinkPad X1 Carbon Gen 12',
    locId: '深圳总部 A 座 12 层研发区',
    deptId: '研发一部',
    boughtOn: '2026-03-15',
    serialNo: 'PF-3X8K2L',
    locName: '深圳总部 A 座 12 层研发区',
    locCode: thing.code,
    goodsName: '复印纸 A4 80g',
    goodsCode: thing.code,
    userName: '欧阳明远',
    employeeNo: thing.code,
  }
}

test('the table of widths is as the delivered font is', () => {
  assert.equal(
    readFileSync(new URL('../../domain/labels/fontTable.ts', import.meta.url), 'utf8').replace(/\s/g, ''),
    fontTableText().replace(/\s/g, ''),
    'node scripts/labelFont.ts writes it',
  )
})

for (const [key, template] of deliveredTemplates)
  test(`${key}: its code is read off the label at 203 and 300 dpi, sharp and blurred, and nothing touches the edge`, async () => {
    const values = valuesFor(template.noun)
    for (const dotsPerMm of [8, 12]) {
      const layout = layoutOf(template, values, { dotsPerMm, encode })
      assert.deepEqual(
        layout.problems.filter(({ isFatal }) => isFatal),
        [],
      )
      const bitmap = rasterOf(layout, { ...template.paper, dotsPerMm })
      const wanted = template.elements.some((element) => element.type === 'code' && element.text === '{link}') ? values.link : values.code
      for (const blur of [false, true]) assert.deepEqual(await codesOn(bitmap, blur), [wanted], `${dotsPerMm} dots, blurred: ${blur}`)
      const { left, top, right, bottom } = inkOf(bitmap)
      const edge = Math.floor(0.9 * dotsPerMm)
      assert.ok(Math.min(left, top, bitmap.widthDots - 1 - right, bitmap.heightDots - 1 - bottom) >= edge, JSON.stringify(inkOf(bitmap)))
    }
  })

test('a word stays in one piece where smaller letters keep it whole', () => {
  const text = { type: 'text', text: '{x}', xMm: 0, yMm: 0, heightMm: 6, sizeMm: 2.6, weight: 'medium', lines: 2 } as const
  const look = { align: 'left', vertical: 'top', fit: 'shrink' } as const
  for (const [value, widthMm, lines] of [
    ['ZC2026000123', 16, ['ZC2026000123']],
    ['型号 ThinkPad', 11, ['型号', 'ThinkPad']],
    ['ZC2026000123ZC2026000123', 18, undefined],
  ] as const) {
    const { ops } = layoutOf({ elements: [{ ...text, ...look, widthMm }] }, { x: value }, { dotsPerMm: 8, encode })
    const drawn = ops.flatMap((op) => (op.kind === 'text' ? [op.text] : []))
    if (lines) assert.deepEqual(drawn, lines)
    else assert.equal(drawn.join(''), value)
  }
})

test('codes of cable labels are of the kind that every scanner reads, and their text is whole', () => {
  const template = deliveredTemplates.get('asset-cable')
  assert.ok(template)
  const { ops } = layoutOf(template, valuesFor('asset'), { dotsPerMm: 8, encode })
  assert.deepEqual(
    template.elements.flatMap((element) => (element.type === 'code' ? [element.symbology] : [])),
    ['qr', 'qr'],
  )
  assert.equal(ops.filter((op) => op.kind === 'text' && op.text === codes.asset).length, 2)
})

test('any code of ours is read back, whatever address it stands in', async () => {
  const code = fc.stringMatching(/^[\w./-]{1,40}$/)
  await fc.assert(
    fc.asyncProperty(
      code,
      fc.constantFrom('https://zaice.cn', 'http://10.0.0.7:3000', 'https://a.b.example.com/zaice', 'http://localhost:3000'),
      async (text, url) => {
        const link = linkContent(url, { noun: 'asset', code: text })
        const elements = [{ type: 'code', symbology: 'qr', text: '{link}', xMm: 0, yMm: 0, widthMm: 40, heightMm: 40 }] as const
        const layout = layoutOf({ elements }, { link }, { dotsPerMm: 8, encode })
        assert.deepEqual(await codesOn(rasterOf(layout, { widthMm: 40, heightMm: 40, dotsPerMm: 8 }), false), [link])
      },
    ),
    { numRuns: 60, seed: 1 },
  )
})

test('a code is painted at whole dots with all of its white around it', () => {
  const size = { widthMm: 30, heightMm: 30, dotsPerMm: 8 }
  for (const [symbology, quiet] of [
    ['qr', 4],
    ['datamatrix', 2],
    ['code128', 10],
  ] as const) {
    const elements = [{ type: 'code', symbology, text: '{code}', xMm: 0, yMm: 0, widthMm: 30, heightMm: 30 }] as const
    const { ops } = layoutOf({ elements }, { code: 'ZC001' }, { dotsPerMm: 8, encode })
    const op = ops[0]!
    assert.ok(op.kind === 'code')
    const dots = op.moduleMm * 8
    assert.equal(dots, Math.round(dots))
    const { left, right } = inkOf(rasterOf({ ops, problems: [] }, size))
    assert.ok(left >= quiet * dots && 239 - right >= quiet * dots, `${symbology}: ${left}, ${right}`)
  }
})

const words = fc.array(fc.constantFrom(...'资产管理系统（深圳），A座12层ThinkPad X1 -/_g、。《》'.split(''), '𠮷', 'é', '\u0000', ' '), {
  minLength: 0,
  maxLength: 60,
})
const element = fc.record({
  widthMm: fc.integer({ min: 3, max: 60 }),
  heightMm: fc.integer({ min: 2, max: 30 }),
  sizeMm: fc.constantFrom(1, 2, 2.6, 3, 4.4, 11),
  weight: fc.constantFrom('medium' as const, 'bold' as const),
  lines: fc.integer({ min: 1, max: 6 }),
  fit: fc.constantFrom('shrink' as const, 'cut' as const),
  align: fc.constantFrom('left' as const, 'center' as const, 'right' as const),
  vertical: fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const),
})

test('a text never leaves its box, says nothing that was not said, and names each letter that the font lacks', () => {
  fc.assert(
    fc.property(words, element, (letters, look) => {
      const text: TextElement = { type: 'text', text: '{x}', xMm: 7, yMm: 5, ...look }
      const said = letters.join('')
      const { ops, problems } = layoutOf({ elements: [text] }, { x: said }, { dotsPerMm: 8, encode })
      for (const op of ops) {
        assert.ok(op.kind === 'text')
        assert.ok(op.xMm >= 7 - 1e-6 && op.xMm + op.widthMm <= 7 + look.widthMm + 1e-6, 'to the side')
        assert.ok(op.baselineMm - letterReach.above * op.sizeMm >= 5 - 1e-6, 'above')
        assert.ok(op.baselineMm + letterReach.below * op.sizeMm <= 5 + look.heightMm + 1e-6, 'below')
        assert.equal(op.widthMm, widthOf(op.weight, op.text, op.sizeMm))
      }
      assert.equal(
        problems.some(({ words }) => words.includes('字体')),
        said.includes('𠮷'),
      )
      const drawn = ops
        .map((op) => (op as { text: string }).text)
        .join('')
        .replaceAll(' ', '')
      const whole = said
        .normalize('NFC')
        .replace(/\p{Cc}/gu, '')
        .replaceAll('𠮷', '□')
        .replace(/\s/g, '')
      if (problems.some(({ words }) => words.includes('放不下')))
        assert.ok(whole.startsWith(drawn.replace(/…$/, '')), `${whole} | ${drawn}`)
      else assert.equal(drawn, whole)
    }),
    { numRuns: 2000, seed: 1 },
  )
})

/** Where each text begins and how wide it is, as each drawer has it. */
test('preview, PDF and raster place every part alike', async () => {
  const template = deliveredTemplates.get('asset-60x40')!
  const layout = layoutOf(template, valuesFor('asset'), { dotsPerMm: 8, encode })
  const texts = layout.ops.filter((op) => op.kind === 'text')
  assert.ok(texts.length >= 6)

  const svg = svgOf(template.paper, layout, (file) => file)
  const inSvg = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*textLength="([\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, x, y, width, text]) => ({ x: Number(x), y: Number(y), width: Number(width), text }),
  )
  const pdf = openLabelPdf('x')
  const made = buffer(pdf)
  const widths = texts.map((op) =>
    pdf
      .font(op.weight)
      .fontSize(op.sizeMm)
      .widthOfString(op.text, { features: { kern: false } as never }),
  )
  labelDrawer(pdf, template.paper, { startCell: 1, shift: { offsetXMm: 0, offsetYMm: 0, scalePercent: 100 }, pictures: new Map() })(layout)
  pdf.end()
  const inPdf = textPlaces(await made, template.paper.heightMm)
  assert.equal(inSvg.length, texts.length)
  assert.equal(inPdf.length, texts.length)
  texts.forEach((op, at) => {
    assert.equal(inSvg[at]!.text, op.text)
    for (const [name, is, should] of [
      ['svg x', inSvg[at]!.x, op.xMm],
      ['svg y', inSvg[at]!.y, op.baselineMm],
      ['svg width', inSvg[at]!.width, op.widthMm],
      ['pdf x', inPdf[at]!.x, op.xMm],
      ['pdf y', inPdf[at]!.y, op.baselineMm],
      ['pdf width', widths[at]!, op.widthMm],
    ] as const)
      assert.ok(Math.abs(is - should) < 0.05, `${op.text} ${name}: ${is}, not ${should}`)
    // On its own, so that no one else's dots are taken for its.
    const ink = inkOf(rasterOf({ ops: [op], problems: [] }, { ...template.paper, dotsPerMm: 8 }))
    assert.ok(
      ink.left >= Math.floor(op.xMm * 8) - 1 && ink.right <= Math.ceil((op.xMm + op.widthMm) * 8) + 1,
      `${op.text}: ${ink.left}-${ink.right}`,
    )
    assert.ok(
      ink.top >= Math.floor((op.baselineMm - op.sizeMm) * 8) - 1 && ink.bottom <= Math.ceil((op.baselineMm + 0.3 * op.sizeMm) * 8) + 1,
      op.text,
    )
  })
})

test('cells of a sheet follow each other from any cell on, and then comes a new page', async () => {
  const template = deliveredTemplates.get('asset-a4-3x8')!
  const pdf = openLabelPdf('x')
  const made = buffer(pdf)
  const draw = labelDrawer(pdf, template.paper, {
    startCell: 23,
    shift: { offsetXMm: 0, offsetYMm: 0, scalePercent: 100 },
    pictures: new Map(),
  })
  const text: LabelOp = { kind: 'text', text: '编码', xMm: 1, baselineMm: 4, sizeMm: 3, widthMm: 6, weight: 'medium' }
  for (let label = 0; label < 4; label++) draw({ ops: [text], problems: [] })
  pdf.end()
  const file = await made
  assert.equal(file.toString('latin1').match(/\/Type \/Page\b/g)?.length, 2)
  assert.deepEqual(
    textPlaces(file, 297).map(({ x, y }) => [Math.round(x), Math.round(y)]),
    [
      [71, 264],
      [141, 264],
      [1, 5],
      [71, 5],
    ],
  )
})

test('a letter is as black as it is drawn', () => {
  // 一 is a bar, 口 a frame: a hole inside stays white.
  const dots = (letter: string) => {
    const op: LabelOp = { kind: 'text', text: letter, xMm: 0, baselineMm: 8.8, sizeMm: 10, widthMm: 10, weight: 'medium' }
    const { data, rowBytes } = rasterOf({ ops: [op], problems: [] }, { widthMm: 10, heightMm: 10, dotsPerMm: 8 })
    return (x: number, y: number) => (data[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0
  }
  const [bar, frame] = [dots('一'), dots('口')]
  assert.ok(bar(40, 38) || bar(40, 40) || bar(40, 42), 'the bar')
  assert.ok(!bar(40, 10) && !bar(40, 70))
  assert.ok(!frame(40, 40), 'the hole')
  assert.ok(Array.from({ length: 80 }, (_, y) => frame(40, y)).filter(Boolean).length >= 8, 'two bars across')
  assert.equal(contoursOf('medium', '口').contours.length, 2)
})

const inkOf = ({ widthDots, heightDots, rowBytes, data }: Bitmap) => {
  const ink = { left: widthDots, top: heightDots, right: -1, bottom: -1 }
  for (let y = 0; y < heightDots; y++)
    for (let x = 0; x < widthDots; x++)
      if (data[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) {
        ink.left = Math.min(ink.left, x)
        ink.top = Math.min(ink.top, y)
        ink.right = Math.max(ink.right, x)
        ink.bottom = Math.max(ink.bottom, y)
      }
  return ink
}

type Six = [number, number, number, number, number, number]
const times = ([a, b, c, d, e, f]: Six, [A, B, C, D, E, F]: Six): Six => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
]

/** Where texts of a PDF begin, in millimetres from above, worked out from the transformations that stand before them. */
const textPlaces = (file: Buffer, pageHeightMm: number): { x: number; y: number }[] => {
  const places: { x: number; y: number }[] = []
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at + 1)) {
    if (file.subarray(at - 3, at).toString('latin1') === 'end') continue
    let content: string
    try {
      content = inflateSync(file.subarray(at + 7, file.indexOf('\nendstream', at))).toString('latin1')
    } catch {
      continue
    }
    if (!content.includes(' Tf')) continue
    const stack: Six[] = []
    let now: Six = [1, 0, 0, 1, 0, 0]
    for (const line of content.split('\n')) {
      const numbers = line.trim().split(/\s+/).slice(0, 6).map(Number) as Six
      if (line === 'q') stack.push(now)
      else if (line === 'Q') now = stack.pop()!
      else if (line.endsWith(' cm')) now = times(numbers, now)
      else if (line.endsWith(' Tm')) {
        const [, , , , x, y] = times(numbers, now)
        places.push({ x: (x * 25.4) / 72, y: pageHeightMm - (y * 25.4) / 72 })
      }
    }
  }
  return places
}

test('a text with no place stays as it is; one whose places are all empty is not drawn', () => {
  const template: Pick<LabelTemplate, 'elements'> = {
    elements: ['固定', '{a}{b}', '编号 {a}'].map((text, at) => ({
      type: 'text',
      text,
      xMm: 0,
      yMm: at * 5,
      widthMm: 40,
      heightMm: 5,
      sizeMm: 3,
      weight: 'medium',
      lines: 1,
      fit: 'cut',
      align: 'left',
      vertical: 'top',
    })),
  }
  const drawn = (values: Record<string, string>) =>
    layoutOf(template, values, { dotsPerMm: 8, encode }).ops.map((op) => (op as { text: string }).text)
  assert.deepEqual(drawn({}), ['固定'])
  assert.deepEqual(drawn({ b: '乙' }), ['固定', '乙'])
  assert.deepEqual(drawn({ a: '甲' }), ['固定', '甲', '编号 甲'])
  assert.equal(bareContent({ noun: 'blank', code: 'X' }), 'B:X')
})

test('of a text of several lines each takes a row, and what is empty leaves no hole', () => {
  const element: TextElement = {
    type: 'text',
    text: '编码 {a}\n部门 {b}\n位置 {c}\n购置 {d}',
    xMm: 0,
    yMm: 10,
    widthMm: 20,
    heightMm: 15,
    sizeMm: 3,
    weight: 'medium',
    lines: 3,
    fit: 'shrink',
    align: 'left',
    vertical: 'middle',
  }
  const drawn = (values: Record<string, string>) =>
    layoutOf({ elements: [element] }, values, { dotsPerMm: 8, encode }).ops.map((op) => {
      assert.ok(op.kind === 'text')
      return [op.text, Math.floor((op.baselineMm - 10) / 5)]
    })
  assert.deepEqual(drawn({ a: '1', b: '2', c: '3', d: '4' }), [
    ['编码 1', 0],
    ['部门 2', 1],
    ['位置 3', 2],
  ])
  assert.deepEqual(drawn({ a: '1', c: '3', d: '4' }), [
    ['编码 1', 0],
    ['位置 3', 1],
    ['购置 4', 2],
  ])
  assert.deepEqual(drawn({}), [])
})
