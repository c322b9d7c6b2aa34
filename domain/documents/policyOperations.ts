import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { documentKinds } from './all.ts'
import { linesAtMost } from './define.ts'
import { anything, idInput, operation } from '../operations/define.ts'
import { policyTitles } from './policies.ts'

/** Idle pieces that would do: how many in all, where the most are, and the first of them. */
const idlePieces = v.object({
  free: v.number(),
  places: v.array(v.object({ name: v.string(), free: v.number() })),
  pieces: v.array(
    v.object({ id: v.string(), name: v.string(), code: v.string(), place: v.string(), picture: v.nullable(v.string()), same: v.boolean() }),
  ),
  /** What one costs on the line that wants to buy it. */
  price: v.nullable(v.string()),
})

/** What a policy finds against a line (from 0), in words, and the header field that takes the reason. */
const findingRow = v.object({
  policy: v.picklist(keysOf(policyTitles)),
  line: v.number(),
  reason: v.string(),
  words: v.string(),
  idle: v.nullable(idlePieces),
})
export type PolicyFinding = v.InferOutput<typeof findingRow>

/** What the policies of the organisation find against a document as it is being written; submitting refuses it without the reasons. */
export const policyFindings = operation({
  name: 'policy.findings',
  path: '/api/catalogue/policyFindings',
  title: '提交前的规定检查',
  access: 'signed-in',
  input: v.strictObject({
    kind: v.picklist(
      documentKinds.map(({ kind }) => kind),
      '单据类型有误',
    ),
    id: v.optional(idInput),
    header: anything,
    lines: v.pipe(v.array(anything), v.maxLength(linesAtMost, '最多{max}行')),
  }),
  output: v.object({ list: v.array(findingRow) }),
  reads: true,
})
