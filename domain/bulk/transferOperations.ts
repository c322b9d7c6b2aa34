import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import type { FieldType } from '../../kernel/field.ts'
import { selectedAtMost } from './limits.ts'
import { recordKinds } from '../records/all.ts'
import type { RecordKind } from '../records/define.ts'
import { encodings } from '../records/import/encodings.ts'
import { changedByRecord, idInput, operation } from '../operations/define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { recordOperations } from '../records/operations.ts'
import { recordCodeOf } from '../records/code.ts'

/** What a sheet is written as. */
export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** What a list is written as: a sheet, or pages to print. */
export const listFormats = [...sheetFormats, 'pdf'] as const
export type ListFormat = (typeof listFormats)[number]

/** How a list is written: its columns by their keys, in order; without them all that a sheet of it shows. */
export const asWritten = {
  format: v.optional(v.picklist(listFormats, '格式应为 xlsx、csv 或 pdf'), 'xlsx'),
  columns: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(60)), '应为列表'), v.minLength(1, '请至少选择一列'), v.maxLength(60, '最多{max}项')),
  ),
}

const chosenIds = v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(selectedAtMost, '最多{max}项'))

/** What is chosen of a list: rows by their ids, or all that is asked for but some. */
export const chosen = { ids: v.optional(v.pipe(chosenIds, v.minLength(1, '请至少选择一项'))), except: v.optional(chosenIds) }

/** The same of a list whose rows have no number of their own, by what tells them apart. */
const chosenKeys = v.pipe(v.array(v.pipe(v.string(), v.maxLength(60)), '应为编号列表'), v.maxLength(selectedAtMost, '最多{max}项'))
export const chosenRows = { ids: v.optional(v.pipe(chosenKeys, v.minLength(1, '请至少选择一项'))), except: v.optional(chosenKeys) }

/** A file that stands in no envelope. */
const file = v.any()
const format = v.optional(v.picklist(sheetFormats, '格式应为 xlsx 或 csv'), 'xlsx')
const mapping = v.optional(
  v.record(v.pipe(v.string(), v.maxLength(60)), v.nullable(v.pipe(v.number('应为列号'), v.integer(), v.minValue(0), v.maxValue(999)))),
)

/** What was answered to the questions about a sheet, by their keys. */
const answers = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(80)), v.pipe(v.string(), v.maxLength(40))),
    v.check((value) => Object.keys(value).length <= 100, '回答太多'),
  ),
  {},
)

/** How the letters of a text file are written, once a person was asked. */
const encoding = v.optional(v.picklist(encodings.map(({ value }) => value)))

const sheetName = v.pipe(v.string(), v.maxLength(100))

const column = v.object({
  key: v.string(),
  label: v.string(),
  required: v.boolean(),
  /** The columns that say the same together. */
  instead: v.array(v.string()),
  hint: v.nullable(v.string()),
})
/** Something wrong in a cell: the sheet's own row number and column letters, so that a person can go there. */
const problem = v.object({ row: v.number(), column: v.string(), label: v.string(), value: v.string(), words: v.string() })
export type SheetProblem = v.InferOutput<typeof problem>

/** An uploaded sheet as it was understood: which of its columns is which. Columns count from 0. */
const analysis = v.object({
  id: v.string(),
  fileName: v.string(),
  /** The sheets that can be seen in a workbook, and the one that was read; none in a file that is text. */
  sheets: v.array(v.string()),
  sheet: v.string(),
  rowCount: v.number(),
  /** How many of the rows are hidden in the sheet. */
  hiddenCount: v.number(),
  /** When the very same file was imported last, and how many rows it was. */
  importedBefore: v.nullable(v.object({ at: v.string(), count: v.number() })),
  /** The columns of the sheet with their headers and first values; `ownControl` is the own field that one could make of it, where the reader may. */
  headers: v.array(
    v.object({
      at: v.number(),
      letters: v.string(),
      header: v.string(),
      samples: v.array(v.string()),
      ownControl: v.nullable(v.custom<FieldType>((value) => typeof value === 'object' && value !== null)),
    }),
  ),
  /** The columns that may be told where to find theirs. */
  columns: v.array(column),
  mapping: v.record(v.string(), v.number()),
  /** Required columns that no column of the sheet was found for. */
  missing: v.array(v.string()),
  /** True where the columns are matched as a person matched them the last time. */
  remembered: v.boolean(),
  /** What was answered the last time. */
  answers: v.record(v.string(), v.string()),
})
export type Analysis = v.InferOutput<typeof analysis>

