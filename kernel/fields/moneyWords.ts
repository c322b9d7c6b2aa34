import { toFixed, isDecimal } from '../decimal.ts'

/** An amount as people write it, "¥12,300.00"; empty for what is none. */
export const moneyWords = (value: unknown): string => {
  if (!isDecimal(value)) return ''
  const [whole = '', places = ''] = toFixed(value, 2).split('.')
  return `¥${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${places}`
}
