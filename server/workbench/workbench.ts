import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { isTrial, orderInEffect } from '../../domain/licence/licence.ts'
import { newsStates } from '../../domain/news/operations.ts'
import { workbenchCounts, workbenchHome } from '../../domain/workbench/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { awaitedReceipts } from '../documents/receipts/receipts.ts'
import { assetsOnRegister, ordersOf } from '../licence/licence.ts'
import { managedBy } from '../access/places.ts'
import { onlyRow } from '../db/rows.ts'
import { leftBehindText, placesOf } from '../records/leftBehind.ts'

const readHome = async (call: SignedIn): Promise<OutputOf<typeof workbenchHome>> => {
  const { tx, session, at } = call
  const [counts, organisation, locations, mine, orders, assetCount, news] = await Promise.all([
    countsOf(call),
    organisationOf(tx),
    managedLocations(tx, session.uid),
    heldAssets(tx, session.uid, dayAt(at)),
    ordersOf(tx),
    assetsOnRegister(tx),
    latestNews(tx, session.uid),
  ])
  const order = orderInEffect(orders, at)
  return {
    ...counts,
    organisation,
    locations,
    mine,
    licence: order
      ? {
          periodName: order.skuEntity.periodName,
          trial: isTrial(order),
          endDate: order.endDate,
          assetLimit: order.skuEntity.busdataScope,
          assetCount,
        }
      : null,
    news,
  }
}

const organisationOf = (tx: Tx) =>
  onlyRow(
    tx.query<{ operationId: Id; operationName: string; operationAvatar: string }>(
      `select org_id as "operationId", name as "operationName", coalesce(avatar, '') as "operationAvatar" from organisation where org_id = $1`,
      [tx.orgId],
    ),
  )

const managedLocations = (tx: Tx, uid: Id) =>
  tx.query<{ locId: Id; locName: string }>(
    `select l.id as "locId", l.loc_name as "locName" from location l where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')} order by l.loc_code`,
    [tx.orgId, uid],
  )

/** How many assets a person holds, and how many of the lent ones are due soon or overdue. */
const heldAssets = (tx: Tx, uid: Id, today: Day) =>
  onlyRow(
    tx.query<{ inUse: number; lent: number; dueSoon: number; overdue: number }>(
      `select count(*) filter (where state = 'inUse')::int as "inUse", count(*) filter (where state = 'lent')::int as lent,
         count(*) filter (where state = 'lent' and due_on between $3 and $4)::int as "dueSoon",
         count(*) filter (where state = 'lent' and due_on < $3)::int as overdue
       from asset where org_id = $1 and holder_uid = $2 and deleted_at is null`,
      [tx.orgId, uid, today, addDays(today, 7)],
    ),
  )

const latestNews = (tx: Tx, uid: Id) =>
  tx.query<{
    newsId: Id
    newsType: string
    title: string
    pic: string
    publishedAt: string | null
    read: boolean
    userEntity: { uid: Id; userName: string; avatar: string | null }
  }>(
    `select n.id as "newsId", n.news_type as "newsType", n.title, n.pic::text as pic, n.published_at as "publishedAt",
            exists (select from read_record r where r.org_id = $1 and r.news_id = n.id and r.uid = $2) as read,
            json_build_object('uid', p.id::text, 'userName', p.user_name, 'avatar', p.avatar) as "userEntity"
     from news n join person p on p.org_id = $1 and p.id = n.publisher_uid where n.org_id = $1 and n.state = ${newsStates.published} and n.deleted_at is null
     order by n.pinned desc, n.pic <> '[]' desc, n.published_at desc, n.id desc limit 5`,
    [tx.orgId, uid],
  )

/** Every counter by an index made for it, in one statement. */
const countsOf = async ({ tx, session }: SignedIn) => {
  const row = await onlyRow(
    tx.query<{
      receiptCount: number
      applyCount: number
      approveCount: number
      countCount: number
      leaverCount: number
      unreadCount: number
      canQuery: boolean
    }>(
      `${awaitedReceipts} select
       (select count(*)::int from (select from awaited limit 1000) r) as "receiptCount",
       (select count(*)::int from (select from wf_instance where org_id = $1 and initiator_uid = $2 and status in ('running', 'returned', 'posting') limit 1000) a) as "applyCount",
       (select count(*)::int from (select from wf_task where org_id = $1 and assignee_uid = $2 and status = 1 limit 1000) t) as "approveCount",
       (select count(*)::int from (select from count_share s join count_task t on t.org_id = $1 and t.id = s.task_id and t.state = 'open' and t.round = s.round
         where s.org_id = $1 and s.uid = $2 and s.kind <> 'self' and s.finished_at is null limit 1000) c) as "countCount",
       (select count(*)::int from (select from ${leftBehindText('$5')} where $4::boolean limit 1000) b) as "leaverCount",
       ((select count(*) from (select from message where org_id = $1 and uid = $2 and read_at is null limit 1000) m)
         + (select coalesce(sum(c.counted - me.read_counted), 0) from chat_member me join chat c on c.org_id = $1 and c.id = me.chat_id
            where me.org_id = $1 and me.uid = $2 and me.left_seq is null and not me.mute and ($3::boolean is false or c.kind = 'subject')))::int as "unreadCount",
       exists (select from location l where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')}) as "canQuery"`,
      [tx.orgId, session.uid, session.subjectsOnly, session.codes.has('gsgoodsinstance:list'), placesOf(session)],
    ),
  )
  return { ...row, admin: session.admin ? (1 as const) : (0 as const), isAdmin: session.admin }
}

export const workbenchHandlers: readonly Handler[] = [handle(workbenchCounts, countsOf), handle(workbenchHome, readHome)]
