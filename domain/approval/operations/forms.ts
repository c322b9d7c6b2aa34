import * as v from 'valibot'
import { flowCategories } from '../flow/templates/all.ts'
import { anything, byId, idInput, listInput, operation, pageOf, type Operation } from '../../operations/define.ts'
import { flowKey, person, revision, words } from './flows.ts'
import { flowLook, flowRow } from './installedFlows.ts'
import { formInput } from '../form/form.ts'

// ------------------------------------------------------------------------------------------------------------- answers

const formLook = { formKey: v.string(), formName: v.string() }

const formRow = v.object({
  ...formLook,
  note: v.string(),
  /** The last published one; null while there is none. */
  version: v.nullable(v.number()),
  /** The draft differs from what was published last. */
  changed: v.boolean(),
  revision: v.number(),
  fieldCount: v.number(),
  /** What is applied for with it; `formVersion` is the one that new applications take, null before the flow is published. */
  flows: v.array(v.object({ ...flowLook, formVersion: v.nullable(v.number()) })),
  updatedAt: v.string(),
  updatedBy: v.nullable(person),
})
export type FormRow = v.InferOutput<typeof formRow>

/** What forbids publishing; `key` is the item's, "table.column" for a column, null for the whole. */
const formProblem = v.object({ key: v.nullable(v.string()), words: v.string() })
export type FormProblem = v.InferOutput<typeof formProblem>

const saved = v.object({ formKey: v.string(), revision: v.number(), problems: v.array(formProblem) })

const draftRow = v.object({
  id: v.string(),
  ...flowLook,
  deptId: v.nullable(v.string()),
  /** What is filled in, as lists say it. */
  summary: v.string(),
  revision: v.number(),
  updatedAt: v.string(),
})
export type ApplicationDraft = v.InferOutput<typeof draftRow>

// -------------------------------------------------------------------------------------------------------------- inputs

const formKey = v.pipe(v.string('表单有误'), v.regex(/^[a-z][A-Za-z0-9]{0,39}$/, '表单有误'))
const name = v.pipe(words(40), v.minLength(1, '请填写名称'))
/** 0 where there was none yet. */
const revisionRead = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000))
const look = {
  flowName: name,
  /** The name of a lucide icon. */
  flowIcon: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/, '图标有误')),
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i, '颜色有误')),
  moduleCode: v.picklist(
    flowCategories.map(({ moduleCode }) => moduleCode),
    '分类有误',
  ),
}

// ---------------------------------------------------------------------------------------------------------- operations

const read = { reads: true } as const
const basePath = '/api/workflow'

