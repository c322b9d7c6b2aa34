import { t } from '../../words.ts'

/** How long something took, in its largest units: "3小时". */
export const durationWords = (seconds: number): string => {
  if (seconds < 3600) return t('{n}分钟', { n: Math.floor(seconds / 60) })
  if (seconds < 86_400) return t('{n}小时', { n: Math.floor(seconds / 3600) })
  return t('{n}天', { n: Math.floor(seconds / 86_400) })
}

/** The same for figures, where even less than a minute is said. */
export const tookWords = (seconds: number): string => (seconds < 60 ? t('{n}分钟', { n: '<1' }) : durationWords(seconds))
