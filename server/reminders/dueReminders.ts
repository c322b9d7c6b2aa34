import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { ReminderKind, ReminderSubject } from '../../domain/reminders/reminders.ts'
import type { Schedule, ReminderDay } from '../../domain/reminders/schedule.ts'
import type { Tx } from '../db/tx.ts'

/** Something that has a day, a person who it concerns, and the step of the schedule that holds for it. */
export type Due = { readonly thing: Omit<ReminderSubject, 'daysLeft'>; readonly dueOn: Day; readonly uid: Id; readonly step: number }

export type DueInput = { readonly kind: ReminderKind; readonly schedule: Schedule; readonly telling: ReminderDay }

/** Finds what is due and may not have been told: no one is told what is written down already. */
export type Reader = (tx: Tx, input: DueInput) => Promise<Due[]>
