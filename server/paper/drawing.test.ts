import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Paper } from '../../domain/paper/paper.ts'
import { seriesColours } from '../../domain/tables/seriesColours.ts'
import { drawn } from './drawing.ts'
import { run } from './drawingTask.ts'

const paper: Paper = {
  title: '李明提交的资产领用',
  organisation: '晨星科技',
  status: '已通过',
  good: true,
  size: 'A4',
  facts: [
    { label: '申请人', value: '李明' },
    { label: '部门', value: '行政部' },
    { label: '申请时间', value: '2026-11-21 18:03' },
  ],
  fields: [
    { label: '领用原因', value: '新同事入职，需要一台笔记本电脑。', long: true, pictures: [] },
    { label: '使用部门', value: '行政部', long: false, pictures: [] },
    { label: '故障图片', value: '', long: true, pictures: ['a/p.png', 'a/gone.png'] },
  ],
  tables: [
    {
      title: '明细',
      columns: [
        { label: '资产型号', number: false },
        { label: '数量', number: true },
      ],
      rows: [['笔记本电脑', '1']],
    },
  ],
  decisions: [
    {
      step: '部门负责人审批',
      name: '赵经理',
      verdict: '已同意',
      good: true,
      at: '2026-11-21 18:10',
      moves: ['孙总转交给赵经理 · 2026-11-21 18:06：我出差'],
      comment: '情况属实，同意',
      signature: 'a/s.png',
      files: '',
    },
  ],
  total: undefined,
  signing: [],
  comments: [{ name: '王库管', at: '2026-11-21 18:20', body: '已备好。' }],
  foot: '李明打印于2026-11-21 18:30',
  headings: { form: '申请内容', decisions: '审批记录', comments: '评论' },
}

const picture = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#000000' } })
  .png()
  .toBuffer()
const pictures = new Map([
  ['a/s.png', picture],
  ['a/p.png', picture],
])

/** What the pages of a PDF draw, as its operators. */
const contentOf = (pdf: Buffer): string => {
  const parts: string[] = []
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    try {
      parts.push(inflateSync(pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))).toString('latin1'))
    } catch {
      // What is not packed is no page.
    }
  }
  return parts.join('\n')
}

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

/** The letters that a PDF says it shows, read off the tables from glyphs to letters that its fonts carry. */
const lettersOf = (pdf: Buffer): Set<string> => {
  const letters = new Set<string>()
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    const end = pdf.indexOf('\nendstream', at)
    let text: string
    try {
      text = inflateSync(pdf.subarray(at + 7, end)).toString('latin1')
    } catch {
      continue
    }
    if (!text.includes('begincmap')) continue
    for (const [, code] of text.matchAll(/<([0-9a-f]{4})>/gi)) letters.add(String.fromCharCode(Number.parseInt(code!, 16)))
  }
  return letters
}

test('a page of A4 with the applicant, the decision, the font inside and a link back', async () => {
  const pdf = await drawn([{ paper, link: 'https://zaice.example/#/pages/flow/progress?processId=7' }], pictures)
  const text = pdf.toString('latin1')
  assert.match(text, /^%PDF-1\.\d/)
  assert.equal(pagesOf(pdf), 1)
  assert.match(text, /\/FontFile3 /)
  assert.match(text, /zaice\.example/)
  assert.ok(pdf.length < 300_000, `${pdf.length} bytes: only the letters in use are inside`)
  const letters = lettersOf(pdf)
  for (const letter of '李明赵经理已同意情况属实行政部笔记本电脑评论') assert.ok(letters.has(letter), letter)
})

test('many lines go over several pages, each with its number', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [`笔记本电脑 ${index}`, '1'])
  const pdf = await drawn(
    [{ paper: { ...paper, tables: [{ ...paper.tables[0]!, rows, totals: ['', '120'] }] }, link: 'https://zaice.example' }],
    pictures,
  )
  assert.ok(pagesOf(pdf) >= 3 && pagesOf(pdf) <= 6, `${pagesOf(pdf)} pages`)
})

