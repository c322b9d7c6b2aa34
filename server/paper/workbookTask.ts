import { writeXlsx } from 'hucre/xlsx'
import type { Paper } from '../../domain/paper/paper.ts'
import { columnLooks, withoutControls, xlsxValue } from './workbookCell.ts'

const nameAtMost = 31

/** A paper as a workbook: what stands in its head on the first sheet, each table on one of its own. */
export const run = async (paper: Paper): Promise<Uint8Array> => {
  const head = [
    [paper.organisation, ''],
    [paper.title, paper.status],
    ...[...paper.facts, ...paper.fields.filter(({ pictures }) => pictures.length === 0)].map(({ label, value }) => [label, value]),
    [paper.foot, ''],
  ]
  const sheets = paper.tables.map(({ title, columns, rows }) => ({
    name: title.slice(0, nameAtMost),
    freezePane: { rows: 1 },
    columns: columns.map(({ look }) => columnLooks[look ?? 'text']),
    rows: [
      columns.map(({ label }) => label),
      ...rows.map((row) => row.map((text, index) => xlsxValue({ text, amount: columns[index]?.number ?? false }, columns[index]?.look))),
    ],
  }))
  return writeXlsx({
    sheets: [{ name: paper.headings.form.slice(0, nameAtMost), rows: head.map((row) => row.map(withoutControls)) }, ...sheets],
  })
}
