import { languageCode, t } from '../words.ts'

/** How many rows there are, in words. */
export const countWords = (count: number, hasUncounted: boolean): string =>
  hasUncounted ? t('超过 {count} 项', { count }) : t('共 {count} 项', { count })

/** The same where little room is: a plus where there are more than were counted. */
export const shortCount = (count: number, hasUncounted: boolean): string => (hasUncounted ? `${count}+` : String(count))

/** A number as an axis says it where little room is: "30K", "3万". */
export const compactWords = (number: number): string =>
  new Intl.NumberFormat(languageCode(), { notation: 'compact', maximumFractionDigits: 1 }).format(number)
