import type { Option } from '../../kernel/field.ts'
import { documentStates } from '../documents/define.ts'
import { assetStates } from '../ledger/ledger.ts'
import { conditions } from '../records/asset.ts'

/** The items of a dictionary by its code; undefined where there is no such dictionary. Labels are Chinese. */
export const dictionary = (dictCode: string): readonly Option[] | undefined =>
  Object.hasOwn(dictionaries, dictCode) ? dictionaries[dictCode] : undefined

const itemsOf = (labels: Readonly<Record<string, string>>): Option[] => Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The words of a dictionary that one press writes into a text; what says nothing by itself is not offered. */
export const offeredWords = (dictCode: string): readonly string[] =>
  (dictionary(dictCode) ?? []).map(({ value }) => value).filter((value) => value !== '其他')

/** A list whose values are the words themselves. */
const words = (...labels: readonly string[]): Option[] => labels.map((label) => ({ value: label, label }))

const dictionaries: Readonly<Record<string, readonly Option[]>> = {
  asset_state: itemsOf(assetStates),
  asset_condition: conditions,
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
