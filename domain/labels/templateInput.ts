import * as v from 'valibot'
import { refusal, type Refusal } from '../../kernel/refusal.ts'
import { bindingsOf } from './bindings.ts'
import { isOwnKey } from '../records/ownFields/ownField.ts'
import { labelNouns } from './content.ts'
import { keysIn, type LabelElement, type LabelPaper, type LabelTemplate, symbologies } from './template.ts'

const mm = (min: number, max: number) =>
  v.pipe(v.number('应为数字'), v.finite('应为数字'), v.minValue(min, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))
const wholeMm = (min: number, max: number) => v.pipe(mm(min, max), v.integer('应为整数'))

const paper = v.variant('kind', [
  v.strictObject({
    kind: v.literal('roll'),
    widthMm: mm(8, 300),
    heightMm: mm(6, 500),
    cornerMm: mm(0, 50),
    feed: v.picklist(['gap', 'mark', 'continuous'], '走纸方式有误'),
    feedMm: mm(0, 30),
  }),
  v.strictObject({
    kind: v.literal('sheet'),
    pageWidthMm: mm(40, 500),
    pageHeightMm: mm(40, 700),
    columns: wholeMm(1, 20),
    rows: wholeMm(1, 60),
    widthMm: mm(8, 300),
    heightMm: mm(6, 500),
    cornerMm: mm(0, 50),
    leftMm: mm(0, 200),
    topMm: mm(0, 200),
    pitchXMm: mm(0, 400),
    pitchYMm: mm(0, 600),
  }),
])

const common = {
  xMm: mm(0, 300),
  yMm: mm(0, 500),
  widthMm: mm(0.1, 300),
  heightMm: mm(0.1, 500),
  when: v.optional(v.strictObject({ field: v.pipe(v.string(), v.maxLength(60)), is: v.picklist(['filled', 'empty'], '条件有误') })),
}
const text = v.pipe(v.string(), v.maxLength(300, '不能超过{max}个字'))

const element = v.variant('type', [
  v.strictObject({
    type: v.literal('text'),
    ...common,
    text,
    sizeMm: mm(1, 60),
    weight: v.picklist(['medium', 'bold'], '字重有误'),
    lines: wholeMm(1, 20),
    fit: v.picklist(['shrink', 'cut'], '过长时的处理有误'),
    align: v.picklist(['left', 'center', 'right'], '对齐有误'),
    vertical: v.picklist(['top', 'middle', 'bottom'], '对齐有误'),
  }),
  v.strictObject({
    type: v.literal('code'),
    ...common,
    symbology: v.picklist(symbologies, '条码类型有误'),
    text,
    moduleDots: v.optional(wholeMm(1, 40)),
  }),
  v.strictObject({ type: v.literal('picture'), ...common, file: v.pipe(v.string(), v.minLength(1, '必填'), v.maxLength(300)) }),
  v.strictObject({ type: v.literal('line'), ...common }),
  v.strictObject({ type: v.literal('frame'), ...common, thickMm: mm(0.1, 10), cornerMm: mm(0, 50) }),
])

/** A template as it is sent. Whether its parts go together `templateRefusal` says. */
export const templateInput = v.strictObject({
  noun: v.picklist(labelNouns, '标签的对象有误'),
  name: v.pipe(v.string(), v.trim(), v.minLength(1, '必填'), v.maxLength(40, '不能超过{max}个字')),
  paper,
  elements: v.pipe(v.array(element), v.minLength(1, '模板里还没有内容'), v.maxLength(60, '最多{max}项')),
})

/** Why nothing can be printed with a template; undefined where all is well. Elements are counted from 1. */
export const templateRefusal = (template: LabelTemplate): Refusal | undefined =>
  paperRefusal(template.paper) ?? firstOf(template.elements.map((element, index) => elementRefusal(template, element, index + 1)))

const firstOf = (refusals: readonly (Refusal | undefined)[]): Refusal | undefined =>
  refusals.find((refusalFound) => refusalFound !== undefined)

/** As far as a tenth of a dot may be lost in computing. */
const slackMm = 0.011

const paperRefusal = (paper: LabelPaper): Refusal | undefined => {
  if (paper.cornerMm * 2 > Math.min(paper.widthMm, paper.heightMm) + slackMm) return refusal('label.corner', '圆角不能大于标签的一半')
  if (paper.kind === 'roll') return undefined
  const { columns, rows, widthMm, heightMm, leftMm, topMm, pitchXMm, pitchYMm, pageWidthMm, pageHeightMm } = paper
  if ((columns > 1 && pitchXMm + slackMm < widthMm) || (rows > 1 && pitchYMm + slackMm < heightMm))
    return refusal('label.pitch', '标签的间隔小于标签本身，标签会互相重叠')
  const isWide = leftMm + (columns - 1) * pitchXMm + widthMm > pageWidthMm + slackMm
  const isHigh = topMm + (rows - 1) * pitchYMm + heightMm > pageHeightMm + slackMm
  return isWide || isHigh ? refusal('label.page', '标签排不下：{columns}列{rows}行超出了纸张', { columns, rows }) : undefined
}

const elementRefusal = ({ noun, paper }: LabelTemplate, element: LabelElement, index: number): Refusal | undefined => {
  const { xMm, yMm, widthMm, heightMm, when } = element
  if (xMm + widthMm > paper.widthMm + slackMm || yMm + heightMm > paper.heightMm + slackMm)
    return refusal('label.outside', '第{at}项超出了标签的边缘', { at: index })
  const bindingKeys = new Set(bindingsOf(noun).map(({ key }) => key))
  const keys = [...(when ? [when.field] : []), ...(element.type === 'text' || element.type === 'code' ? keysIn(element.text) : [])]
  const unknown = keys.find((key) => !bindingKeys.has(key) && !(noun !== 'blank' && isOwnKey(key)))
  if (unknown !== undefined) return refusal('label.unknownField', '第{at}项用到的字段{field}不存在', { at: index, field: unknown })
  if (element.type === 'text' && element.text.trim() === '') return refusal('label.emptyText', '第{at}项没有文字', { at: index })
  const rows = element.type === 'text' && element.text.includes('\n') ? element.lines : 1
  if (element.type === 'text' && element.sizeMm * rows > heightMm + slackMm)
    return refusal('label.textHeight', '第{at}项的文字比它的框还高', { at: index })
  if (element.type === 'code' && keys.length === 0)
    return refusal('label.codeField', '第{at}项的条码没有绑定字段，每张标签都会一样', { at: index })
  if (element.type === 'code' && Math.min(widthMm, heightMm) < 4)
    return refusal('label.codeSmall', '第{at}项的条码太小，扫不出来', { at: index })
  return undefined
}
