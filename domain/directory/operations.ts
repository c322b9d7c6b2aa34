import * as v from 'valibot'
import { keepers } from './keeper.ts'
import { idInput, operation } from '../operations/define.ts'

/** The person who may say what the organisation is. */
const access = ['sysoperation:update'] as const
const basePath = '/api/directory'
const keeper = v.picklist(keepers)

const placeholders = v.strictObject({
  names: v.pipe(v.array(v.pipe(v.string('应为文字'), v.maxLength(20, '不能超过{max}个字'))), v.maxLength(200, '最多{max}项')),
})

/** How taking over all that a person keeps stands. Words are in the reader's language. */
export const syncStandingRow = v.object({
  phase: v.picklist(['departments', 'people', 'asking', 'applying', 'leaving', 'done', 'failed']),
  done: v.number(),
  total: v.number(),
  /** How many would leave; of `asking`. */
  leaving: v.number(),
  startedAt: v.string(),
  endedAt: v.nullable(v.string()),
  failure: v.string(),
})
export type SyncStandingRow = v.InferOutput<typeof syncStandingRow>

export const directoryOperations = {
  /** Who keeps a person or a department, and which of its fields cannot be changed here. */
  kept: operation({
    name: 'directory.kept',
    path: `${basePath}/kept`,
    title: '由谁维护',
    access: 'signed-in',
    input: v.strictObject({ noun: v.picklist(['person', 'department']), id: idInput }),
    output: v.array(v.object({ keeper, title: v.string(), fields: v.array(v.string()) })),
    reads: true,
  }),
  /** Those of the people whose name their chat shows by its own means only, as it calls them. */
  unnamed: operation({
    name: 'directory.unnamed',
    path: `${basePath}/unnamed`,
    title: '没有姓名的人',
    access: 'signed-in',
    input: v.strictObject({ uids: v.pipe(v.array(idInput), v.maxLength(200, '最多{max}项')) }),
    output: v.array(v.object({ uid: v.string(), foreignId: v.string() })),
    reads: true,
  }),
  /** The same by what they are called in the place of a name, where one alone is called so. */
  unnamedByName: operation({
    name: 'directory.unnamedByName',
    path: `${basePath}/unnamedByName`,
    title: '按代称查没有姓名的人',
    access: 'signed-in',
    input: placeholders,
    output: v.array(v.object({ name: v.string(), foreignId: v.string() })),
    reads: true,
  }),
  /** The same for departments. */
  unnamedDepartments: operation({
    name: 'directory.unnamedDepartments',
    path: `${basePath}/unnamedDepartments`,
    title: '按代称查没有名称的部门',
    access: 'signed-in',
    input: placeholders,
    output: v.array(v.object({ name: v.string(), foreignId: v.string() })),
    reads: true,
  }),
  standing: operation({
    name: 'directory.standing',
    path: `${basePath}/standing`,
    title: '同步情况',
    access,
    input: v.strictObject({ keeper }),
    /** Null where it never began. */
    output: v.nullable(syncStandingRow),
    reads: true,
  }),
  /** It is so that so many leave at once. */
  confirm: operation({
    name: 'directory.confirm',
    path: `${basePath}/confirm`,
    title: '确认离开的人',
    access,
    input: v.strictObject({ keeper }),
    output: v.nullable(syncStandingRow),
  }),
  /** It is not so: nothing of this synchronisation is taken over. */
  drop: operation({
    name: 'directory.drop',
    path: `${basePath}/drop`,
    title: '放弃同步',
    access,
    input: v.strictObject({ keeper }),
    output: v.nullable(syncStandingRow),
  }),
} as const
