import { language, t } from './words.ts'

/** A label of ours inside a sentence: in English it begins small there. */
export const within = (chinese: string): string => {
  const words = t(chinese)
  return language() === 'en' && /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}
