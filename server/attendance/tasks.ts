import type { Id } from '../../kernel/id.ts'
import type { Today } from '../../domain/attendance/operations.ts'
import type { Session } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'

/** What waits at a place for the person who keeps it: things to hand out, to receive, to count. Nothing for anyone else. */
export const tasksAt = async (tx: QueryTx, { codes, locations }: Session, locationId: Id | undefined): Promise<Today['tasks']> => {
  if (locationId === undefined || !codes.has('gsoutstockorder:post')) return []
  if (locations !== 'all' && !locations.includes(locationId)) return []
  const [counts] = await tx.query<{ handing: number; coming: number; counting: number }>(tasksText, [tx.orgId, locationId])
  if (!counts) return []
  const tasks = [
    { title: '待发放', count: counts.handing, link: '/pages/personal/myapprove' },
    { title: '待接收', count: counts.coming, link: '/pages/personal/receipts' },
    { title: '待盘点', count: counts.counting, link: '/pages/goods/components/inventoryScan/index' },
  ]
  return tasks.filter(({ count }) => count > 0)
}

const tasksText = `
  with recursive place (id) as (
    select id from location where org_id = $1 and id = $2
    union select l.id from location l join place p on l.parent_id = p.id where l.org_id = $1 and l.deleted_at is null),
  account as (select 'store:' || id as store, 'transit:' || id as transit from place)
  select
    (select count(distinct r.document_id)::int from reservation r where r.org_id = $1 and r.account in (select store from account)) as handing,
    (select count(*)::int from balance b where b.org_id = $1 and b.account in (select transit from account) and b.on_hand > 0) as coming,
    (select count(*)::int from count_task t where t.org_id = $1 and t.state = 'open' and t.loc_ids && array(select id from place)) as counting`
