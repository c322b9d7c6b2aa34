import { sendableTable } from '../../domain/subscriptions/sendableTables.ts'
import {
  type SheetFormat,
  subscriptionDelete,
  subscriptionList,
  subscriptionSave,
  type ViewSubscription,
} from '../../domain/subscriptions/operations.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { malformed, NotFound } from '../httpError.ts'
import { understand } from '../input.ts'
import { withdraw } from '../jobs/jobs.ts'
import { presentInputs } from '../views/presentInputs.ts'
import { closedColumns, linkOf, readableSubject, type Subject, type SubjectKey, titleOf } from './subject.ts'
import {
  lockSubscription,
  planSending,
  type StoredSubscription,
  subscriptionJob,
  subscriptionsAtMost,
  subscriptionsOf,
} from './subscriptionStore.ts'

export const subscriptionHandlers: readonly Handler[] = [
  handle(subscriptionList, async (call) => {
    const rows = await subscriptionsOf(call.tx, call.session.uid)
    return { list: await Promise.all(rows.map((row) => shownSubscription(call, row))) }
  }),
  handle(subscriptionSave, (call, input) => saveSubscription(call, input)),
  handle(subscriptionDelete, async ({ tx, session }, { id }) => {
    const deletedRows = await tx.query('delete from view_subscription where org_id = $1 and id = $2 and owner_uid = $3 returning 1', [
      tx.orgId,
      id,
      session.uid,
    ])
    if (deletedRows.length > 0) await withdraw(tx, subscriptionJob, id)
    return { deleted: deletedRows.length }
  }),
]

/** With what is sent is called now, also where its owner has lost it. */
const shownSubscription = async (
  { tx, session, language }: Pick<SignedIn, 'tx' | 'session' | 'language'>,
  { ownerUid: _, ...row }: StoredSubscription,
): Promise<ViewSubscription> => {
  const subject = await readableSubject(tx, session, row)
  return {
    ...row,
    uids: [...row.uids],
    robotIds: [...row.robotIds],
    title: subject ? titleOf(subject, language) : '',
    tableTitle: (subject?.kind === 'view' && tableNamed(subject.view.table)?.table.title) || '',
    link: subject ? linkOf(subject) : '/pages/index/index',
  }
}

const saveSubscription = async (call: SignedIn, input: ParsedInput<typeof subscriptionSave>): Promise<ViewSubscription> => {
  const { tx, session } = call
  const { id, version, viewId, dashboardId, rhythm, hour, weekday, monthDay, isMailed, isOn } = input
  if ((viewId === null) === (dashboardId === null)) throw malformed('请求有误：{fields}', { fields: 'viewId' }, [{ path: 'viewId' }])
  await requireSendable(tx, input, await readableSubject(tx, session, input))
  const [uids, robotIds] = [[...new Set(input.uids)], [...new Set(input.robotIds)]]
  await requireReceivers(call, uids, robotIds)
  await requireShared(tx, input, uids)
  const before = await lockSubscription(tx, id)
  if (before && before.ownerUid !== session.uid) throw new NotFound()
  requireUnchanged('定期发送', version, before?.version ?? 0)
  if (!before && (await subscriptionsOf(tx, session.uid)).length >= subscriptionsAtMost)
    refuse('subscription.many', '最多设置{max}个定期发送', { max: subscriptionsAtMost })
  const time = {
    rhythm,
    hour,
    weekday: rhythm === 'weekly' ? (weekday ?? 1) : null,
    monthDay: rhythm === 'monthly' ? (monthDay ?? 1) : null,
  }
  await tx.query(
    `insert into view_subscription as s (org_id, id, view_id, owner_uid, rhythm, hour, weekday, month_day, uids, robot_ids, is_mailed, is_on,
       dashboard_id, delivered_dashboard, sheet_format)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (org_id, id) do update
     set view_id = $3, dashboard_id = $13, delivered_dashboard = $14, rhythm = $5, hour = $6, weekday = $7, month_day = $8, uids = $9, robot_ids = $10, is_mailed = $11, is_on = $12, sheet_format = $15,
         version = s.version + 1, failure = null`,
    [
      tx.orgId,
      id,
      viewId,
      session.uid,
      rhythm,
      hour,
      time.weekday,
      time.monthDay,
      uids,
      robotIds,
      isMailed,
      isOn,
      ...dashboardColumns(dashboardId),
      sheetFormatOf(input),
    ],
  )
  await planSending(tx, id, { ...time, isOn })
  const after = await lockSubscription(tx, id)
  if (!after) throw new NotFound()
  return shownSubscription(call, after)
}

