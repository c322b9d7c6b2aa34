import { writeXlsx } from 'hucre/xlsx'
import { cellWords, type Column, importColumns } from '../../../domain/records/columns.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { SheetFormat } from '../../../domain/operations/transfer.ts'
import { csvLine } from '../export/sheetFile.ts'

/** An empty sheet with the right headers; as a workbook it has a second sheet that explains them. A star marks what must be filled in. */
export const templateOf = async (kind: RecordKind, format: SheetFormat): Promise<Buffer> => {
  const columns = importColumns(kind)
  const headers = columns.map(({ label, required }) => (required ? `*${label}` : label))
  if (format === 'csv') return Buffer.from('\ufeff' + csvLine(headers))
  const bytes = await writeXlsx({
    sheets: [
      { name: kind.title, rows: [headers], columns: headers.map((header) => ({ width: Math.max(12, header.length * 2.4) })), freezePane: { rows: 1 } },
      { name: '填写说明', rows: [['列', '是否必填', '说明'], ...columns.map((column) => [column.label, column.required ? '必填' : '', explain(column)])], columns: [{ width: 20 }, { width: 10 }, { width: 60 }] },
    ],
  })
  return Buffer.from(bytes)
}

const explain = ({ field: { control, hint, label } }: Column): string => {
  if (control.type === 'choice') return cellWords(control).words.replace('{label}', '').replace('{options}', control.options.map((option) => option.label).join('、'))
  if (control.type === 'reference') return `填写${label}的编码或名称${treeNouns.has(control.to) ? '，有上级时可写路径，如“A座/3层”' : ''}`
  if (control.type === 'date') return '日期，如 2026-01-31'
  return hint ?? ''
}

const treeNouns = new Set<string>(['location', 'category', 'department'])