/** Custom forms, the flows made of them, and applications that are not sent yet. */
export const formOperations = {
  forms: operation({
    name: 'workflow.formList',
    path: `${basePath}/form/list`,
    title: '表单列表',
    access: ['workflow:design', 'workflow:list'],
    input: v.strictObject(listInput),
    output: pageOf(formRow),
    answer: 'page',
    ...read,
  }),
  form: operation({
    name: 'workflow.formInfo',
    path: `${basePath}/form/info`,
    title: '表单详情',
    access: ['workflow:design', 'workflow:list'],
    /** Without a version the draft. */
    input: v.strictObject({ formKey, version: v.optional(revision) }),
    output: v.object({
      form: formRow,
      design: anything,
      problems: v.array(formProblem),
      versions: v.array(v.object({ version: v.number(), publishedAt: v.string(), publishedBy: v.nullable(person), note: v.string() })),
    }),
    ...read,
  }),
  saveForm: operation({
    name: 'workflow.formSave',
    path: `${basePath}/form/save`,
    title: '保存表单',
    changes: ['workflow.formList'],
    access: ['workflow:design'],
    /** Without a key a new one. `revision` is the draft that was read: two people do not overwrite each other. */
    input: v.strictObject({
      formKey: v.optional(formKey),
      formName: name,
      note: v.optional(words(200)),
      revision: revisionRead,
      design: anything,
    }),
    output: saved,
  }),
  publishForm: operation({
    name: 'workflow.formPublish',
    path: `${basePath}/form/publish`,
    title: '发布表单',
    changes: ['workflow.form'],
    access: ['workflow:design'],
    input: v.strictObject({ formKey, revision, note: v.optional(words(200)) }),
    output: v.object({ version: v.number() }),
  }),
  deleteForm: operation({
    name: 'workflow.formDelete',
    path: `${basePath}/form/delete`,
    title: '删除表单',
    changes: ['workflow.form'],
    access: ['workflow:design'],
    input: v.strictObject({ formKey }),
    output: v.object({ deleted: v.boolean() }),
  }),
  copyForm: operation({
    name: 'workflow.formCopy',
    path: `${basePath}/form/copy`,
    title: '复制表单',
    changes: ['workflow.form'],
    access: ['workflow:design'],
    input: v.strictObject({ formKey, formName: v.optional(name) }),
    output: saved,
  }),
  createFlow: operation({
    name: 'workflow.createFlow',
    path: `${basePath}/createFlow`,
    title: '新建流程',
    changes: ['workflow', 'wfflowcat', 'workbench'],
    access: ['workflow:design'],
    /** It begins with a draft in which the head of the department decides, or with the steps of another flow of the form; it is in use when that is published. */
    input: v.strictObject({
      ...look,
      moduleCode: v.optional(look.moduleCode),
      formKey,
      likeFlow: v.optional(flowKey),
    }),
    output: flowRow,
  }),
  editFlow: operation({
    name: 'workflow.editFlow',
    path: `${basePath}/editFlow`,
    title: '修改流程',
    changes: ['workflow', 'wfflowcat', 'workbench'],
    access: ['workflow:design'],
    input: v.strictObject({
      flowKey,
      flowName: v.optional(look.flowName),
      flowIcon: v.optional(look.flowIcon),
      color: v.optional(look.color),
      moduleCode: v.optional(look.moduleCode),
      order: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999))),
    }),
    output: flowRow,
  }),
  deleteFlow: operation({
    name: 'workflow.deleteFlow',
    path: `${basePath}/deleteFlow`,
    title: '删除流程',
    changes: ['workflow', 'wfflowcat', 'workbench'],
    access: ['workflow:design'],
    /** One that no one has applied with yet. */
    input: v.strictObject({ flowKey }),
    output: v.object({ deleted: v.boolean() }),
  }),
  drafts: operation({
    name: 'workflow.draftList',
    path: `${basePath}/draft/list`,
    title: '申请草稿',
    access: 'signed-in',
    input: v.strictObject({ ...listInput, flowKey: v.optional(flowKey) }),
    output: pageOf(draftRow),
    answer: 'page',
    ...read,
  }),
  draft: operation({
    name: 'workflow.draftInfo',
    path: `${basePath}/draft/info`,
    title: '申请草稿详情',
    access: 'signed-in',
    input: byId,
    output: v.object({
      draft: draftRow,
      form: anything,
      names: v.record(v.string(), v.string()),
      pictures: v.record(v.string(), v.string()),
    }),
    ...read,
  }),
  saveDraft: operation({
    name: 'workflow.draftSave',
    path: `${basePath}/draft/save`,
    title: '保存申请草稿',
    changes: ['workflow.draft'],
    access: 'signed-in',
    /** Without an id a new one. */
    input: v.strictObject({ id: v.optional(idInput), flowKey, form: formInput, deptId: v.optional(idInput), revision: revisionRead }),
    output: v.object({ id: v.string(), revision: v.number() }),
  }),
  deleteDraft: operation({
    name: 'workflow.draftDelete',
    path: `${basePath}/draft/delete`,
    title: '删除申请草稿',
    changes: ['workflow.draft'],
    access: 'signed-in',
    input: byId,
    output: v.object({ deleted: v.boolean() }),
  }),
} as const

export const allFormOperations: readonly Operation[] = Object.values(formOperations)
