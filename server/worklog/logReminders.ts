import { assertDefined } from '../../kernel/assert.ts'
import { addDays, dayAt, minuteAt } from '../../kernel/day.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { dueAt } from '../../domain/worklog/due.ts'
import { type PeriodKey, periodOf, spanOf } from '../../domain/worklog/period.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type WholeWorker, withdraw } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { standingsOf } from './standings.ts'
import { type StoredTemplate, templateOf } from './templates.ts'
import { NotFound } from '../httpError.ts'

/** The kind of the job that reminds those who have not handed in a log: one for each template, for the next period that ends. */
export const remindingJob = 'worklog.remind'

/** Plans when people are reminded next, or that no one is any more. */
export const planReminding = async (tx: Tx, template: StoredTemplate, now: number): Promise<void> => {
  const next = template.state === 'active' ? await nextReminding(tx, template, now) : undefined
  if (next)
    await enqueue(tx, { kind: remindingJob, key: template.id, body: { periodKey: next.key }, dueAt: new Date(next.at).toISOString() })
  else await withdraw(tx, remindingJob, template.id)
}

/** Reminds those who have not handed in yet, and plans the next time. */
export const remindingWorker: WholeWorker = {
  kind: remindingJob,
  run: async (tx, { key, body }) => {
    const template = await templateOf(tx, key).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
    if (template?.state !== 'active') return
    await remindOf(tx, template, String(body['periodKey']))
    await planReminding(tx, template, tx.now())
  },
}

const remindOf = async (tx: Tx, template: StoredTemplate, periodKey: PeriodKey): Promise<void> => {
  const span = spanOf(template.period, periodKey)
  const calendar = await workCalendarOf(tx)
  const until = span && dueAt(template.due, span, calendar)
  // The person who reads it days later, because the server stood still, is not told to hurry.
  if (span === undefined || until === undefined || until < tx.now()) return
  const people = await standingsOf(tx, template, { periods: [{ key: periodKey, ...span }], calendar, now: tx.now(), among: 'all' })
  await notify(tx, {
    uids: people.filter(({ standings }) => standings[0] === 'open').map(({ uid }) => uid),
    msgType: messageTypes.notify,
    category: 'worklog',
    title: '请填写{template}（{period}），{until}前提交',
    params: { template: template.name, period: periodKey, until: clock(until) },
    link: `/pages/mylog/logedit?templateId=${template.id}&day=${span.from}`,
    merge: { kind: 'worklogDue', about: template.id },
  })
}

/** The next moment at which a person is to be reminded, and of which period. */
const nextReminding = async (tx: Tx, template: StoredTemplate, now: number): Promise<{ key: PeriodKey; at: number } | undefined> => {
  const { period, due, remind_minutes: minutes } = template
  if (minutes === null || period === 'none') return undefined
  const calendar = await workCalendarOf(tx)
  const today = dayAt(now)
  // A period that is over may still be due.
  let key = periodOf(period, addDays(today, -daysAfterAtMost))
  for (let offset = 0; offset < periodsLookedAt; offset++) {
    const span = assertDefined(spanOf(period, key), 'the span of a period')
    const until = dueAt(due, span, calendar)
    const remindAtMs = until === undefined ? undefined : until - minutes * 60_000
    if (remindAtMs !== undefined && remindAtMs > now) return { key, at: remindAtMs }
    key = periodOf(period, addDays(span.to, 1))
  }
  return undefined
}

const daysAfterAtMost = 40
const periodsLookedAt = 100

/** "18:00" in the organisation's zone. */
const clock = (moment: number): string => minuteAt(moment).slice(-5)