/** Something that only a person knows; without options a number is asked for. */
const question = v.object({
  key: v.string(),
  words: v.string(),
  /** The letters of the column in the sheet; empty where it is about rows. */
  column: v.string(),
  options: v.array(v.object({ value: v.string(), label: v.string() })),
  samples: v.array(v.string()),
  count: v.number(),
  answer: v.nullable(v.string()),
})
export type SheetQuestion = v.InferOutput<typeof question>

const checked = v.object({
  id: v.string(),
  /** How many rows would be imported, and how many records come of them. */
  rowCount: v.number(),
  pieceCount: v.number(),
  /** How many rows something is wrong with; they are left out where that was asked for. */
  badRowCount: v.number(),
  /** What is asked before anything is imported; `answer` is null where it is open. */
  questions: v.array(question),
  /** What would be changed of records that are there: how many, how many stay as they are, and what of each field. */
  updates: v.object({
    count: v.number(),
    sameCount: v.number(),
    fields: v.array(
      v.object({
        label: v.string(),
        count: v.number(),
        samples: v.array(v.object({ name: v.string(), before: v.string(), after: v.string() })),
      }),
    ),
  }),
  /** What a person should know although nothing is wrong. */
  notes: v.array(v.string()),
  /** Pictures that were sent with the sheet: how many, those that no row asks for, and names in cells that no picture has. */
  pictures: v.object({
    count: v.number(),
    unused: v.array(v.string()),
    unusedCount: v.number(),
    missing: v.array(v.string()),
    missingCount: v.number(),
  }),
  errorCount: v.number(),
  errors: v.array(problem),
  /** What the rows name that is not on record, and would be made on the way. */
  willCreate: v.array(v.object({ title: v.string(), names: v.array(v.string()), count: v.number() })),
})
export type Checked = v.InferOutput<typeof checked>

const addedPictures = v.object({
  /** How many came with this file, and how many there are for the sheet. */
  added: v.number(),
  count: v.number(),
  /** What is no picture and was left aside. */
  others: v.array(v.string()),
  othersCount: v.number(),
})
export type AddedPictures = v.InferOutput<typeof addedPictures>

const status = v.object({
  id: v.string(),
  fileName: v.string(),
  state: v.picklist(['analysed', 'running', 'done', 'failed']),
  rowCount: v.number(),
  doneCount: v.number(),
  documentId: v.nullable(v.string()),
  /** How many rows were left out because something is wrong with them. */
  skippedCount: v.number(),
})
export type ImportStatus = v.InferOutput<typeof status>

/** What the steps of an import say, from the first check on: how the sheet is meant. */
const steps = v.strictObject({
  id: idInput,
  mapping,
  answers,
  createMissing: v.optional(v.boolean(), false),
  skipBad: v.optional(v.boolean(), false),
  sheet: v.optional(sheetName),
})

