import * as v from 'valibot'
import { holdingTitles } from '../access/holdings.ts'
import { documentStates } from '../documents/define.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { changedByDecision, idInput, operation, type Operation } from '../operations/define.ts'

const holdingRow = v.object({
  key: v.picklist(keysOf(holdingTitles)),
  what: v.string(),
  count: v.number(),
  names: v.array(v.string()),
  ids: v.array(v.string()),
})

const act = v.object({
  id: v.string(),
  at: v.string(),
  by: v.string(),
  successor: v.nullable(v.string()),
  store: v.nullable(v.string()),
  note: v.string(),
  documents: v.array(
    v.object({ id: v.string(), kind: v.string(), code: v.string(), state: v.picklist(keysOf(documentStates)), lines: v.number() }),
  ),
})
export type ClearanceAct = v.InferOutput<typeof act>

/** How a person who leaves stands: what is in their name now, and what was done about it, the newest first. */
export const clearanceInfo = operation({
  name: 'sysuser.clearance',
  method: 'GET',
  path: '/api/pro/sysuser/clearance/{uid}',
  title: '离职清退',
  access: ['sysuser:update'],
  input: v.strictObject({ uid: idInput }),
  output: v.object({
    person: v.object({
      uid: v.string(),
      userName: v.string(),
      deptName: v.nullable(v.string()),
      position: v.nullable(v.string()),
      employeeNo: v.nullable(v.string()),
      isDisabled: v.boolean(),
    }),
    holdings: v.array(holdingRow),
    /** How many files lie in their own part of the net disk; what they are is for themselves to say. */
    files: v.number(),
    acts: v.array(act),
  }),
  reads: true,
})

/**
 * Clears a person who leaves in one act: pieces and loans, and supplies where that is wanted, go back to a store by documents; approvals,
 * places and departments go to the successor; the account is closed where that is wanted. All of it, or nothing.
 */
export const clearPerson = operation({
  name: 'sysuser.clear',
  path: '/api/pro/sysuser/clear',
  title: '一次清退',
  access: ['sysuser:update'],
  changes: [...changedByDecision, 'sysuser', 'addressbook', 'person'],
  input: v.strictObject({
    uid: idInput,
    successorUid: v.optional(idInput),
    storeId: v.optional(idInput),
    note: v.optional(v.pipe(v.string('应为文字'), v.trim(), v.maxLength(140, '不能超过{max}个字'))),
    withSupplies: v.boolean('应为是或否'),
    closesAccount: v.boolean('应为是或否'),
  }),
  output: v.object({ id: v.string(), documents: v.number() }),
})

/** The paper of it, with what came back, what is still open, and room to sign. */
export const clearancePdf = operation({
  name: 'sysuser.clearancePdf',
  method: 'GET',
  path: '/api/pro/sysuser/clearancePdf/{uid}',
  title: '离职清退单',
  access: ['sysuser:update'],
  input: v.strictObject({ uid: idInput }),
  output: v.any(),
  reads: true,
})

export const allClearanceOperations: readonly Operation[] = [clearanceInfo, clearPerson, clearancePdf]
