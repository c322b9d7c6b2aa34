import type { LabelNoun } from '../../domain/labels/content.ts'

/** What a label is called by what it is of. */
export const nounWords: Readonly<Record<LabelNoun, string>> = {
  asset: '资产标签',
  location: '区域标签',
  consumable: '耗材标签',
  person: '工牌标签',
  blank: '空白码标签',
}
