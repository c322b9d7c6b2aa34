import { firstOf } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { reminders } from '../../domain/reminders/reminders.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { selfCountRemind, selfCountUnanswered } from '../../domain/counting/selfCountOperations.ts'
import { handle, type Handler } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { isDenied } from './reminders.ts'
import { isListening } from '../reminders/remind.ts'
import { NotFound } from '../httpError.ts'
import { sightOf } from './sight.ts'

type Holder = { id: Id; name: string; dept_id: Id | null; dept: string | null; pieces: number; left: number }

/** Who is asked to count what he holds in a task, and for how much of it there is no answer yet, his own or another's. */
const holdersOf = (tx: Tx, taskId: Id): Promise<Holder[]> =>
  tx.query<Holder>(
    `select p.id, p.user_name as name, d.id as dept_id, d.dept_name as dept, count(*)::int as pieces,
       (count(*) filter (where coalesce(r.verdict, 'pending') = 'pending' and not ${isDenied}))::int as left
     from count_line l join person p on p.org_id = $1 and p.id = l.holder_uid left join department d on d.org_id = $1 and d.id = p.dept_id
     left join lateral (
       select n.verdict from count_result n where n.org_id = $1 and n.task_id = l.task_id and n.item_id = l.item_id and n.account = l.account
       order by n.round desc limit 1
     ) r on true
     where l.org_id = $1 and l.task_id = $2 and exists (
       select from count_share s where s.org_id = $1 and s.task_id = l.task_id and s.kind = 'self' and (s.uid is null or s.uid = l.holder_uid))
     group by p.id, p.user_name, d.id, d.dept_name order by d.dept_name collate by_pinyin, p.user_name collate by_pinyin, p.id`,
    [tx.orgId, taskId],
  )

/** Asks people to count what they hold, each with the number of his pieces; answers how many were told. */
export const askHolders = async (
  tx: Tx,
  task: { readonly id: Id; readonly name: string },
  which: (holder: { readonly dept_id: Id | null; readonly left: number }) => boolean = () => true,
): Promise<number> => {
  const holders = (await holdersOf(tx, task.id)).filter((holder) => holder.left > 0 && which(holder))
  const listeningRows = await tx.query<{ id: Id }>(
    `select p.id from person p where p.org_id = $1 and p.id = any ($2::bigint[]) and ${isListening('$3')}`,
    [tx.orgId, holders.map(({ id }) => id), 'selfCountAsked'],
  )
  const listeningUids = new Set(listeningRows.map(({ id }) => id))
  const { one, list, category } = reminders.selfCountAsked
  const byPieces = Map.groupBy(
    holders.filter(({ id }) => listeningUids.has(id)),
    ({ left }) => left,
  )
  for (const [pieces, people] of byPieces)
    await notify(tx, {
      uids: people.map(({ id }) => id),
      msgType: messageTypes.notify,
      category,
      title: one(),
      params: { thing: task.name, pieces },
      link: list,
    })
  return listeningUids.size
}

export const unansweredHandlers: readonly Handler[] = [
  handle(selfCountUnanswered, async ({ tx, session }, { taskId }) => {
    const { manages } = await sightOf(tx, session, taskId)
    if (!manages) throw new NotFound()
    const [holders, photos] = await Promise.all([holdersOf(tx, taskId), samePhotosOf(tx, taskId)])
    const waitingHolders = holders.filter(({ left }) => left > 0)
    const departments = Map.groupBy(waitingHolders, ({ dept_id }) => dept_id ?? '')
    return {
      people: holders.length,
      finished: holders.length - waitingHolders.length,
      departments: [...departments.values()].map((people) => ({
        id: firstOf(people).dept_id,
        name: firstOf(people).dept ?? '',
        people: people.map(({ id, name, pieces, left }) => ({ id, name, pieces, left })),
      })),
      samePhotos: photos,
    }
  }),

  handle(selfCountRemind, async ({ tx, session }, { taskId, departmentId }) => {
    const { task, manages } = await sightOf(tx, session, taskId)
    if (!manages) throw new NotFound()
    if (task.state !== 'open') return { told: 0 }
    return { told: await askHolders(tx, task, ({ dept_id }) => departmentId === undefined || dept_id === departmentId) }
  }),
]

/** Photos of a task that prove several pieces at once, or lay here before as another file. */
const samePhotosOf = (tx: Tx, taskId: Id): Promise<{ file: string; items: { id: string; name: string }[] }[]> =>
  tx.query(
    `with photos as (
       select f.sha256, min(f.path) as file, array_agg(distinct e.item_id) as items from count_event e
       join file f on f.org_id = $1 and f.path = e.body ->> 'file'
       where e.org_id = $1 and e.task_id = $2 and e.item_id is not null and e.body ->> 'source' = 'selfPhoto' group by f.sha256
     )
     select p.file, coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'name', a.instance_name || '（' || a.instance_code || '）') order by a.id)
       from asset a where a.org_id = $1 and a.id = any (p.items)), '[]') as items
     from photos p where cardinality(p.items) > 1
       or exists (select from file o where o.org_id = $1 and o.sha256 = p.sha256 and o.path <> p.file)
     order by p.file limit 100`,
    [tx.orgId, taskId],
  )
