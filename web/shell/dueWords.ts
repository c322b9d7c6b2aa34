import { type Day, daysBetween } from '../../kernel/day.ts'
import type { Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { shortDay, today } from './dateWords.ts'

/** When a borrowed thing has to be back, and how urgent that is. */
export const dueOf = (day: Day): { words: string; tone: Tone } => {
  const daysLeft = daysBetween(today(), day)
  if (daysLeft < 0) return { words: t('已逾期 {days} 天', { days: -daysLeft }), tone: 'bad' }
  return {
    words: daysLeft === 0 ? t('今天应归还') : t('{day} 前归还', { day: shortDay(day) }),
    tone: daysLeft <= soonDays ? 'warn' : 'plain',
  }
}

/** Within how many days something has to be back soon. */
export const soonDays = 7
