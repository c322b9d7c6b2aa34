import { writeXlsx } from 'hucre/xlsx'
import type { Paper } from '../../domain/paper/paper.ts'

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
    rows: [
      columns.map(({ label }) => label),
      ...rows.map((row) =>
        row.map((cell, at) => (columns[at]!.number && isNumber(cell) ? Number(cell) : cell === '' ? null : plain(cell))),
      ),
    ],
  }))
  return writeXlsx({ sheets: [{ name: paper.headings.form.slice(0, nameAtMost), rows: head.map((row) => row.map(plain)) }, ...sheets] })
}

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(text)

/** XML has no place for control characters. */
const plain = (text: string): string => text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
