import * as v from 'valibot'
import { documentKinds } from '../documents/all.ts'
import { idInput, operation } from '../operations/define.ts'
import type { Paper } from './paper.ts'
import { slipTemplate } from './slipTemplate.ts'

const kind = v.picklist(
  documentKinds.map((documentKind) => documentKind.kind),
  '没有这种单据',
)
const storedTemplate = v.object({ kind: v.string(), template: slipTemplate, version: v.number() })

/** The kinds of documents that the organisation prints in its own way. */
export const slipTemplateList = operation({
  name: 'sliptemplate.list',
  path: '/api/pro/sliptemplate/list',
  title: '单据打印模板',
  access: ['sliptemplate:save'],
  input: v.strictObject({}),
  output: v.object({ list: v.array(storedTemplate) }),
  reads: true,
})

/** Prints the documents of a kind as the template says; null as they are delivered. */
export const slipTemplateSave = operation({
  name: 'sliptemplate.save',
  path: '/api/pro/sliptemplate/save',
  title: '保存单据打印模板',
  changes: ['sliptemplate', 'slip'],
  access: ['sliptemplate:save'],
  input: v.strictObject({ kind, template: v.nullable(slipTemplate), version: v.optional(v.number()) }),
  output: v.object({ kind: v.string(), version: v.nullable(v.number()) }),
})

/** How a document of the kind would look, the newest that the reader may see, or the one of `id`; null where there is none. */
export const slipTemplateTry = operation({
  name: 'sliptemplate.try',
  path: '/api/pro/sliptemplate/try',
  title: '试看单据打印模板',
  access: ['sliptemplate:save'],
  input: v.strictObject({ kind, template: slipTemplate, id: v.optional(idInput) }),
  output: v.nullable(v.object({ paper: v.custom<Paper>((value) => typeof value === 'object'), link: v.string() })),
  reads: true,
})
