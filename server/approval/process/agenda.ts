import type { Moment } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { momentOf } from '../../../domain/calendar/deadline.ts'
import type { SourceReader } from '../../agenda/source.ts'

/** How long before its deadline an approval stands on an agenda. */
const shownMinutes = 30

/** Until when a person has to decide what waits for him. */
export const deadlinesOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  const rows = await tx.query<{ id: Id; title: string; due: Moment }>(
    `select t.id, i.title, t.due_at as due from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id
     where t.org_id = $1 and t.assignee_uid = $2 and t.status = 1 and t.due_at >= $3 and t.due_at < $4 order by t.due_at, t.id limit 500`,
    [tx.orgId, session.uid, momentOf(from, 0), momentOf(to, 0)],
  )
  return rows.map(({ id, title, due }) => ({
    id,
    words: '审批截止：{title}',
    params: { title },
    link: `/pages/flow/formApprove?taskId=${id}`,
    begin: new Date(Date.parse(due) - shownMinutes * 60_000).toISOString(),
    end: due,
  }))
}