/** Refuses what nobody but its owner has, where others are to get it: they would get nothing, and nobody would hear of it. */
const requireShared = async (tx: Tx, { viewId, dashboardId }: SubjectKey, uids: readonly Id[]): Promise<void> => {
  const [unsharedRow] = await tx.query<{ title: string }>(
    `select title from saved_view where org_id = $1 and id = $2 and shared = 'nobody' and exists (select from unnest($4::bigint[]) u where u <> owner_uid)
     union all
     select title from dashboard where org_id = $1 and id = $3 and audience = 'nobody' and exists (select from unnest($4::bigint[]) u where u <> owner_uid)`,
    [tx.orgId, viewId, dashboardId !== null && isId(dashboardId) ? dashboardId : null, uids],
  )
  if (unsharedRow)
    refuse('subscription.notShared', '“{title}”只有它的所有者能看，其他接收人收不到；请先共享它', { title: unsharedRow.title })
}

/** A dashboard is no workbook. */
const sheetFormatOf = ({ dashboardId, sheetFormat }: ParsedInput<typeof subscriptionSave>): SheetFormat => {
  if (dashboardId === null) return sheetFormat ?? 'xlsx'
  return sheetFormat === 'pdf' ? 'pdf' : 'none'
}

/** A stored dashboard stands by its id, a delivered one by its key. */
const dashboardColumns = (dashboardId: string | null): readonly [dashboardId: Id | null, deliveredKey: string | null] => {
  if (dashboardId === null) return [null, null]
  return isId(dashboardId) ? [dashboardId, null] : [null, dashboardId]
}

/** Refuses what the caller cannot read as a whole. */
const requireSendable = async (tx: Tx, { viewId }: SubjectKey, subject: Subject | undefined): Promise<void> => {
  if (viewId === null) {
    if (!subject) refuse('subscription.dashboard', '仪表板不存在，或您不能查看')
    return
  }
  if (subject?.kind !== 'view' || closedColumns(subject).length > 0)
    return refuse('subscription.view', '视图不存在，或您不能查看它的全部条件')
  const { table: name, view } = subject.view
  const table = sendableTable(name)
  const inputs = await presentInputs(tx, name)
  const { where, sort, likeQuery } = view
  if (!table || !inputs || !understand(table.list, { ...table.inputs, ...inputs, where, sort, likeQuery }).success)
    refuse('subscription.table', '这个表格不能定期发送')
}

const requireReceivers = async ({ tx, session }: SignedIn, uids: readonly Id[], robotIds: readonly Id[]): Promise<void> => {
  if (uids.length + robotIds.length === 0) refuse('subscription.receivers', '请选择接收人或群机器人')
  if (robotIds.length > 0 && !session.codes.has('sysoperation:update')) refuse('subscription.robots', '只有管理员能发送到群机器人')
  const { people, robots } = await countReceivers(tx, uids, robotIds)
  if (people < uids.length || robots < robotIds.length) refuse('subscription.receivers', '有的接收人或群机器人已不存在')
}

const countReceivers = (tx: Tx, uids: readonly Id[], robotIds: readonly Id[]): Promise<{ people: number; robots: number }> =>
  onlyRow(
    tx.query<{ people: number; robots: number }>(
      `select (select count(*)::int from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null) as people,
              (select count(*)::int from group_robot where org_id = $1 and id = any ($3::bigint[])) as robots`,
      [tx.orgId, uids, robotIds],
    ),
  )
