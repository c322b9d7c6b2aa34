import { a4of21, a4of24, roll } from './papers.ts'
import type { CodeElement, LabelBox, LabelElement, LabelPaper, LabelTemplate, LabelText, TextElement } from './template.ts'

/** What of a label is printed on; `x` and `y` are what stays white at the edges, more where office printers cannot reach. */
const inside = ({ widthMm, heightMm }: LabelPaper, x: number, y = x): LabelBox => ({
  xMm: x,
  yMm: y,
  widthMm: round(widthMm - 2 * x),
  heightMm: round(heightMm - 2 * y),
})

const round = (value: number): number => Math.round(value * 100) / 100

const words = (text: LabelText, box: LabelBox, sizeMm: number, traits: Partial<TextElement> = {}): TextElement => ({
  type: 'text',
  text,
  ...box,
  sizeMm,
  weight: 'medium',
  lines: 1,
  fit: 'shrink',
  align: 'left',
  vertical: 'middle',
  ...traits,
})

const code = (box: LabelBox, symbology: CodeElement['symbology'] = 'qr', text: LabelText = '{link}'): CodeElement => ({
  type: 'code',
  symbology,
  text,
  ...box,
})

const box = (xMm: number, yMm: number, widthMm: number, heightMm: number): LabelBox => ({
  xMm: round(xMm),
  yMm: round(yMm),
  widthMm: round(widthMm),
  heightMm: round(heightMm),
})

/** What a card of the thing says, above each other: as many of them as there are rows; the height of a row, and of the letters in it. */
type Facts = { readonly facts: readonly LabelText[]; readonly rows: number; readonly rowMm: number; readonly sizeMm: number }

/**
 * The usual label: whose it is above a line, the name below it over the whole width, facts to the left, the code to the right as large as what
 * is left allows.
 */
const card = (area: LabelBox, name: LabelText, { facts, rows, rowMm, sizeMm }: Facts, nameMm: number): LabelElement[] => {
  const { xMm: x, yMm: y, widthMm: width, heightMm: height } = area
  const headMm = sizeMm * 1.3
  const nameTop = y + headMm + 0.9
  const top = nameTop + nameMm * 1.35 + 0.4
  const codeMm = Math.min(y + height - top, width * 0.45)
  const leftMm = width - codeMm - 1
  return [
    words('{organisation}', box(x, y, width, headMm), sizeMm),
    { type: 'line', ...box(x, y + headMm + 0.35, width, 0.25) },
    words(name, box(x, nameTop, width, nameMm * 1.35), nameMm, { weight: 'bold' }),
    words(facts.join('\n'), box(x, top, leftMm, rows * rowMm), sizeMm, { lines: rows }),
    // White around the code may lie where nothing else is printed.
    code(box(x + width - codeMm, top, codeMm + bleedMm, codeMm + bleedMm)),
  ]
}

const bleedMm = 1.4

const assetFacts = (rows: number, rowMm: number, sizeMm: number): Facts => ({
  facts: ['编码 {instanceCode}', '型号 {goodsId}', '位置 {locId}', '部门 {deptId}', '购置 {boughtOn}', '序列号 {serialNo}'],
  rows,
  rowMm,
  sizeMm,
})

const asset = (name: string, paper: LabelPaper, elements: readonly LabelElement[]): LabelTemplate => ({
  noun: 'asset',
  name,
  paper,
  elements,
})

const asset60 = roll(60, 40)
const asset50 = roll(50, 30)
const asset40 = roll(40, 30)
const asset70 = roll(70, 50)
const bar = roll(70, 30)
const cable = roll(70, 24, 1)
const sign = roll(100, 70)
const place = roll(60, 40)
const badge = roll(70, 50)

/**
 * Folded round a cable: the same on both halves, nothing where the cable is. The code is QR, which every scanner reads, and its text has the
 * whole width, so that it stays in one line.
 */
const half = (x: number): LabelElement[] => [
  code(box(x - 1.2, 0.2, 15.6, 15.6)),
  words('{instanceName}', box(x + 14, 2, 14, 12), 2.4, { lines: 4, vertical: 'top' }),
  words('{instanceCode}', box(x, 15.4, 28, 3.4), 2.6, { weight: 'bold' }),
  words('{locId}', box(x, 18.8, 28, 3.2), 2.4),
]

const blank = (name: string, paper: LabelPaper, area: LabelBox): LabelTemplate => {
  const codeMm = Math.min(area.heightMm - 5, area.widthMm * 0.6)
  const leftMm = area.xMm + codeMm + 1
  const right = area.widthMm - codeMm - 1
  const below = area.yMm + codeMm
  return {
    noun: 'blank',
    name,
    paper,
    elements: [
      code(box(area.xMm, area.yMm, codeMm, codeMm)),
      words('{organisation}', box(leftMm, area.yMm, right, codeMm), 2.6, { lines: 4 }),
      words('{code}', box(area.xMm, below, area.widthMm, area.heightMm - codeMm), 3.6, { weight: 'bold' }),
    ],
  }
}

