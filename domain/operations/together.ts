import * as v from 'valibot'
import { operation, type Operation } from './define.ts'

/** So many questions go in one request at most: what one screen asks when it comes to stand. */
export const togetherAtMost = 12

/**
 * Several questions in one request, each the name of an operation that only reads and what it is asked with. What each was answered stands at
 * its place; null where it was refused or cannot be answered here: then it is to be asked by itself, which says why.
 */
export const together = operation({
  name: 'together.ask',
  path: '/api/together',
  title: '一并查询',
  access: 'signed-in',
  beforeOwnPassword: true,
  byKey: 'always',
  input: v.strictObject({
    asked: v.pipe(
      v.array(v.strictObject({ name: v.pipe(v.string('应为文字'), v.maxLength(100, '不能超过{max}个字')), input: v.unknown() })),
      v.maxLength(togetherAtMost, '最多{max}项'),
    ),
  }),
  output: v.array(v.nullable(v.strictObject({ answer: v.unknown() }))),
  reads: true,
})

export const togetherOperations: readonly Operation[] = [together]
