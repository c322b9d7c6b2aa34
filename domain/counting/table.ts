import { choice, date, person, text, integer, quantity } from '../../kernel/field.ts'
import { countTaskStates } from './task.ts'
import type { Table, TableColumn } from '../tables/define.ts'

const never = { required: 'never' } as const

const states = Object.entries(countTaskStates).map(([value, label]) => ({ value, label }))
const moment = (label: string): TableColumn => ({ ...date(label, never), asked: true, sorted: true, moment: true, widthPx: 112 })

/** Counts, with how far each is. */
export const countTable: Table = {
  name: 'gsinventorytask',
  title: '盘点任务',
  columns: {
    name: { ...text('盘点名称', never), asked: true, sorted: true, read: true, shown: true, names: true },
    code: { ...text('盘点编号', never), asked: true, sorted: true, shown: true, widthPx: 208 },
    done: { ...text('进度', never), shown: true, widthPx: 176 },
    expected: { ...integer('应盘', never), asked: true, sorted: true, summedInGroups: true, widthPx: 88 },
    differing: { ...integer('差异', never), asked: true, shown: true, summedInGroups: true, widthPx: 72 },
    accuracy: { ...quantity('准确率（%）', { ...never, places: 2 }), asked: true, widthPx: 96 },
    openedByName: { ...text('发起人', never), shown: true, widthPx: 88 },
    openedAt: { ...moment('开始时间'), shown: true },
    dueOn: { ...date('截止日期', never), asked: true, sorted: true, shown: true, widthPx: 112 },
    closedAt: moment('完成时间'),
    state: { ...choice('状态', states, never), asked: true, sorted: true, shown: true, widthPx: 96 },
    openedBy: { ...person('发起人', never), asked: true, besides: true },
  },
  usualOrder: '最新的在前',
}
