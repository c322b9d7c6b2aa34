import * as v from 'valibot'
import { storedPath } from '../../../kernel/fields/storedPath.ts'
import { presetMaxLength, presetsAtMost, verdicts } from '../flow/presets.ts'
import { nothing, operation, type Operation } from '../../operations/define.ts'
import { words } from './flows.ts'

/**
 * What the caller has at hand for an opinion: sentences for each verdict in their order, in his language where they are still those that
 * everyone starts with (`own` is false), and the stored path of the signature that he gave last.
 */
const settings = v.object({
  presets: v.object({ approve: v.array(v.string()), reject: v.array(v.string()) }),
  own: v.object({ approve: v.boolean(), reject: v.boolean() }),
  signature: v.nullable(v.string()),
})
export type OpinionSettings = v.InferOutput<typeof settings>

const presets = v.pipe(
  v.array(v.pipe(words(presetMaxLength), v.minLength(1, '常用意见不能为空')), '应为常用意见'),
  v.maxLength(presetsAtMost, '最多{max}项'),
  v.check((list) => new Set(list).size === list.length, '常用意见不能重复'),
)

const basePath = '/api/workflow'
export const opinionOperations = {
  settings: operation({
    name: 'workflow.opinionSettings',
    path: `${basePath}/opinionSettings`,
    title: '我的常用意见和签名',
    access: 'signed-in',
    input: nothing,
    output: settings,
    reads: true,
  }),
  savePresets: operation({
    name: 'workflow.opinionPresetsSave',
    path: `${basePath}/opinionPresetsSave`,
    title: '保存常用意见',
    changes: [],
    access: 'signed-in',
    /** The whole list in its new order; null goes back to what everyone starts with. */
    input: v.strictObject({ verdict: v.picklist(verdicts, '审批结果有误'), presets: v.nullable(presets) }),
    output: settings,
  }),
  saveSignature: operation({
    name: 'workflow.opinionSignatureSave',
    path: `${basePath}/opinionSignatureSave`,
    title: '保存签名',
    changes: [],
    access: 'signed-in',
    /** The path of a picture that the caller uploaded; null forgets it. What was signed with it stays signed. */
    input: v.strictObject({ signature: v.nullable(storedPath) }),
    output: settings,
  }),
} satisfies Record<string, Operation>
