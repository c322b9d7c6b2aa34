import { type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { RefusalError } from '../../kernel/refusal.ts'
import { momentOf } from '../../domain/calendar/deadline.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import { nextOpening } from '../../domain/counting/schedule.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { administrators } from '../access/people.ts'
import { inNameOf } from '../access/sessions.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type WholeWorker, withdraw } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { openTask } from './tasks.ts'

export const openingJob = 'count.opening'

/** Says when a plan opens its next task by itself, after a day; a plan without a schedule never does. */
export const planOpening = async (tx: Tx, planId: Id, schedule: CountPlan['schedule'], after: Day): Promise<void> => {
  const calendar = await workCalendarOf(tx)
  const nextOn = schedule ? nextOpening(schedule, after, calendar.isWorkday) : null
  await tx.query('update count_plan set next_on = $3 where org_id = $1 and id = $2', [tx.orgId, planId, nextOn])
  if (nextOn === null) await withdraw(tx, openingJob, planId)
  else await enqueue(tx, { kind: openingJob, key: planId, dueAt: momentOf(nextOn, calendar.opensMinutes) })
}

/**
 * Opens the task of a plan whose day has come, in the name and within the places of the person who made the plan. Where it cannot be opened he is told
 * why, and the next day is waited for.
 */
export const openingWorker: WholeWorker = {
  kind: openingJob,
  run: async (tx, { key: planId }) => {
    const today = dayAt(tx.now())
    const [plan] = await tx.query<{ name: string; body: CountPlan; created_by: Id }>(
      `select p.name, p.body, p.created_by from count_plan p join organisation o on o.org_id = $1
       where p.org_id = $1 and p.id = $2 and p.deleted_at is null and p.next_on <= $3 and o.state = 'active'`,
      [tx.orgId, planId, today],
    )
    if (!plan) return
    const within = await inNameOf(tx, plan.created_by)
    const tell = (uids: readonly Id[], title: string, params: Readonly<Record<string, string>>) =>
      notify(tx, {
        uids,
        msgType: messageTypes.notify,
        category: 'asset',
        title,
        params: { plan: plan.name, ...params },
        link: '/pages/goods/GsInventoryOrder/index',
      })
    if (!within) await tell(await administrators(tx), '盘点计划{plan}到期没有开始：制定人已离职，请由别人重新制定', {})
    else {
      const refusal = await tx.attempt(async () => {
        const { code } = await openTask(tx, { planId, within, by: plan.created_by, atMs: tx.now() })
        await tell([plan.created_by], '盘点计划{plan}已按周期开始盘点：{code}', { code })
      })
      if (refusal instanceof RefusalError) await tell([plan.created_by], '盘点计划{plan}到期没有开始：{why}', { why: refusal.message })
    }
    await planOpening(tx, planId, plan.body.schedule, today)
  },
  limits: { statementSeconds: 30 },
}
