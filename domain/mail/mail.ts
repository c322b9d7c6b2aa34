import { addDays, dayAt, type Moment } from '../../kernel/day.ts'
import { momentOf } from '../calendar/deadline.ts'
import type { WorkCalendar } from '../calendar/workCalendar.ts'
import type { MessageCategory } from '../rules/messageCategories.ts'

/** How notices of a category go out by mail: not at all, each by itself, or together at an hour. */
export const mailChoices = ['none', 'each', 'digest'] as const
export type MailChoice = (typeof mailChoices)[number]

export type MailChoices = Readonly<Partial<Record<MessageCategory, MailChoice>>>

/** When what is collected goes out: every day, or on the workdays of the organisation. */
export const digestRhythms = ['daily', 'workdays'] as const
export type DigestRhythm = (typeof digestRhythms)[number]

export type DigestTime = { readonly rhythm: DigestRhythm; readonly hour: number }

export const usualDigestTime: DigestTime = { rhythm: 'workdays', hour: 8 }

/** What holds where neither the person nor an administrator has chosen: others wait for an approval, everything else can wait for the morning. */
export const usualMailChoice = (category: MessageCategory): MailChoice => (category === 'approval' ? 'each' : 'digest')

/** What holds for a person and a category. */
export const mailChoiceOf = (category: MessageCategory, ownChoices: MailChoices, byDefault: MailChoices): MailChoice =>
  ownChoices[category] ?? byDefault[category] ?? usualMailChoice(category)

/** The first moment after `now` (milliseconds since 1970) at which a digest goes out. */
export const nextDigest = (calendar: Pick<WorkCalendar, 'isWorkday'>, { rhythm, hour }: DigestTime, now: number): Moment => {
  const today = dayAt(now)
  for (let ahead = 0; ahead <= daysAheadAtMost; ahead++) {
    const day = addDays(today, ahead)
    const moment = momentOf(day, hour * 60)
    if (Date.parse(moment) > now && (rhythm === 'daily' || calendar.isWorkday(day))) return moment
  }
  return momentOf(addDays(today, 1), hour * 60)
}

/** No one closes for longer. */
const daysAheadAtMost = 60

/** How the line to a mail server is made safe: from the beginning, by an upgrade that has to succeed, or not at all. */
export const mailSecurities = { tls: 'TLS', starttls: 'STARTTLS', none: '不加密' } as const
export type MailSecurity = keyof typeof mailSecurities

/** The ports on which mail is taken. */
export const mailPorts = [25, 465, 587, 2525] as const
