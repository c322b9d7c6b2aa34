import * as v from 'valibot'
import type { Paper } from './paper.ts'
import { slipTemplateList, slipTemplateSave, slipTemplateTry } from './slipTemplateOperations.ts'
import { idInput, operation, type Operation } from '../operations/define.ts'

/** So many documents are printed at once. */
export const slipsAtMost = 50

/** Documents of any kind, in the order in which they are to be printed; those that are not there, or not the reader's to see, are left out. */
const input = v.strictObject({
  ids: v.pipe(v.array(idInput, '应为列表'), v.minLength(1, '请选择单据'), v.maxLength(slipsAtMost, '最多{max}项')),
  /** As the template of the kind says where absent. */
  size: v.optional(v.picklist(['A4', 'A5'], '纸张有误')),
})

/** A slip as it is laid out, and where its document stands in the app. */
export type Slip = { readonly paper: Paper; readonly link: string }

export const slipsOutput = v.array(v.object({ paper: v.custom<Paper>((value) => typeof value === 'object'), link: v.string() }))

/** The slips of documents, to look at and to print. */
export const slips = operation({
  name: 'slip.list',
  path: '/api/pro/slip/list',
  title: '单据的打印件',
  access: 'signed-in',
  input,
  output: slipsOutput,
  reads: true,
})

/** The same as one file, each on pages of its own. */
export const slipsPdf = operation({
  name: 'slip.pdf',
  path: '/api/pro/slip/pdf',
  title: '单据打印件的PDF',
  access: 'signed-in',
  input,
  output: v.any(),
  reads: true,
})

export const allSlipOperations: readonly Operation[] = [slips, slipsPdf, slipTemplateList, slipTemplateSave, slipTemplateTry]
