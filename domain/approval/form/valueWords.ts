import { fixed, isDecimal } from '../../../kernel/decimal.ts'
import { type Attachment, type Field, isEmpty } from '../../../kernel/field.ts'
import { dayOfEnd, isPeriod, type PeriodUnit } from '../../../kernel/period.ts'
import type { Params } from '../../../kernel/refusal.ts'

/** How a text of ours is said in the reader's language, and what an id stands for. */
export type Speaker = {
  readonly say: (words: string, params?: Params) => string
  readonly nameOf: (id: string) => string
}

/** The value of a field in words, empty where there is none. */
export const valueWords = ({ control }: Field, value: unknown, { say, nameOf }: Speaker): string => {
  if (isEmpty(value)) return ''
  const each = [value].flat()
  if (control.type === 'choice')
    return each.map((one) => say(control.options.find((option) => option.value === one)?.label ?? String(one))).join(say('、'))
  if (control.type === 'reference' || control.type === 'applications') return each.map((id) => nameOf(String(id))).join(say('、'))
  if (control.type === 'money') return moneyWords(value)
  if (control.type === 'flag') return say(value === true ? '是' : '否')
  if (control.type === 'pictures') return say('{count}张图片', { count: each.length })
  if (control.type === 'period') return periodWords(value, control.unit, say)
  if (control.type === 'attachments') return (each as Attachment[]).map(({ name }) => name).join(say('、'))
  return String(value)
}

/** "2026-11-22 上午 至 2026-11-24 下午（2.5天）"; empty for what is no period. */
export const periodWords = (value: unknown, unit: PeriodUnit, say: Speaker['say']): string => {
  if (!isPeriod(value)) return ''
  const end = (at: string) => (unit === 'halfDays' ? `${dayOfEnd(at)} ${say(at.endsWith('PM') ? '下午' : '上午')}` : at)
  return say('{from} 至 {to}（{length}）', { from: end(value.from), to: end(value.to), length: lengthWords(value.length, unit, say) })
}

/** How long a period is. */
export const lengthWords = (length: string, unit: PeriodUnit, say: Speaker['say']): string =>
  say(unit === 'hours' ? '{n}小时' : '{n}天', { n: length })

/** "¥12,300.00"; empty for what is no amount. */
export const moneyWords = (value: unknown): string => {
  if (!isDecimal(value)) return ''
  const [whole = '', places = ''] = fixed(value, 2).split('.')
  return `¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`
}
