import type { Option } from '../../kernel/field.ts'
import { disposalWays } from '../rules/disposalWays.ts'
import { documentStates } from '../documents/define.ts'
import { leaveKinds } from '../documents/office/leave.ts'
import { assetStates } from '../ledger/ledger.ts'
import { conditions } from '../records/asset.ts'

/** The items of a dictionary by its code; undefined where there is no such dictionary. Labels are Chinese. */
export const dictionary = (dictCode: string): readonly Option[] | undefined =>
  Object.hasOwn(dictionaries, dictCode) ? dictionaries[dictCode] : undefined

const itemsOf = (labels: Readonly<Record<string, string>>): Option[] => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** What says nothing by itself is offered nowhere. */
const emptyWord = '其他'

/** True for a word that one press may write into a text. */
export const isOffered = (value: string): boolean => value !== emptyWord

/** The delivered words of a dictionary that one press writes into a text. */
export const offeredWords = (dictCode: string): readonly string[] =>
  (dictionary(dictCode) ?? []).map(({ value }) => value).filter(isOffered)

/** The lists of words that an organisation may make its own, by their code: what each is called. */
export const wordLists = {
  asset_condition: '资产状况',
  disposal_method: '资产处置方式',
  leave_kind: '请假类型',
  unit: '计量单位',
  outstock_reason: '资产领用原因',
  return_reason: '资产退库原因',
  borrow_reason: '资产借用原因',
  renew_reason: '资产续借原因',
  trans_reason: '资产转移原因',
  repair_reason: '资产故障说明',
  handle_reason: '资产处置原因',
  consume_reason: '耗材用途',
  surplus_reason: '耗材退库原因',
} as const
export type WordListCode = keyof typeof wordLists

export const isWordList = (dictCode: string): dictCode is WordListCode => Object.hasOwn(wordLists, dictCode)

/** A word of a list as an organisation has it. */
export type OwnWord = { readonly value: string; readonly zh: string; readonly en: string | null; readonly isRetired: boolean }

/** A list of words as it stands: the organisation's own order and words, then what is delivered and was never touched. */
export const standingWords = (deliveredOptions: readonly Option[], ownWords: readonly OwnWord[]): OwnWord[] => {
  const ownValues = new Set(ownWords.map(({ value }) => value))
  return [
    ...ownWords,
    ...deliveredOptions.flatMap(({ value, label }) => (ownValues.has(value) ? [] : [{ value, zh: label, en: null, isRetired: false }])),
  ]
}

/** A list whose values are the words themselves. */
const words = (...labels: readonly string[]): Option[] => labels.map((label) => ({ value: label, label }))

const dictionaries: Readonly<Record<string, readonly Option[]>> = {
  asset_state: itemsOf(assetStates),
  asset_condition: conditions,
  disposal_method: disposalWays,
  leave_kind: leaveKinds,
  document_state: itemsOf(documentStates),
  gender: itemsOf({ male: '男', female: '女' }),
  person_state: itemsOf({ active: '在职', disabled: '停用' }),
  yes_no: itemsOf({ 1: '是', 0: '否' }),
  news_type: itemsOf({ news: '新闻', notice: '公告' }),
  unit: words('台', '件', '个', '套', '张', '把', '支', '盒', '包', '瓶', '卷', '箱', '本', '块', '条', '米', '千克'),
  outstock_reason: words('新员工入职', '岗位需要', '更换旧设备', '项目使用', '其他'),
  return_reason: words('离职', '调岗', '不再使用', '设备更换', '其他'),
  borrow_reason: words('出差', '会议', '临时替用', '项目使用', '其他'),
  renew_reason: words('项目延期', '出差延长', '仍在使用', '其他'),
  trans_reason: words('工作交接', '部门调整', '其他'),
  repair_reason: words('无法开机', '屏幕故障', '外观损坏', '运行缓慢', '其他'),
  consume_reason: words('日常办公', '会议', '项目使用', '打印复印', '其他'),
  surplus_reason: words('没有用完', '领错了', '不再使用', '其他'),
  handle_reason: words('达到使用年限', '损坏无法修复', '技术淘汰', '遗失', '其他'),
}
