import { type Day, dayAt, daysBetween } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { remindHolder } from '../../domain/reminders/operations.ts'
import { cardLink, type ReminderKind } from '../../domain/reminders/reminders.ts'
import { managesPlace } from '../access/scope.ts'
import { handle, type Handler } from '../call.ts'
import { NotFound } from '../httpError.ts'
import { untold } from './daily.ts'
import { isListening, tellEach } from './remind.ts'

type Lent = { name: string; state: string; due_on: Day | null; holder: Id | null; place: Id | null }

/**
 * Reminds a borrower of a loan from one of the caller's places, at most once a day by the same caller. An unread reminder is replaced by the
 * new one.
 */
export const holderHandlers: readonly Handler[] = [
  handle(remindHolder, async ({ tx, session, at }, { id }) => {
    const [lent] = await tx.query<Lent>(
      `select a.instance_name || '（' || a.instance_code || '）' as name, a.state, a.due_on, a.holder_uid as holder, coalesce(a.home_id, a.loc_id) as place
       from asset a where a.org_id = $1 and a.id = $2 and a.deleted_at is null`,
      [tx.orgId, id],
    )
    if (!lent || (session.managedLocations !== 'all' && (lent.place === null || !(await managesPlace(tx, session, lent.place)))))
      throw new NotFound()
    if (lent.state !== 'lent' || lent.due_on === null || lent.holder === null) return refuse('loan.over', '这件资产已不在借用中')
    const today = dayAt(at)
    const daysLeft = daysBetween(today, lent.due_on)
    const kind: ReminderKind = daysLeft < 0 ? 'loanOverdue' : 'loanDue'
    const [listening] = await tx.query(`select from person p where p.org_id = $1 and p.id = $2 and ${isListening('$3')}`, [
      tx.orgId,
      lent.holder,
      kind,
    ])
    if (!listening) return refuse('loan.deaf', '借用人已离开或关闭了这种提醒，请直接联系')
    const subject = { subject: id, name: lent.name, note: lent.due_on, link: cardLink(id) }
    // What is told by hand is written down under its day, not under the day on which the piece is due.
    const fresh = await untold(tx, kind, [{ uid: lent.holder, thing: subject, dueOn: today, step: 0 }], today)
    if (fresh.length === 0) return refuse('loan.told', '今天已提醒过借用人')
    await tellEach(tx, kind, [{ uid: lent.holder, thing: { ...subject, daysLeft } }])
    return { id }
  }),
]
