import * as v from 'valibot'
import { operation, type Operation } from '../operations/define.ts'

/** The items of one dictionary; only codes, never a table or a column. */
export const dictionaryItems = operation({
  name: 'dict.getDictItems',
  method: 'GET',
  path: '/sys/dict/getDictItems/{dictCode}',
  title: '字典项',
  access: 'signed-in',
  input: v.strictObject({ dictCode: v.pipe(v.string(), v.maxLength(60)) }),
  output: v.array(v.object({ label: v.string(), value: v.string(), text: v.string(), title: v.string() })),
  reads: true,
})

export const dictionaryOperations: readonly Operation[] = [dictionaryItems]
