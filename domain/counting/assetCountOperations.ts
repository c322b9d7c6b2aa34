import * as v from 'valibot'
import { idInput, listInput, operation, pageOf } from '../operations/define.ts'

/**
 * The counts that expected an asset, the newest first, with what came of it: a verdict of `verdict.ts`, null before it is worked out.
 * `at` is the end of a count, of an open one its beginning.
 */
export const assetCounts = operation({
  name: 'gsgoodsinstance.counts',
  path: '/api/goods/gsgoodsinstance/counts',
  title: '历次盘点',
  access: 'signed-in',
  input: v.strictObject({ ...listInput, instanceId: idInput }),
  output: pageOf(v.object({ id: v.string(), name: v.string(), at: v.string(), verdict: v.nullable(v.string()) })),
  answer: 'page',
  reads: true,
})
