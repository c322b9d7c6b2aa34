import * as v from 'valibot'
import { operation, type Operation } from '../operations/define.ts'

/** What a label can name that has a row here. */
export const scannedNouns = ['asset', 'consumable', 'location', 'person'] as const
export type ScannedNoun = (typeof scannedNouns)[number]

const scanSubject = v.object({
  noun: v.picklist(scannedNouns),
  /** As the reader may see it. */
  row: v.looseObject({ id: v.string(), version: v.number(), names: v.record(v.string(), v.string()) }),
})
export type ScannedThing = v.InferOutput<typeof scanSubject>

/** More things than this are not told apart by choosing. */
export const choicesAtMost = 10

/**
 * What a label names, whichever way it was read: our address, a bare code, JSON or a GS1 key. `choose`: several things are called so, and
 * no one guesses. `blank`: a label of ours that stands for nothing yet. `foreign`: another organisation's, of which nothing is told.
 * `damaged`: it was read wrong. `wants` narrows what is looked for.
 */
export const scanFind = operation({
  name: 'scan.find',
  path: '/api/pro/scan/find',
  title: '扫码查找',
  access: 'signed-in',
  input: v.strictObject({
    read: v.pipe(v.string('应为文字'), v.trim(), v.minLength(1, '请输入编码'), v.maxLength(4096, '编码过长')),
    wants: v.optional(v.pipe(v.array(v.picklist(scannedNouns, '标签的对象有误')), v.maxLength(scannedNouns.length))),
  }),
  output: v.variant('t', [
    v.object({ t: v.literal('found'), thing: scanSubject }),
    v.object({ t: v.literal('choose'), code: v.string(), things: v.array(scanSubject) }),
    v.object({ t: v.literal('blank'), code: v.string(), mayBind: v.boolean() }),
    v.object({ t: v.literal('foreign') }),
    v.object({ t: v.literal('damaged') }),
    v.object({ t: v.literal('unknown'), code: v.string() }),
  ]),
  reads: true,
})
export type ScanAnswer = v.InferOutput<typeof scanFind.output>

export const allScanOperations: readonly Operation[] = [scanFind]