test('the number of a line stands in one line, however many there are', async () => {
  const pages = async (count: number) => {
    const rows = Array.from({ length: count }, () => ['笔记本电脑', '1'])
    return pagesOf(await drawn([{ paper: { ...paper, tables: [{ ...paper.tables[0]!, rows }] }, link: 'https://zaice.example' }], pictures))
  }
  // Eleven times the lines of two digits take no more than eleven times the pages.
  assert.ok((await pages(1089)) <= 11 * (await pages(99)))
})

test('a table of many columns is drawn smaller instead of one letter in a line', async () => {
  const columns = Array.from({ length: 21 }, (_, column) => ({ label: `第${column}列`, number: false }))
  const rows = Array.from({ length: 100 }, () => columns.map(() => '宁波艺林办公家具有限公司'))
  const wide = { ...paper, landscape: true as const, fields: [], decisions: [], comments: [], tables: [{ title: '明细', columns, rows }] }
  assert.ok(pagesOf(await drawn([{ paper: wide, link: 'https://zaice.example' }], pictures)) <= 12)
})

test('sums that are longer than what they sum stand in one line', async () => {
  const columns = Array.from({ length: 14 }, (_, column) => ({ label: String(column), number: true }))
  const pages = async (total: string) => {
    const table = { title: '领用', columns, rows: [columns.map(() => '1')], totals: columns.map(() => total) }
    const tables = Array.from({ length: 40 }, () => table)
    return pagesOf(await drawn([{ paper: { ...paper, landscape: true, tables }, link: 'https://zaice.example' }], pictures))
  }
  assert.ok((await pages('¥1,234,567,890.00')) <= (await pages('14')))
})

test('the bars of a table are drawn beside its rows, with what their colours mean', async () => {
  const rows = [
    ['研发中心', '30'],
    ['行政部', '10'],
    ['财务部', '-5'],
  ]
  const bars = { legend: ['一月', '二月'], rows: [[0.5, 0.5], [0.25], [-0.125]] }
  const { columns } = paper.tables[0]!
  const colouredBoxes = async (tables: Paper['tables']) => {
    const pdf = await drawn([{ paper: { ...paper, landscape: true, tables }, link: 'https://zaice.example' }], pictures)
    const drawing = contentOf(pdf)
    const operator = (colour: string) => `${[1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).join(' ')} scn`
    return seriesColours.slice(0, 2).map((colour) => drawing.split(operator(colour)).length - 1)
  }
  assert.deepEqual(
    await colouredBoxes([{ title: '领用', columns, rows, bars }]),
    [3, 2],
    'two bars and the legend, one part and the legend; what is below nought has another colour',
  )
  assert.deepEqual(await colouredBoxes([{ title: '领用', columns, rows }]), [0, 0])
})

test('papers of both sizes go into one file, each on pages of its own; A5 lies on its side', async () => {
  const sheets = (['A4', 'A5', 'A5'] as const).map((size) => ({
    paper: { ...paper, size, decisions: [], comments: [], fields: [] },
    link: 'https://zaice.example',
  }))
  const pdf = await drawn(sheets, pictures)
  const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => Number(width) > Number(height),
  )
  assert.deepEqual(boxes, [false, true, true])
})

test('texts without an end and letters that the font lacks break nothing', async () => {
  const long = '长'.repeat(6000)
  const endless: Paper = {
    ...paper,
    title: '𠮷😀 <b>',
    fields: [{ label: '原因', value: long, long: true, pictures: [] }],
    decisions: [{ ...paper.decisions[0]!, comment: long.slice(0, 500) }],
  }
  const pdf = await drawn([{ paper: endless, link: 'https://zaice.example' }], pictures)
  assert.ok(pagesOf(pdf) >= 2)
})

test('as a task it takes pictures of any kind from where they lie, and leaves out what is none or is not there', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'zaice-paper-'))
  const places = ['a/s.png', 'a/p.png', 'a/gone.png'].map((path, at): [string, string] => [path, join(dir, String(at))])
  await sharp(picture).resize(2000, 900).jpeg().toFile(places[0]![1])
  writeFileSync(places[1]![1], 'no picture')
  const pdf = Buffer.from(await run({ sheets: [{ paper, link: 'https://zaice.example' }], pictures: places }))
  rmSync(dir, { recursive: true })
  assert.equal(pdf.subarray(0, 5).toString('latin1'), '%PDF-')
  assert.equal(pdf.toString('latin1').match(/\/Subtype \/Image/g)?.length, 1)
})
