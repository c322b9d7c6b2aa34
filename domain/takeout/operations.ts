import * as v from 'valibot'
import { byId, nothing, operation, type Operation } from '../operations/define.ts'

export const takeoutStates = ['waiting', 'running', 'done', 'failed', 'gone'] as const

const takeout = v.object({
  id: v.string(),
  state: v.picklist(takeoutStates),
  /** In hundredths. */
  progress: v.number(),
  sizeBytes: v.number(),
  userName: v.string(),
  createdAt: v.string(),
  doneAt: v.nullable(v.string()),
  /** When the file is deleted, or was. */
  goneAt: v.nullable(v.string()),
  /** Why nothing came of it, in words. */
  failure: v.nullable(v.string()),
})
export type TakeoutRow = v.InferOutput<typeof takeout>

/** The latest takeouts of the whole organisation, newest first. */
export const takeoutList = operation({
  name: 'takeout.list',
  path: '/api/operation/takeout/list',
  title: '整体导出列表',
  access: ['sysoperation:takeout'],
  input: nothing,
  output: v.object({ list: v.array(takeout) }),
  reads: true,
})

/** Asks for the whole organisation as one file, with one's own password; all administrators are told. */
export const takeoutBegin = operation({
  name: 'takeout.begin',
  withoutLicence: true,
  path: '/api/operation/takeout/begin',
  title: '导出全部数据',
  changes: ['takeout', 'msgmessage'],
  access: ['sysoperation:takeout'],
  input: v.strictObject({ password: v.pipe(v.string('请输入密码'), v.nonEmpty('请输入密码'), v.maxLength(200)) }),
  output: takeout,
  secrets: ['password'],
})

/** Deletes the file before its time. */
export const takeoutDelete = operation({
  name: 'takeout.delete',
  withoutLicence: true,
  path: '/api/operation/takeout/delete',
  title: '删除导出的文件',
  access: ['sysoperation:takeout'],
  input: byId,
  output: v.object({ id: v.string() }),
})

/** Where the file is fetched, by a link: it may be larger than a page can hold. */
export const takeoutAddress = (id: string): string => `/files/takeouts/${id}`

export const takeoutOperations: readonly Operation[] = [takeoutList, takeoutBegin, takeoutDelete]