/** How a sheet comes here: its template, the sheet itself, and the pictures that go with it. */
const uploadOperationsOf = (kind: RecordKind) => {
  const base = `/api/${kind.path}`
  const noun = recordCodeOf(kind)
  const mayImport: readonly FunctionCode[] = [`${noun}:import`]
  return {
    template: operation({
      name: `${noun}.template`,
      method: 'GET',
      path: `${base}/template`,
      title: '{title}导入模板',
      kind: kind.title,
      access: mayImport,
      input: v.strictObject({ format }),
      output: file,
      reads: true,
    }),
    upload: operation({
      name: `${noun}.importUpload`,
      path: `${base}/import/upload`,
      title: '上传{title}表格',
      changes: [],
      kind: kind.title,
      access: mayImport,
      uploads: true,
      input: v.strictObject({ encoding }),
      output: analysis,
    }),
    read: operation({
      name: `${noun}.importRead`,
      path: `${base}/import/read`,
      title: '读取{title}表格的另一张工作表',
      kind: kind.title,
      access: mayImport,
      input: v.strictObject({ id: idInput, sheet: sheetName }),
      output: analysis,
      reads: true,
    }),
    pictures: operation({
      name: `${noun}.importPictures`,
      path: `${base}/import/pictures`,
      title: '添加{title}表格的图片',
      kind: kind.title,
      access: mayImport,
      uploads: true,
      input: v.strictObject({ id: idInput }),
      output: addedPictures,
    }),
  }
}

/** What becomes of a sheet that is here. */
const importOperationsOf = (kind: RecordKind) => {
  const base = `/api/${kind.path}`
  const noun = recordCodeOf(kind)
  const mayImport: readonly FunctionCode[] = [`${noun}:import`]
  return {
    check: operation({
      name: `${noun}.importCheck`,
      path: `${base}/import/check`,
      title: '检查{title}表格',
      kind: kind.title,
      access: mayImport,
      input: steps,
      output: checked,
    }),
    rejects: operation({
      name: `${noun}.importRejects`,
      path: `${base}/import/rejects`,
      title: '下载{title}表格中未导入的行',
      kind: kind.title,
      access: mayImport,
      input: steps,
      output: file,
      reads: true,
    }),
    commit: operation({
      name: `${noun}.importCommit`,
      path: `${base}/import/commit`,
      title: '导入{title}',
      changes: [...changedByRecord, 'imports'],
      kind: kind.title,
      access: mayImport,
      input: steps,
      output: status,
    }),
    status: operation({
      name: `${noun}.importStatus`,
      path: `${base}/import/status`,
      title: '{title}导入进度',
      kind: kind.title,
      access: mayImport,
      input: v.strictObject({ id: idInput }),
      output: status,
      reads: true,
    }),
    cancel: operation({
      name: `${noun}.importCancel`,
      path: `${base}/import/cancel`,
      title: '取消导入{title}',
      changes: ['imports'],
      kind: kind.title,
      access: mayImport,
      input: v.strictObject({ id: idInput }),
      output: status,
    }),
  }
}

const exportOperationsOf = (kind: RecordKind) => {
  const path = `/api/${kind.path}/export`
  const noun = recordCodeOf(kind)
  const access: readonly FunctionCode[] = [`${noun}:export`]
  const list = recordOperations(kind).list.input as v.StrictObjectSchema<v.ObjectEntries, undefined>
  const input = v.strictObject({ ...list.entries, ...asWritten, ...chosen })
  return {
    export: operation({ name: `${noun}.export`, path, title: '导出{title}', kind: kind.title, access, input, output: file, reads: true }),
    download: operation({
      name: `${noun}.download`,
      method: 'GET',
      path,
      title: '下载{title}',
      kind: kind.title,
      access,
      input,
      output: file,
      reads: true,
    }),
  }
}

const operationsOf = (kind: RecordKind) => ({ ...uploadOperationsOf(kind), ...importOperationsOf(kind), ...exportOperationsOf(kind) })
export type TransferOperations = ReturnType<typeof operationsOf>

const byNoun = new Map(recordKinds.map((kind) => [kind.noun, operationsOf(kind)]))

/** Sheets of one record kind in and out. */
export const transferOperations = (kind: RecordKind): TransferOperations => entryOf(byNoun, kind.noun)
