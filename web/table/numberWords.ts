import { t } from '../words.ts'

/** Lists count no further. */
const countedAtMost = 10_000

/** How many rows there are, in words. */
export const countWords = (count: number, hasMore: boolean): string =>
  count >= countedAtMost && hasMore ? t('超过 {count} 项', { count }) : t('共 {count} 项', { count })
