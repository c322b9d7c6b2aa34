import type { Id } from '../../kernel/id.ts'
import { inWords } from '../../domain/english/all.ts'
import { letterOf } from '../../domain/mail/letter.ts'
import { mailChoiceOf } from '../../domain/mail/mail.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import type { App } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import type { Attachment, Deliverer, Delivery, DeliveryEntry, Outcome, Unread } from '../deliveries/deliverer.ts'
import { collect } from './digests.ts'
import { mailServerOf } from './mailServer.ts'
import { mailWay } from './mailWay.ts'
import { sentNotice } from './sentNotice.ts'
import { noteBounce, noteSent, recipientAt, type Recipient, recipientsAmong } from './recipients.ts'
import { type MailServer, sendBy, type SmtpAnswer, smtpSeconds } from './smtp.ts'

type Parts = Pick<App, 'settings' | 'database' | 'address'>

/** Notices by mail, one by one or gathered into digests, as each person wants it. */
export const mailNotices = (app: Parts): Deliverer => {
  const turns = openTurns(app.database.now)
  return {
    name: mailWay,
    title: '邮件',
    timeoutSeconds: 2 * smtpSeconds,
    atOnce: mailsAtOnce,
    wants: async (tx, unread) => {
      if (!(await mailServerOf(tx, app.settings))) return []
      const unsentNotices = unread.filter((notice) => !notice.about.startsWith(`${sentNotice}/`))
      const recipients = await recipientsAmong(
        tx,
        unsentNotices.map(({ uid }) => uid),
      )
      const targetsFor = (choice: 'each' | 'digest') =>
        unsentNotices.flatMap((message) =>
          recipients
            .filter((recipient) => recipient.uid === message.uid && choiceFor(recipient, message) === choice)
            .map(({ uid, address }) => ({ id: message.id, uid, address })),
        )
      await collect(tx, recipients, targetsFor('digest'))
      return targetsFor('each')
    },
    deliver: async (delivery) => turns.take(delivery.orgId, () => deliver(app, delivery)),
  }
}

const mailsAtOnce = 32
const mailsOfOneAtOnce = 8

const choiceFor = ({ ownChoices, byDefault }: Recipient, { category }: Unread) =>
  category === 'chat' ? 'none' : mailChoiceOf(category satisfies MessageCategory, ownChoices, byDefault)

const deliver = async (app: Parts, { key, orgId, address, message, signal }: Delivery): Promise<Outcome> => {
  const target = await app.database.reading(orgId, (tx) => targetOf(tx, app, message.uid, address))
  if (!target) return { t: 'gone' }
  const { server, recipient, company } = target
  const base = app.address()
  const text = message.shown(recipient.language)
  // A mail whose figures cannot be read, or whose file cannot be made, leads to the screen all the same.
  const { file, note } = await attachmentOf(message, recipient.language)
  const ownEntries = await message.entries?.(recipient.language).catch(() => undefined)
  const entries = ownEntries ?? (text.entries ?? [text]).map((entry) => ({ ...entry, link: entry.link ?? '/pages/message/msglist' }))
  const letter = letterOf({
    language: recipient.language,
    company,
    subject: text.title,
    entries: entries.map((entry, at) => entryOf(base, at === 0 ? withNote(entry, note) : entry)),
    settingsLink: screenLink(base, '/pages/message/settings'),
    ...(recipient.stopToken !== null && { stopLink: screenLink(base, `/pages/mailstop?token=${encodeURIComponent(recipient.stopToken)}`) }),
  })
  const answer = await sendBy(server, { to: address, letter, key, attachment: file, stopUrl: stopUrlOf(base, recipient.stopToken) }, signal)
  return noteAnswer(app, { orgId, uid: message.uid, address }, answer)
}

/** What is needed to send, and whether it may go there at this moment. */
const targetOf = async (
  tx: Tx,
  { settings }: Parts,
  uid: Id,
  address: string,
): Promise<{ server: MailServer; recipient: Recipient; company: string } | undefined> => {
  const [server, recipient, { name: company }] = await Promise.all([
    mailServerOf(tx, settings),
    recipientAt(tx, uid, address),
    onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId])),
  ])
  return server && recipient ? { server, recipient, company } : undefined
}

/** Writes down what came of a mail, and says what becomes of its delivery. */
const noteAnswer = async (
  { database }: Pick<App, 'database'>,
  { orgId, uid, address }: { readonly orgId: Id; readonly uid: Id; readonly address: string },
  answer: SmtpAnswer,
): Promise<Outcome> => {
  if (answer.t === 'sent') {
    await database.inTransaction(orgId, (tx) => noteSent(tx, uid, address))
    return { t: 'delivered' }
  }
  const reason = inWords('zh', answer.words, answer.params)
  if (answer.t !== 'bounced') return { t: answer.t, why: reason }
  await database.inTransaction(orgId, (tx) => noteBounce(tx, uid, { address, reason: String(answer.params['why'] ?? reason) }))
  return { t: 'gone' }
}

const attachmentOf = async ({ attachment }: Unread, language: 'zh' | 'en'): Promise<Attachment> => {
  if (!attachment) return { file: undefined, note: '' }
  return attachment(language).catch(() => ({ file: undefined, note: inWords(language, '附件没有做成，请打开链接查看。') }))
}

const withNote = (entry: DeliveryEntry, note: string): DeliveryEntry =>
  note === '' ? entry : { ...entry, content: [entry.content, note].filter(Boolean).join('\n') }

const entryOf = (base: string, { title, content, link, figures }: DeliveryEntry) => ({
  title,
  content,
  figures,
  link: link === null ? null : screenLink(base, link),
})

/** A link opens a screen for who is signed in; it carries no right, so it may be followed by anyone and any number of times. */
const screenLink = (base: string, path: string): string => `${base}/#${path}`

const stopUrlOf = (base: string, token: string | null): string | undefined =>
  token === null ? undefined : `${base}/mail/stop/${encodeURIComponent(token)}`

/**
 * One organisation has some of the places, so that neither its thousand receivers nor its server that hangs keep the others waiting. What finds
 * none has its turn later, in the order in which it came.
 */
const openTurns = (now: () => number) => {
  const underWay = new Map<Id, number>()
  const nextTurnMs = new Map<Id, number>()
  return {
    take: async (orgId: Id, work: () => Promise<Outcome>): Promise<Outcome> => {
      const count = underWay.get(orgId) ?? 0
      if (count >= mailsOfOneAtOnce) {
        const turnMs = Math.max(now() + firstTurnMs, (nextTurnMs.get(orgId) ?? 0) + turnMsEach)
        nextTurnMs.set(orgId, turnMs)
        return { t: 'again', why: 'others of the organisation are under way', afterSeconds: (turnMs - now()) / 1000, isUntried: true }
      }
      underWay.set(orgId, count + 1)
      try {
        return await work()
      } finally {
        const countAfter = (underWay.get(orgId) ?? 1) - 1
        if (countAfter > 0) underWay.set(orgId, countAfter)
        else for (const byOrganisation of [underWay, nextTurnMs]) byOrganisation.delete(orgId)
      }
    },
  }
}
const firstTurnMs = 500
const turnMsEach = 25