/** The templates that every organisation has, by a key that stays. */
export const deliveredTemplates: ReadonlyMap<string, LabelTemplate> = new Map<string, LabelTemplate>([
  ['asset-60x40', asset('资产标签 60×40', asset60, card(inside(asset60, 2), '{instanceName}', assetFacts(5, 4.9, 3), 4.4))],
  ['asset-50x30', asset('资产标签 50×30', asset50, card(inside(asset50, 1.5), '{instanceName}', assetFacts(4, 4.4, 2.5), 3.5))],
  ['asset-40x30', asset('资产标签 40×30', asset40, card(inside(asset40, 1.5), '{instanceName}', assetFacts(4, 4.2, 2.2), 3.2))],
  ['asset-70x50', asset('资产标签 70×50', asset70, card(inside(asset70, 2.5), '{instanceName}', assetFacts(6, 5.4, 3.2), 5))],
  [
    'asset-70x30-bar',
    asset('资产条码标签 70×30', bar, [
      words('{instanceName}', box(2, 2, 66, 5.4), 3.8, { weight: 'bold' }),
      words('位置 {locId}', box(2, 7.6, 33, 4), 2.6),
      words('部门 {deptId}', box(36, 7.6, 32, 4), 2.6),
      code(box(1, 12, 68, 11.5), 'code128', '{instanceCode}'),
      words('{instanceCode}', box(2, 23.8, 66, 4.2), 3, { align: 'center' }),
    ]),
  ],
  ['asset-a4-3x8', asset('资产标签 A4 3列8行', a4of24, card(inside(a4of24, 5.5, 4.5), '{instanceName}', assetFacts(4, 4.4, 2.7), 3.8))],
  ['asset-a4-3x7', asset('资产标签 A4 3列7行', a4of21, card(inside(a4of21, 3, 2.5), '{instanceName}', assetFacts(5, 4.5, 2.8), 4))],
  ['asset-cable', asset('线缆标签 70×24', cable, [...half(2), ...half(41)])],
  [
    'location-100x70',
    {
      noun: 'location',
      name: '区域标识牌 100×70',
      paper: sign,
      elements: [
        { type: 'frame', ...box(2, 2, 96, 66), thickMm: 0.6, cornerMm: 2 },
        words('{organisation}', box(6, 4.5, 88, 5), 3.6),
        { type: 'line', ...box(6, 10, 88, 0.3) },
        words('{locName}', box(6, 12, 88, 20), 11, { weight: 'bold', lines: 2, align: 'center' }),
        code(box(62, 33, 32, 32)),
        words('{locCode}', box(6, 34, 54, 9), 6, { weight: 'bold' }),
        words(['{parentId}', '管理员 {managerUid}', '{address}'].join('\n'), box(6, 44, 54, 20.4), 3.6, { lines: 3 }),
      ],
    },
  ],
  [
    'location-60x40',
    {
      noun: 'location',
      name: '区域标签 60×40',
      paper: place,
      elements: card(
        inside(place, 2),
        '{locName}',
        { facts: ['编码 {locCode}', '上级 {parentId}', '管理员 {managerUid}', '{address}'], rows: 4, rowMm: 5, sizeMm: 3 },
        4.6,
      ),
    },
  ],
  [
    'consumable-60x40',
    {
      noun: 'consumable',
      name: '耗材标签 60×40',
      paper: place,
      elements: card(
        inside(place, 2),
        '{goodsName}',
        {
          facts: ['编码 {goodsCode}', '规格 {spec}', '品牌 {brand}', '单位 {unit}', '最低库存 {minStock}'],
          rows: 5,
          rowMm: 4.9,
          sizeMm: 3,
        },
        4.4,
      ),
    },
  ],
  [
    'person-70x50',
    {
      noun: 'person',
      name: '工牌标签 70×50',
      paper: badge,
      elements: card(
        inside(badge, 2.5),
        '{userName}',
        { facts: ['工号 {employeeNo}', '部门 {deptId}', '职位 {position}'], rows: 3, rowMm: 6, sizeMm: 3.6 },
        7,
      ),
    },
  ],
  ['blank-40x30', blank('空白码标签 40×30', asset40, inside(asset40, 1.5))],
  ['blank-a4-3x8', blank('空白码标签 A4 3列8行', a4of24, inside(a4of24, 5.5, 4.5))],
])
