import { choice, date, person, text, integer } from '../../../kernel/field.ts'
import { recordKinds } from '../all.ts'
import type { Table } from '../../tables/define.ts'

const never = { required: 'never' } as const

/** What came of a sheet that was to be imported. */
export const importOutcomes = {
  running: '导入中',
  whole: '已导入',
  partial: '部分导入',
  failed: '未导入',
} as const
export type ImportOutcome = keyof typeof importOutcomes

/** Sheets that were imported, or were meant to be. */
export const importTable: Table = {
  name: 'imports',
  title: '导入记录',
  columns: {
    fileName: { ...text('文件', never), asked: true, sorted: true, read: true, shown: true, names: true, widthPx: 320 },
    noun: {
      ...choice(
        '表格内容',
        recordKinds.map(({ noun, title }) => ({ value: noun, label: title })),
        never,
      ),
      asked: true,
      sorted: true,
      shown: true,
      widthPx: 112,
    },
    outcome: {
      ...choice(
        '结果',
        Object.entries(importOutcomes).map(([value, label]) => ({ value, label })),
        never,
      ),
      asked: true,
      shown: true,
      widthPx: 136,
    },
    rowCount: { ...integer('数据行数', never), asked: true, sorted: true, shown: true, widthPx: 88 },
    skippedCount: { ...integer('未导入的行', never), asked: true, sorted: true, shown: true, widthPx: 104 },
    createdByName: { ...text('导入人', never), shown: true, widthPx: 96 },
    createdAt: { ...date('上传时间', never), asked: true, sorted: true, moment: true, shown: true, widthPx: 136 },
    createdBy: { ...person('导入人', never), asked: true, besides: true },
  },
  usualOrder: '最新的在前',
}
