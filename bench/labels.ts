import { statSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from '../domain/labels/codes.ts'
import { deliveredTemplates } from '../domain/labels/deliveredTemplates.ts'
import { assertDefined } from '../kernel/assert.ts'
import { type LabelDrawing, type LabelItem, run } from '../server/labels/drawingTask.ts'
import { printBar } from './report.ts'

const labels = 5000
const turns = 3

/**
 * Drawing labels over making their codes alone, which is the least that any way of drawing them costs; the two take turns, so that a machine
 * that is slower for a while is slower for both. Answers how many bars were missed.
 */
export const measureLabels = async ({ dir, say }: { dir: string; say: (line: string) => void }): Promise<number> => {
  say('Labels')
  const items = Array.from({ length: labels }, (_, n) => itemOf(n))
  const file = join(dir, 'labels')
  const shift = { offsetXMm: 0, offsetYMm: 0, scalePercent: 100 }
  const ways: readonly { title: string; key: string; as: LabelDrawing['as']; atMost: number; bytesAtMost: number }[] = [
    { title: 'PDF of a roll', key: 'asset-60x40', as: { kind: 'pdf', file, startCell: 1, shift }, atMost: 5, bytesAtMost: 2400 },
    { title: 'PDF of sheets', key: 'asset-a4-3x8', as: { kind: 'pdf', file, startCell: 1, shift }, atMost: 5, bytesAtMost: 800 },
    {
      title: 'dots at 203 dpi in TSPL',
      key: 'asset-60x40',
      as: { kind: 'bytes', file, settings: { language: 'tspl', dpi: 203, ...shift, blackBit: null, speed: null, density: null } },
      atMost: 5,
      bytesAtMost: 20_000,
    },
  ]
  let missed = 0
  for (const { title, key, as, atMost, bytesAtMost } of ways) {
    const template = assertDefined(deliveredTemplates.get(key), key)
    const spent = { drawing: 0, codes: 0 }
    for (let turn = 0; turn <= turns; turn++) {
      const start = performance.now()
      await run({ template, items, pictures: [], as })
      const between = performance.now()
      for (const { values } of items) encode('qr', values['link']!)
      // The first of each does not count: it opens the font and warms the code.
      if (turn === 0) continue
      spent.drawing += between - start
      spent.codes += performance.now() - between
    }
    console.log(`${labels} labels, ${title}: ${(spent.drawing / turns / 1000).toFixed(2)} s, ${(statSync(file).size / 1e6).toFixed(1)} MB`)
    if (!printBar(`${title} over its codes alone`, spent.drawing / spent.codes, { atMost })) missed++
    if (!printBar(`${title}, bytes of a label`, statSync(file).size / labels, { atMost: bytesAtMost })) missed++
  }
  return missed
}

const names = ['笔记本电脑', '显示器', '投影仪', '会议桌', '激光打印机', '机架服务器', '交换机', '空调', '人体工学椅', '摄像机']
const departments = ['研发一部', '市场部', '财务部', '行政人事部', '供应链管理部', '质量部']

const itemOf = (n: number): LabelItem => {
  const code = `ZC2026${String(n).padStart(6, '0')}`
  return {
    id: String(n),
    title: code,
    copies: 1,
    values: {
      organisation: '晨星科技（深圳）有限公司',
      instanceCode: code,
      code,
      link: `HTTPS://ZAICE.EXAMPLE.COM/Q/${code}`,
      instanceName: `${names[n % names.length]} ${n}`,
      goodsId: `${names[(n * 7) % names.length]} 标准型`,
      locId: `深圳总部 A 座 ${n % 30} 层`,
      deptId: departments[n % departments.length]!,
      boughtOn: '2026-03-15',
    },
  }
}
