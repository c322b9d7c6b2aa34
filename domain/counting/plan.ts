import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { ownFieldKey } from '../records/ownFields/ownField.ts'

/** What a plan counts: pieces with a card each, supplies by quantity, or both. */
export const countedKinds = { asset: '资产', consumable: '耗材' } as const
export type CountedKind = keyof typeof countedKinds

/** How things may be counted. `hand`: ticked in a list without a scan; `sheet`: on paper that is typed in afterwards; `self`: by the person who holds them. */
export const countMethods = { scan: '扫码', rfid: 'RFID', hand: '手工勾选', sheet: '纸质盘点表', self: '员工自盘' } as const
export type CountMethod = keyof typeof countMethods

/** When a photo belongs to what was seen. `value`: of what cost `photoFrom` yuan or more. */
export const photoRules = { never: '不要求', difference: '有差异时', value: '贵重资产', always: '每一件' } as const

/** What is said besides the place when a piece is seen. */
export const confirmations = { holder: '使用人', department: '使用部门', condition: '完好程度', ownFields: '自定义字段' } as const

/** `hard`: only the count's own documents move what lies in its places, until it is closed. */
export const freezes = { none: '不冻结', hard: '冻结收发' } as const

/** An id in a plan or an event. */
export const idOf = v.pipe(
  v.string('编号有误'),
  v.check((value) => isId(value), '编号有误'),
  v.transform((value): Id => value),
)

const keyOf = <K extends string>(words: Readonly<Record<K, string>>, text: string) => v.picklist(keysOf(words), text)
const ids = v.optional(v.pipe(v.array(idOf, '应为编号列表'), v.maxLength(500, '最多{max}项')), [])
const amount = v.pipe(v.string(), v.regex(/^\d{1,12}(\.\d{1,2})?$/, '应为金额'))
const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(min, '不能小于{min}'), v.maxValue(max, '不能大于{max}'))

/**
 * What is to be counted: everything that fits every line that says something. Places, categories and departments mean what is below them too.
 * `sample` takes a part of that which anyone can take again: by the order of a hash of seed and id; `strata`: the same share of what is dear,
 * middling and cheap. `abc` takes what is due today by its class.
 */
export const countScope = v.strictObject({
  kinds: v.pipe(v.array(keyOf(countedKinds, '没有这一种')), v.minLength(1, '请选择盘点什么')),
  places: ids,
  categories: ids,
  departments: ids,
  holders: ids,
  states: v.optional(v.array(v.picklist(['idle', 'inUse', 'lent'] as const, '没有这种状态')), []),
  models: ids,
  valueFrom: v.optional(amount),
  valueTo: v.optional(amount),
  sample: v.optional(
    v.strictObject({
      seed: v.pipe(v.string(), v.minLength(1, '请填写随机种子'), v.maxLength(40)),
      percent: v.optional(wholeNumber(1, 100)),
      count: v.optional(wholeNumber(1, 100_000)),
      strata: v.optional(v.boolean(), false),
    }),
  ),
  abc: v.optional(v.boolean(), false),
})
export type CountScope = v.InferOutput<typeof countScope>

/** When a plan opens a task by itself: each day, week (1 Monday … 7 Sunday), month (day of the month; the last where it is shorter), or never. */
export const countSchedule = v.strictObject({
  every: v.picklist(['day', 'week', 'month', 'quarter', 'year'] as const, '没有这种周期'),
  /** Of the week, or of the (first) month. */
  day: v.optional(wholeNumber(1, 31), 1),
  /** Of the year, for `year`. */
  month: v.optional(wholeNumber(1, 12), 1),
  /** Put off to the next working day. */
  workdays: v.optional(v.boolean(), true),
})

/** A plan: what is counted, and how. A task keeps the plan as it was when it was opened. */
export const countPlan = v.strictObject({
  name: v.pipe(v.string('请填写名称'), v.trim(), v.minLength(1, '请填写名称'), v.maxLength(60, '不能超过{max}个字')),
  scope: countScope,
  methods: v.pipe(v.array(keyOf(countMethods, '没有这种方法')), v.minLength(1, '请选择盘点方法')),
  /** The person who counts is shown no quantity, and no place of what he has not found. */
  blind: v.optional(v.boolean(), false),
  photo: v.optional(keyOf(photoRules, '没有这种要求'), 'never'),
  photoFrom: v.optional(amount),
  confirms: v.optional(v.array(keyOf(confirmations, '没有这一项')), []),
  /** Own fields of assets that are confirmed; none: those that are shown in every count. */
  ownFields: v.optional(v.pipe(v.array(ownFieldKey), v.maxLength(20, '最多{max}项'))),
  /** What differs is counted once more by another person before it is decided. */
  recount: v.optional(v.boolean(), false),
  freeze: v.optional(keyOf(freezes, '没有这种冻结'), 'none'),
  /** Days from opening until it is due. */
  dueDays: v.optional(wholeNumber(1, 365), 7),
  /** How far a move may lie before or after a scan and still explain it. */
  slackMinutes: v.optional(wholeNumber(0, 24 * 60), 30),
  /** Hundredths of what people counted themselves that a keeper looks at again. */
  selfCheckPercent: v.optional(wholeNumber(0, 100), 5),
  schedule: v.optional(countSchedule),
  remark: v.optional(v.pipe(v.string(), v.maxLength(200, '不能超过{max}个字')), ''),
})
export type CountPlan = v.InferOutput<typeof countPlan>
