import * as v from 'valibot'
import { entryOf } from '../../kernel/assert.ts'
import { documentKinds } from '../documents/all.ts'
import { codeOf, type DocumentKind, pathOf } from '../documents/define.ts'
import { assetMoves, assetsAsOf } from '../records/asOf/asOfOperations.ts'
import { bookAllocationLines, bookDisposals, bookEntries, bookValues } from '../books/operations.ts'
import { countTaskList } from '../counting/operations.ts'
import { operation, type Operation } from '../operations/define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { documentOperations, openRequests, receipts } from '../documents/operations.ts'
import { importList } from '../records/import/operations.ts'
import { processOperations } from '../approval/operations/processes.ts'
import { stockList } from '../records/operations.ts'
import { taskOperations } from '../approval/operations/tasks.ts'
import { asWritten, chosen, chosenRows } from '../bulk/transferOperations.ts'
import { lineLists } from '../documents/lineOperations.ts'
import { type LineArea, linedKinds, lineTables } from '../documents/lineTable.ts'

const entriesOf = (input: unknown): v.ObjectEntries => (input as v.StrictObjectSchema<v.ObjectEntries, undefined>).entries

const lineChoice = { withLines: v.optional(v.boolean('应为是或否')) }

/** A list of documents as it is filtered, as a file; one call to ask for it, one for a link. */
const exportsOf = (kind: DocumentKind) => {
  const code = codeOf(kind)
  const access = [`${code}:export`] as const satisfies readonly FunctionCode[]
  /** `withLines`: a row for each line of the documents instead of one for each document. */
  const input = () =>
    v.strictObject({
      ...entriesOf(documentOperations(kind).list.input),
      ...asWritten,
      ...chosen,
      ...lineChoice,
    })
  const exportParts = { path: `/api/${pathOf(kind)}/export`, kind: kind.title, reads: true }
  return {
    export: operation({ ...exportParts, name: `${code}.export`, title: '导出{title}', access, input: input(), output: v.any() }),
    download: operation({
      ...exportParts,
      name: `${code}.download`,
      method: 'GET',
      title: '下载{title}',
      access,
      input: input(),
      output: v.any(),
    }),
  }
}

const byKind = new Map(documentKinds.map((kind) => [kind, exportsOf(kind)]))

export const documentExports = (kind: DocumentKind): ReturnType<typeof exportsOf> => entryOf(byKind, kind)

/** Yes or no, in a link as a word. */
const flagInLink = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((word) => word === 'true'),
  ),
])

const stockShared = { path: '/api/consum/cslocstock/export', kind: '耗材库存', reads: true }

/** Consumables in stock by location, as a file; one call to ask for it, one for a link. */
export const stockExports = {
  export: operation({
    ...stockShared,
    name: 'cslocstock.export',
    title: '导出{title}',
    access: ['cslocstock:export'],
    input: v.strictObject({ ...entriesOf(stockList.input), ...asWritten, ...chosenRows }),
    output: v.any(),
  }),
  download: operation({
    ...stockShared,
    name: 'cslocstock.download',
    method: 'GET',
    title: '下载{title}',
    access: ['cslocstock:export'],
    input: v.strictObject({ ...entriesOf(stockList.input), low: v.optional(flagInLink), ...asWritten, ...chosenRows }),
    output: v.any(),
  }),
}

/** A list as it is asked, or what is chosen of it, as a file: for those who may read the list itself, unless `access` says more. */
const exportOf = <E extends v.ObjectEntries>(list: Operation<v.StrictObjectSchema<E, undefined>>, name: string, access = list.access) =>
  operation({
    name,
    path: `${list.path}/export`,
    title: '导出{title}',
    kind: list.title,
    access,
    input: v.strictObject({ ...list.input.entries, ...asWritten, ...chosen }),
    output: v.any(),
    reads: true,
  })

/** The same of a list whose rows have lines; `withLines`: a row for each of them. */
const exportWithLines = <E extends v.ObjectEntries>(list: Operation<v.StrictObjectSchema<E, undefined>>, name: string) =>
  operation({
    name,
    path: `${list.path}/export`,
    title: '导出{title}',
    kind: list.title,
    access: list.access,
    input: v.strictObject({ ...list.input.entries, ...asWritten, ...chosen, ...lineChoice }),
    output: v.any(),
    reads: true,
  })

const valueExport = ['gsvalue:export'] as const satisfies readonly FunctionCode[]

export const listExports = {
  tasks: exportWithLines(taskOperations.tasks, 'workflow.exportTasks'),
  processes: exportWithLines(processOperations.processes, 'workflow.exportProcesses'),
  copies: exportWithLines(processOperations.copies, 'workflow.exportCopies'),
  receipts: exportWithLines(receipts, 'receipt.export'),
  values: exportOf(bookValues, 'gsvalue.export', valueExport),
  disposals: exportOf(bookDisposals, 'gsvalue.exportDisposals', valueExport),
  allocationLines: exportOf(bookAllocationLines, 'gsvalue.exportAllocationLines', valueExport),
  valueEntries: exportOf(bookEntries, 'gsvalue.exportEntries', valueExport),
  counts: exportOf(countTaskList, 'gsinventorytask.exportList'),
  imports: exportOf(importList, 'imports.export'),
  requests: exportWithLines(openRequests, 'gsapplyoutstockorder.export'),
}

/** The lines of documents as they are asked, or what is chosen of them: of the kinds that the caller may take away. */
const lineExportOf = (area: LineArea) =>
  operation({
    name: `${lineTables[area].name}.export`,
    path: lineLists[area].path.replace(/list$/, 'export'),
    title: '导出{title}',
    kind: lineTables[area].title,
    access: linedKinds[area].map((kind): FunctionCode => `${codeOf(kind)}:export`),
    input: v.strictObject({ ...entriesOf(lineLists[area].input), ...asWritten, ...chosenRows }),
    output: v.any(),
    reads: true,
  })

export const lineExports = { consumables: lineExportOf('consumables'), goods: lineExportOf('goods') } satisfies Record<LineArea, Operation>

/** Of what the register says of other days only those take something away who may take the register away. */
const registerExportOf = <E extends v.ObjectEntries>(list: Operation<v.StrictObjectSchema<E, undefined>>, name: string) => ({
  ...exportOf(list, name),
  access: ['gsgoodsinstance:export'] as const satisfies readonly FunctionCode[],
})

export const registerExports = {
  asOf: registerExportOf(assetsAsOf, 'gsgoodsinstance.exportAsOf'),
  moves: registerExportOf(assetMoves, 'gsgoodsinstance.exportMoves'),
}
