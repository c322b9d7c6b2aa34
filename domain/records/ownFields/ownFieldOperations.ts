import * as v from 'valibot'
import { idInput, operation } from '../../operations/define.ts'
import { recordKinds } from '../all.ts'
import { type OwnField, ownControl, ownFieldKey } from './ownField.ts'
import { ownFieldSets } from './ownFieldSets.ts'

const noun = v.picklist(
  recordKinds.map((kind) => kind.noun),
  '没有这一类',
)
const labelText = (max: number) => v.pipe(v.string('应为文字'), v.trim(), v.maxLength(max, '不能超过{max}个字'))
const isTrue = v.boolean('应为是或否')

const items = v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(1000, '最多{max}项')))

/** An own field as it is answered; see `OwnField`. */
const ownField = v.custom<OwnField>((value) => typeof value === 'object' && value !== null)

/** The own fields of the organisation, the retired among them, in their order. */
export const ownFieldList = operation({
  name: 'ownfield.list',
  path: '/api/records/ownfield/list',
  title: '自定义字段',
  access: 'signed-in',
  input: v.strictObject({ noun: v.optional(noun) }),
  output: v.object({
    list: v.array(ownField),
    /** The words of lists of choices that the organisation has changed. */
    words: v.record(
      v.string(),
      v.array(v.object({ value: v.string(), zh: v.string(), en: v.nullable(v.string()), isRetired: v.boolean() })),
    ),
  }),
  reads: true,
})

/**
 * The keys of the own fields that an asset of a category, or else of the category of a model, has; and those that go by category, of the things of
 * some lines: of models or of assets, by their ids.
 */
export const ownFieldApplying = operation({
  name: 'ownfield.applying',
  path: '/api/records/ownfield/applying',
  title: '分类适用的自定义字段',
  access: 'signed-in',
  input: v.strictObject({
    catId: v.optional(v.nullable(idInput)),
    goodsId: v.optional(v.nullable(idInput)),
    goodsIds: items,
    assetIds: items,
  }),
  output: v.object({ keys: v.array(v.string()), ofItems: v.record(v.string(), v.array(v.string())) }),
  reads: true,
})

/** What own fields that lines of documents show say of some assets, as far as the reader may see them. */
export const ownFieldCards = operation({
  name: 'ownfield.cards',
  path: '/api/records/ownfield/cards',
  title: '单据上的资产字段',
  access: 'signed-in',
  input: v.strictObject({ assetIds: v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(1000, '最多{max}项')) }),
  output: v.object({
    cards: v.record(v.string(), v.record(v.string(), v.unknown())),
    names: v.record(v.string(), v.string()),
  }),
  reads: true,
})

const designCall = { access: ['ownfield:save'] as const, changes: ['ownfield'] }

/** Adds a field, or changes the one of `key`. What a field holds stays as it was made; its limits and options may change. */
export const ownFieldSave = operation({
  ...designCall,
  name: 'ownfield.save',
  path: '/api/records/ownfield/save',
  title: '保存自定义字段',
  input: v.strictObject({
    key: v.optional(ownFieldKey),
    noun,
    label: v.pipe(labelText(40), v.minLength(1, '请填写字段名称')),
    englishLabel: v.optional(v.nullable(labelText(60))),
    hint: v.optional(v.nullable(labelText(200))),
    control: ownControl,
    isRequired: v.optional(isTrue),
    isUnique: v.optional(isTrue),
    isOpen: v.optional(isTrue),
    isRequiredAtStockIn: v.optional(isTrue),
    isCounted: v.optional(isTrue),
    isOnLines: v.optional(isTrue),
    defaultValue: v.optional(v.unknown()),
    isSensitive: v.optional(isTrue),
    unit: v.optional(v.nullable(labelText(10))),
    categoryIds: v.optional(v.pipe(v.array(idInput, '应为编号列表'), v.maxLength(300, '最多{max}项'))),
    version: v.optional(v.number()),
  }),
  output: ownField,
})

/** Takes a field out of forms, or puts it back; what stands in it stays. */
export const ownFieldRetire = operation({
  ...designCall,
  name: 'ownfield.retire',
  path: '/api/records/ownfield/retire',
  title: '停用自定义字段',
  input: v.strictObject({ noun, key: ownFieldKey, isRetired: isTrue }),
  output: ownField,
})

/** Puts the fields of a kind into the order of `keys`; those that are not named stand behind them. */
export const ownFieldArrange = operation({
  ...designCall,
  name: 'ownfield.arrange',
  path: '/api/records/ownfield/arrange',
  title: '排列自定义字段',
  input: v.strictObject({ noun, keys: v.pipe(v.array(ownFieldKey, '应为列表'), v.maxLength(2000, '最多{max}项')) }),
  output: v.object({ list: v.array(ownField) }),
})

/** Adds the fields of a delivered set to categories of assets; a field that is there by its name gets the categories as well. */
export const ownFieldDeliver = operation({
  ...designCall,
  name: 'ownfield.deliver',
  path: '/api/records/ownfield/deliver',
  title: '启用成套字段',
  input: v.strictObject({
    set: v.picklist(
      ownFieldSets.map(({ key }) => key),
      '没有这一套',
    ),
    categoryIds: v.pipe(v.array(idInput, '应为编号列表'), v.minLength(1, '请选择分类'), v.maxLength(300, '最多{max}项')),
  }),
  output: v.object({ list: v.array(ownField) }),
})
