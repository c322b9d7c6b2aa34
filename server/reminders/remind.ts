import { dayAt } from '../../kernel/day.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import {
  noticeOf,
  type Reminder,
  type ReminderKind,
  reminders,
  reminderText,
  saidToGroup,
  type ReminderSubject,
} from '../../domain/reminders/reminders.ts'
import type { Tx } from '../db/tx.ts'
import { tellGroups } from '../messaging/groups.ts'
import { notify } from '../messaging/notify.ts'

/** A person and something that they are to hear of. */
export type PersonalReminder = { readonly uid: Id; readonly thing: ReminderSubject }

/**
 * Tells people at once what has just happened, by the posting of `documentId` where a document did it. The person who left or has switched the kind
 * off hears nothing.
 */
export const remind = async (tx: Tx, kind: ReminderKind, remindings: readonly PersonalReminder[], documentId?: Id): Promise<void> => {
  if (remindings.length === 0) return
  const rows = await tx.query<{ id: Id }>(
    `select p.id from person p where p.org_id = $1 and p.id = any ($2::bigint[]) and ${isListening('$3')}`,
    [tx.orgId, [...new Set(remindings.map(({ uid }) => uid))], kind],
  )
  const listeningUids = new Set(rows.map(({ id }) => id))
  const heard = remindings.filter(({ uid }) => listeningUids.has(uid))
  await tellEach(tx, kind, heard, documentId)
}

/** SQL for who hears of a kind of reminder, of a person `p`. */
export const isListening = (kind: string): string =>
  `p.state = 'active' and p.deleted_at is null and not exists (select from reminder_off o where o.org_id = $1 and o.uid = p.id and o.kind = ${kind})`

/** One message for each person, however many things there are. One thing takes the place of what was said of it before and is not read yet. */
export const tellEach = async (tx: Tx, kind: ReminderKind, remindings: readonly PersonalReminder[], documentId?: Id): Promise<void> => {
  const reminder: Reminder = reminders[kind]
  // Always in one order, so that two who tell the same people do not wait for each other in a circle.
  const byPerson = [...Map.groupBy(remindings, ({ uid }) => uid)].toSorted(([a], [b]) => compareIds(a, b))
  for (const [uid, own] of byPerson) {
    const subjects = [...new Map(own.map(({ thing }) => [thing.subject, thing])).values()]
    const { title, content, link } = reminderText(reminder, subjects)
    await notify(tx, {
      uids: [uid],
      msgType: messageTypes.notify,
      category: reminder.category,
      title: title.words,
      params: title.params,
      content,
      link,
      ...(documentId !== undefined && { documentId }),
      ...(subjects.length === 1 && reminder.schedule && { merge: { kind: noticeOf(kind), about: firstOf(subjects).subject } }),
    })
  }
  if (!reminder.group || remindings.length === 0) return
  const things = [...new Map(remindings.map(({ thing }) => [thing.subject, thing])).values()]
  const { title, content, link } = saidToGroup(reminder, things)
  const subjects = things.map(({ subject }) => subject).toSorted()
  const key = `${kind}/${dayAt(tx.now())}/${subjects.slice(0, 5).join(',')}/${subjects.length}`
  await tellGroups(tx, { event: reminder.group, key, words: title.words, params: title.params, content, link })
}
