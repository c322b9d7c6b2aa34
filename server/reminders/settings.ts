import { reminderSettings, saveReminderSetting } from '../../domain/reminders/operations.ts'
import { type Reminder, type ReminderKind, reminderKinds, reminders } from '../../domain/reminders/reminders.ts'
import { handle, type Handler, type Session } from '../call.ts'
import { mayQuery } from '../access/scope.ts'

export const reminderHandlers: readonly Handler[] = [
  handle(reminderSettings, async ({ tx, session }) => {
    const rows = await tx.query<{ kind: string }>('select kind from reminder_off where org_id = $1 and uid = $2', [tx.orgId, session.uid])
    const off = new Set(rows.map(({ kind }) => kind))
    return reminderKinds.filter((kind) => concerns(session, kind)).map((kind) => ({ kind, on: !off.has(kind) }))
  }),
  handle(saveReminderSetting, async ({ tx, session }, { kind, on }) => {
    await tx.query(
      on
        ? 'delete from reminder_off where org_id = $1 and uid = $2 and kind = $3'
        : 'insert into reminder_off (org_id, uid, kind) values ($1, $2, $3) on conflict (org_id, uid, kind) do nothing',
      [tx.orgId, session.uid, kind],
    )
    return { kind, on }
  }),
]

/** The person who keeps no place gets no reminder for keepers, and is not asked about it. */
const concerns = (session: Session, kind: ReminderKind): boolean => {
  const { concerns: who }: Reminder = reminders[kind]
  return who === 'everybody' || (who === 'keepers' ? mayQuery(session) : session.locations === 'all')
}
