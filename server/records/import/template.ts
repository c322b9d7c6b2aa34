import { writeXlsx } from 'hucre/xlsx'
import { kindOf, optionsOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { cellWords, type Column, importColumns } from '../../../domain/records/columns.ts'
import { recordOf } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { SheetFormat } from '../../../domain/bulk/transferOperations.ts'
import { csvLine } from '../export/sheetFile.ts'

type Language = 'zh' | 'en'

/** An empty sheet with the right headers; as a workbook it has a second sheet that explains them. A star marks what must be filled in. */
export const templateOf = async (kind: RecordKind, format: SheetFormat, language: Language): Promise<Buffer> => {
  const words = (text: string) => inWords(language, text)
  const columns = importColumns(kind)
  const headers = columns.map(({ label, required }) => (required ? '*' : '') + words(label))
  if (format === 'csv') return Buffer.from('\ufeff' + csvLine(headers))
  const explanations = columns.map((column) => [words(column.label), column.required ? words('必填') : '', explain(column, language)])
  const bytes = await writeXlsx({
    // The same template is the same file, whenever it is fetched.
    properties: { created: new Date(0), modified: new Date(0) },
    sheets: [
      {
        name: words(kind.title),
        rows: [headers],
        columns: headers.map((header) => ({ width: Math.max(12, header.length * 2.4) })),
        freezePane: { rows: 1 },
      },
      {
        name: words('填写说明'),
        rows: [['列', '是否必填', '说明'].map(words), ...explanations],
        columns: [{ width: 20 }, { width: 12 }, { width: 60 }],
      },
    ],
  })
  return Buffer.from(bytes)
}

const explain = ({ field: { control, hint }, label }: Column, language: Language): string => {
  const words = (text: string, params = {}) => inWords(language, text, { ...params, label: inWords(language, label) })
  const options = optionsOf(control)
  if (options) return words(cellWords(control).words, { options: options.map((option) => words(option.label)).join(' / ') })
  const noun = refersTo(control)
  if (noun) return words(recordOf(noun).parent ? '填写{label}的编码、名称或路径，如“A座/3层”' : '填写{label}的编码或名称')
  const example = kindOf(control).cell?.example ?? hint
  return example === undefined ? '' : words(example)
}
