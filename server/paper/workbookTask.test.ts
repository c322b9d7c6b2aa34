import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXlsx } from 'hucre/xlsx'
import type { Paper } from '../../domain/paper/paper.ts'
import { run } from './workbookTask.ts'

const paper: Paper = {
  title: '盘点报告',
  organisation: '晨星科技',
  status: '已完成',
  good: true,
  size: 'A4',
  facts: [{ label: '盘点单号', value: 'PD\u0000001' }],
  fields: [],
  tables: [
    {
      title: '明细',
      columns: [
        { label: '编码', number: false },
        { label: '数量', number: true },
        { label: '金额', number: true, look: 'money' },
        { label: '日期', number: false, look: 'day' },
        { label: '时间', number: false, look: 'moment' },
      ],
      rows: [
        ['001', '3', '12300.50', '2026-01-31', '2026-11-28 13:05'],
        ['2026-01-31', '', '未估价', '待定', '\u0001'],
      ],
    },
  ],
  total: undefined,
  decisions: [],
  comments: [],
  signing: [],
  foot: '王芳打印于2026-11-28 13:05',
  headings: { form: '概况', decisions: '审批记录', comments: '评论' },
}

test('in a workbook of a paper days and moments are dates, money has its format, and text stays text', async () => {
  const { sheets } = await readXlsx(await run(paper), { readStyles: true })
  assert.deepEqual(sheets[0]?.rows.slice(2, 3), [['盘点单号', 'PD001']])
  assert.deepEqual(sheets[1]?.rows.slice(1), [
    ['001', 3, 12300.5, new Date('2026-01-31T00:00Z'), new Date('2026-11-28T13:05Z')],
    ['2026-01-31', null, '未估价', '待定', ''],
  ])
  const formats = ['1,2', '1,3', '1,4'].map((place) => sheets[1]?.cells?.get(place)?.style?.numFmt)
  assert.deepEqual(formats, ['#,##0.00', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm'])
})
