import type { Id } from '../../kernel/id.ts'
import type { Workdays } from '../../domain/agenda/expand.ts'
import { dueNow, nextDue } from '../../domain/agenda/eventReminders.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type Job, type WholeWorker, withdraw } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { answerTo, type Event, findEvent, invitedUids, isFor, saidAt } from './events.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { eventLink, whenWords } from './notices.ts'

/** Of each event and person there is one, due at the next moment of which he is to be told; it asks for its next one itself. */
const reminderJob = 'agenda.reminder'
const keyOf = (event: Id, uid: Id): string => `${event}/${uid}`

/** Plans the next reminder of everyone who an event concerns, in the transaction that changes it. `gone`: who is not concerned any more. */
export const planReminders = async (tx: Tx, event: Event, workdays: Workdays, removedUids: readonly Id[] = []): Promise<void> => {
  const now = tx.now()
  const due = nextDue(event, now, workdays)
  const concernedUids = [event.uid, ...invitedUids(event)]
  await Promise.all([
    ...removedUids.map((uid) => withdraw(tx, reminderJob, keyOf(event.id, uid))),
    ...concernedUids.map((uid) => plan(tx, { eventId: event.id, uid, after: now, due: comesNever(event, uid) ? undefined : due })),
  ])
}

/** Takes back every reminder of an event that is no more. */
export const dropReminders = async (tx: Tx, event: Event): Promise<void> => {
  await Promise.all([event.uid, ...invitedUids(event)].map((uid) => withdraw(tx, reminderJob, keyOf(event.id, uid))))
}

type PlanInput = {
  readonly eventId: Id
  readonly uid: Id
  readonly after: number
  readonly due: number | undefined
}

const plan = (tx: Tx, { eventId, uid, after, due }: PlanInput): Promise<void> =>
  due === undefined
    ? withdraw(tx, reminderJob, keyOf(eventId, uid))
    : enqueue(tx, {
        kind: reminderJob,
        key: keyOf(eventId, uid),
        body: { eventId, uid, after: new Date(after).toISOString() },
        dueAt: new Date(due).toISOString(),
      })

/**
 * Tells a person of what has come due since the job before, and plans the next. What came due while nothing ran is told once where it is not
 * over, and forgotten otherwise. Telling and planning are one transaction, so nothing is told twice.
 */
export const agendaReminderWorker: WholeWorker = {
  kind: reminderJob,
  run: async (tx, { body: { eventId, uid, after } }: Job<{ eventId: Id; uid: Id; after: string }>) => {
    const event = await findEvent(tx, eventId)
    if (!event || !isFor(event, uid)) return
    const [person] = await tx.query(`select 1 from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null`, [
      tx.orgId,
      uid,
    ])
    if (!person || comesNever(event, uid)) return
    const now = tx.now()
    const workdays = await workCalendarOf(tx)
    for (const occurrence of dueNow(event, { after: Date.parse(after), now }, workdays)) {
      if (answerTo(event, uid, occurrence.occurrence)?.answer === 'declined') continue
      const content = saidAt(event, occurrence)
      await notify(tx, {
        uids: [uid],
        msgType: messageTypes.notify,
        category: 'agenda',
        title: occurrence.begin > now ? '“{title}”即将开始' : '“{title}”已经开始',
        params: { title: content.title },
        content: [whenWords({ ...event, ...content }), content.place].filter(Boolean).join(' · '),
        link: eventLink(eventId, occurrence.occurrence),
      })
    }
    const due = nextDue(event, now, workdays)
    if (due !== undefined) await plan(tx, { eventId, uid, after: now, due })
  },
}

/** Whether a person declined the series and accepted no single time of it. */
const comesNever = ({ people }: Event, uid: Id): boolean => {
  const ownRows = people.filter((person) => person.uid === uid)
  return (
    ownRows.some(({ occurrence, answer }) => occurrence === '' && answer === 'declined') &&
    ownRows.every(({ answer }) => answer === 'declined')
  )
}
