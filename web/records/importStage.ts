import type { Analysis, Checked, ImportStatus } from '../../domain/bulk/transferOperations.ts'
import type { PossibleEncoding } from '../../domain/records/import/encodings.ts'
import { fullTime } from '../shell/dateWords.ts'
import { t } from '../words.ts'

export type Mapping = Readonly<Record<string, number | null>>
/** How a person wants a sheet to be read. */
export type Way = { mapping: Mapping; answers: Readonly<Record<string, string>>; createMissing: boolean; skipBad: boolean }
export type Stage =
  | { at: 'choose' }
  | { at: 'encoding'; file: File; possible: readonly PossibleEncoding[] }
  | { at: 'match'; analysis: Analysis; way: Way }
  | { at: 'checked'; analysis: Analysis; way: Way; checked: Checked }
  | { at: 'running'; status: ImportStatus }
  | { at: 'done'; status: ImportStatus }
  | { at: 'failed' }

/** What a running import has come to. */
export const after =
  (status: ImportStatus) =>
  (now: Stage): Stage => {
    if (now.at !== 'running') return now
    if (status.state === 'running') return { at: 'running', status }
    return status.state === 'done' ? { at: 'done', status } : { at: 'failed' }
  }

export const initialStatus = (id: string, rowCount: number): ImportStatus => ({
  id,
  fileName: '',
  state: 'running',
  rowCount,
  doneCount: 0,
  documentId: null,
  skippedCount: 0,
})

/** What is named and not there is made, and shown before anything is imported. */
export const wayOf = ({ mapping, answers }: Analysis): Way => ({ mapping, answers, createMissing: true, skipBad: false })

/** True for a sheet whose columns were matched before, so that no one need look at them again. */
export const isKnown = ({ remembered, missing, sheets, rowCount }: Analysis): boolean =>
  remembered && missing.length === 0 && sheets.length < 2 && rowCount > 0

/** A column that was taken away is said to be, or the server would find it again. */
export const stepOf = ({ id, sheet, columns }: Analysis, { mapping, answers, createMissing, skipBad }: Way) => ({
  id,
  mapping: Object.fromEntries(columns.map(({ key }) => [key, mapping[key] ?? null])),
  answers: { ...answers },
  createMissing,
  skipBad,
  ...(sheet && { sheet }),
})

export const againWords = ({ at, count }: { at: string; count: number }): string =>
  t('同一个文件已在{time}导入过，共 {count} 行；再导入一次会有两份。', { time: fullTime(at), count })

/** The same thing wrong in many rows of a column is said once. */
export type ErrorGroup = Checked['errors'][number] & { readonly rows: readonly number[] }

export const groupErrors = (errors: Checked['errors']): ErrorGroup[] =>
  [...Map.groupBy(errors, ({ column, words }) => `${column} ${words}`).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, rows: [first, ...others].map(({ row }) => row) }] : [],
  )

/** The columns of the sheet that stand for none of ours; those without words are nothing. */
export const unusedHeadersOf = ({ headers }: Pick<Analysis, 'headers'>, mapping: Mapping): Analysis['headers'] => {
  const usedIndexes = new Set(Object.values(mapping))
  return headers.filter(({ at, header, samples }) => !usedIndexes.has(at) && (header || samples.length > 0))
}
