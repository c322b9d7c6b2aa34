import type { DigestRhythm, MailChoice } from '../../domain/mail/mail.ts'

export const mailChoiceWords: Readonly<Record<MailChoice, string>> = { none: '不发', each: '逐条发', digest: '汇总发' }
export const rhythmWords: Readonly<Record<DigestRhythm, string>> = { daily: '每天', workdays: '工作日' }

/** The hours of a day. */
export const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))
