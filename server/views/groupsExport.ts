import { may } from '../../domain/access/permission.ts'
import { inWords } from '../../domain/english/all.ts'
import { groupsExportAccess, tableGroupsExport } from '../../domain/tables/groupExportOperations.ts'
import type { ListFormat } from '../../domain/bulk/transferOperations.ts'
import type { Table } from '../../domain/tables/define.ts'
import { type GroupKey, groupsAtMost, inReadingOrder } from '../../domain/tables/grouping.ts'
import { needsTotals } from '../../domain/tables/pivot.ts'
import type { Group, Groups } from '../../domain/tables/groupOperations.ts'
import { figureWords, groupKeyWords, groupWords } from '../../domain/tables/groupWords.ts'
import type { Params } from '../../kernel/refusal.ts'
import { type Handler, handleOneByOne, type OneByOne } from '../call.ts'
import { Forbidden } from '../httpError.ts'
import { type ListColumn, listFile, lookOfField, wholeList } from '../records/export/lists.ts'
import { groupsOf } from './groups.ts'
import { type GroupLine, type GroupSheet, type GroupsLayout, pivotSheet } from './pivotSheet.ts'
import { exportedRowsAsked, lookedAt } from './tableRows.ts'

const linesOf = (
  { language }: Pick<OneByOne, 'language'>,
  { table, by }: GroupsLayout,
  { list, others: remainder, total, names }: Groups,
): GroupLine[] => {
  const say = (text: string, params?: Params) => inWords(language, text, params)
  const speaker = { say, nameOf: (id: string) => names[id] ?? '' }
  const cellsOf = ({ count, figures }: Omit<Group, 'keys'>) => [String(count), ...figures]
  const groupLines = inReadingOrder(table, by, list).map((group) => ({
    titles: by.map((key, index) => groupWords(table, key, group.keys[index] ?? null, speaker)),
    cells: cellsOf(group),
  }))
  return [
    ...groupLines,
    ...(remainder ? [{ titles: [say('其他{count}组', { count: remainder.groups })], cells: cellsOf(remainder) }] : []),
    { titles: [say('合计')], cells: cellsOf(total) },
  ]
}

const columnsOf = ({ language }: Pick<OneByOne, 'language'>, { table, by, figures }: GroupsLayout): ListColumn<GroupLine>[] => {
  const say = (text: string, params?: Params) => inWords(language, text, params)
  const keys = by.length === 0 ? [''] : by.map((key) => groupKeyWords(table, key, say))
  return [
    ...keys.map((label, index): ListColumn<GroupLine> => ({ label, cell: ({ titles }) => titles[index] ?? null })),
    { label: '条数', cell: ({ cells }) => cells[0] ?? null, amount: true },
    ...figures.map((figure, index): ListColumn<GroupLine> => {
      const column = table.columns[figure.key]
      return { label: figureWords(table, figure, say), cell: ({ cells }) => cells[index + 1] ?? null, ...(column && lookOfField(column)) }
    }),
  ]
}

/** So many values stand side by side in a pivot, on a page and in a sheet; of more the groups stand one below the other. */
const pivotColumnsAtMost = { pdf: 12, xlsx: 256, csv: 256 } as const

const groupSheet = (call: Pick<OneByOne, 'language'>, layout: GroupsLayout, groups: Groups): GroupSheet => ({
  columns: columnsOf(call, layout),
  lines: linesOf(call, layout, groups),
})

/** The groups of a table as a file, for those who may take its rows away. */
export const groupsExportHandler: Handler = handleOneByOne(
  tableGroupsExport,
  (call, { table: name, asked: question, by, figures, format, isPivot }) =>
    listFile(call, async (tx) => {
      const reader = { ...call, tx }
      const table = await lookedAt(reader, name)
      if (!may(call.session.codes, groupsExportAccess(name))) throw new Forbidden()
      const groupsBy = async (keys: readonly GroupKey[]) =>
        groupsOf(reader, table, await exportedRowsAsked(reader, name, question), { by: keys, figures, limit: groupsAtMost })
      const groups = await groupsBy(by)
      const layout = { table, by, figures }
      if (!isPivot || by.length < 2 || isTooWide(layout, groups, format)) return fileOf(table, groupSheet(call, layout, groups), format)
      const hasTotals = needsTotals(
        figures.map(({ of }) => ({ isAdded: of === 'sum' })),
        groups.others !== null,
      )
      const totals = hasTotals ? { rows: (await groupsBy(by.slice(0, -1))).list, columns: (await groupsBy(by.slice(-1))).list } : undefined
      return fileOf(table, pivotSheet(call, layout, { groups, totals }), format)
    }),
)

const isTooWide = ({ figures }: GroupsLayout, { list }: Groups, format: ListFormat): boolean =>
  new Set(list.map(({ keys }) => keys.at(-1))).size * Math.max(1, figures.length) > pivotColumnsAtMost[format]

const fileOf = ({ title }: Table, { columns, lines }: GroupSheet, format: ListFormat) => ({
  title,
  format,
  columns,
  read: wholeList(lines),
})
