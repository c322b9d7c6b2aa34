import type { Noun } from '../../../kernel/field.ts'
import { recordOf } from '../all.ts'

/** Why a text names nothing: nothing is called that, or several are, and then what tells them apart. With the places `{label}` and `{value}`. */
export const unnamedWords = (problem: 'unknown' | 'ambiguous', noun: Noun): string => {
  if (problem === 'unknown') return '{label}“{value}”不存在'
  if (noun === 'person') return '有多个{label}叫“{value}”，请填写登录名、手机号码或工号'
  return recordOf(noun).parent ? '有多个{label}叫“{value}”，请填写编码或完整路径' : '有多个{label}叫“{value}”，请填写编码'
}
