import * as v from 'valibot'
import { linesAtMost } from './define.ts'
import { recordKinds } from '../records/all.ts'
import { operation, type Operation } from '../operations/define.ts'

const row = v.looseObject({ id: v.string(), version: v.number(), names: v.record(v.string(), v.string()) })

/**
 * What each of many texts names, as sheets and labels write it: a code, a serial number, a name, the end of a path in a tree, or what a list
 * calls one. No one guesses where several are called so. `found` is in the order of `names`; `rows` are as the reader may see them.
 */
export const recordNaming = operation({
  name: 'record.named',
  path: '/api/pro/record/named',
  title: '按编码或名称查找',
  access: 'signed-in',
  byKey: 'always',
  input: v.strictObject({
    noun: v.picklist(
      recordKinds.map(({ noun }) => noun),
      '类别有误',
    ),
    names: v.pipe(v.array(v.pipe(v.string('应为文字'), v.maxLength(200, '名称过长')), '应为列表'), v.maxLength(linesAtMost, '最多{max}项')),
  }),
  output: v.object({
    found: v.array(
      v.variant('t', [
        v.object({ t: v.literal('one'), id: v.string() }),
        v.object({ t: v.literal('several') }),
        v.object({ t: v.literal('none') }),
      ]),
    ),
    rows: v.array(row),
  }),
  reads: true,
})

export const allNamingOperations: readonly Operation[] = [recordNaming]
