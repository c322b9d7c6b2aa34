import type { Option } from '../../kernel/field.ts'
import { t } from '../words.ts'

/** To how many devices a version may be offered; `now` is among them. */
export const shares = (now: number): readonly Option[] =>
  [...new Set([0, 1, 5, 10, 20, 50, 100, now])]
    .toSorted((a, b) => a - b)
    .map((percent) => ({
      value: String(percent),
      label: shareWords(percent),
    }))

const shareWords = (percent: number): string => {
  if (percent === 100) return t('全部设备')
  return percent === 0 ? t('暂不提供') : t('{percent}%的设备', { percent })
}
