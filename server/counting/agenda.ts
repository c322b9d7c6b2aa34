import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { SourceReader } from '../agenda/source.ts'

/** Until when a person has to count what he was given, and when counts begin by themselves that he planned, or any for the person who manages all places. */
export const countsOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  const [shares, plans] = await Promise.all([
    tx.query<{ id: Id; name: string; day: Day; isOwn: boolean }>(
      `select t.id, t.name, due.day, s.kind = 'self' as "isOwn"
       from count_share s join count_task t on t.org_id = $1 and t.id = s.task_id
         cross join lateral (select coalesce(s.due_on, t.due_on) as day) due
       where s.org_id = $1 and s.uid = $4 and s.finished_at is null and t.state = 'open' and due.day >= $2 and due.day < $3
       group by t.id, t.name, due.day, s.kind = 'self' order by t.id limit 200`,
      [tx.orgId, from, to, session.uid],
    ),
    session.codes.has('gsinventorytask:plan')
      ? tx.query<{ id: Id; name: string; day: Day }>(
          `select p.id, p.name, p.next_on as day from count_plan p
           where p.org_id = $1 and p.deleted_at is null and p.next_on >= $2 and p.next_on < $3 and (p.created_by = $4 or $5) order by p.id limit 200`,
          [tx.orgId, from, to, session.uid, session.locations === 'all'],
        )
      : [],
  ])
  return [
    ...shares.map(({ id, name, day, isOwn }) => ({
      id,
      words: '盘点截止：{name}',
      params: { name },
      link: isOwn ? '/pages/goods/mainpage/selfcount' : '/pages/goods/components/inventoryScan/index',
      day,
    })),
    ...plans.map(({ id, name, day }) => ({
      id,
      words: '盘点开始：{name}',
      params: { name },
      link: `/pages/goods/GsInventoryOrder/gsinventoryplan-edit?id=${id}`,
      day,
    })),
  ]
}
