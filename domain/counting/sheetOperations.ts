import { keysOf } from '../../kernel/keysOf.ts'
import * as v from 'valibot'
import { dispositions } from './event.ts'
import { idInput, operation } from '../operations/define.ts'

/** What is marked on paper beside a piece. */
export const sheetMarks = { present: '在', missing: '不在' } as const
export type SheetMark = keyof typeof sheetMarks

/** How many lines one sheet has at most. */
export const sheetLinesAtMost = 2000

/** A sheet to take along: the lines of a task, or of one of its places, with a box for each and nothing of what the books say about amounts. */
export const countSheetPdf = operation({
  name: 'gsinventorysheet.pdf',
  method: 'GET',
  path: '/api/goods/gsinventorysheet/pdf/{taskId}',
  title: '纸质盘点表',
  access: 'signed-in',
  input: v.strictObject({ taskId: idInput, placeId: v.optional(idInput) }),
  output: v.any(),
  reads: true,
})

/**
 * What came back on paper, as events of the person who types it: of a piece whether it was there, of a supply how many. `countedAt`: when the sheet was
 * filled in; now where nothing is said. Answers what is not counted and why; it is kept all the same.
 */
export const countSheetTake = operation({
  name: 'gsinventorysheet.take',
  path: '/api/goods/gsinventorysheet/take',
  title: '录入盘点表',
  access: 'signed-in',
  input: v.strictObject({
    taskId: idInput,
    countedAt: v.optional(v.string()),
    lines: v.pipe(
      v.array(
        v.strictObject({
          itemId: idInput,
          account: v.string(),
          mark: v.optional(v.picklist(keysOf(sheetMarks))),
          quantity: v.optional(v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,4})?$/, '数量有误'))),
        }),
      ),
      v.minLength(1),
      v.maxLength(200),
    ),
  }),
  output: v.object({
    uncounted: v.array(v.object({ itemId: v.string(), why: v.picklist(keysOf(dispositions)) })),
  }),
  changes: ['gsinventorytask.', 'gsinventoryplan.', 'gsinventoryself.', 'workbench'],
})
