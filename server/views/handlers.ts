import { assertDefined } from '../../kernel/assert.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { may } from '../../domain/access/permission.ts'
import { totalledKeys } from '../../domain/tables/groupCondition.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { hiddenColumns, type SavedView, tableSums, viewDelete, viewList, viewSave } from '../../domain/tables/viewOperations.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { GroupLayout } from '../../domain/tables/grouping.ts'
import { tableGroups } from '../../domain/tables/groupOperations.ts'
import { keysIn, type TableView } from '../../domain/tables/view.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { recordKinds } from '../../domain/records/all.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import { hiddenKeys } from '../access/hidden.ts'
import { lineAreas, lineTables } from '../../domain/documents/lineTable.ts'
import { hiddenInLines } from '../documents/lines/lineList.ts'
import { stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import { asOfTable } from '../../domain/records/asOf/asOfTable.ts'
import { hiddenInAsOf } from '../records/asOf/asOf.ts'
import { hiddenInEntries } from '../stockBook/entries.ts'
import { hiddenInStock } from '../records/stock/stock.ts'
import { handle, type Handler, type Session } from '../call.ts'
import { Conditions } from '../db/conditions.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { Tx } from '../db/tx.ts'
import { sortedPartOf } from '../tables/order.ts'
import type { Standings } from '../tables/columnStanding.ts'
import { conditionsOf } from '../tables/where.ts'
import { malformed, NotFound } from '../httpError.ts'
import { groupsOf } from './groups.ts'
import { groupsExportHandler } from './groupsExport.ts'
import { hiddenIn, seesOpenOnly, sumsOf } from './sums.ts'
import { lookedAt, organisationTable, rowsAsked } from './tableRows.ts'

/** So many views of one table a person keeps. */
const viewsAtMost = 100

const groupedKeys = (groups: GroupLayout | null | undefined): string[] =>
  [...(groups?.by ?? []), ...(groups?.figures ?? [])].map(({ key }) => key)

/** Columns of a view by which this reader cannot ask or sort. */
const closedIn = (session: Session, table: Table, { where = [], sort = [], groups }: TableView): string[] => {
  const openOnly = seesOpenOnly(session, table)
  const hiddenColumns = hiddenIn(session, table)
  const mayNot = (key: string, trait: 'asked' | 'sorted') => {
    const column = Object.hasOwn(table.columns, key) ? table.columns[key] : undefined
    return !column?.[trait] || (openOnly && !column.open) || hiddenColumns.includes(key)
  }
  return [
    ...new Set([
      ...keysIn(where).filter((key) => mayNot(key, 'asked')),
      ...sort.filter(({ key }) => mayNot(key, 'sorted')).map(({ key }) => key),
      ...groupedKeys(groups).filter((key) => mayNot(key, 'asked')),
    ]),
  ]
}

/** Refuses a view that its table would not understand. */
const requireReadable = (table: Table, { where = [], sort = [], columns = [], groups }: TableView): void => {
  const somewhere: Standings = Object.fromEntries(Object.keys(table.columns).map((key) => [key, { sql: 'null' }]))
  conditionsOf(new Conditions(), table, somewhere, { where, today: '2026-01-01' })
  sortedPartOf(table, somewhere, { sort })
  const unknown = [...columns.map(({ key }) => key), ...groupedKeys(groups)].find((key) => !Object.hasOwn(table.columns, key))
  if (unknown !== undefined) throw malformed('没有“{key}”这一列', { key: unknown }, [{ path: 'view' }])
}

type StoredView = Omit<SavedView, 'mayChange' | 'closed'>

const columns = `w.id, w.table_name as "table", w.title, w.view, w.shared, w.role_codes as roles, w.position as "order", w.owner_uid as "ownerUid",
  p.user_name as "ownerName"`
const from = 'from saved_view w join person p on p.org_id = $1 and p.id = w.owner_uid'

/** The views that a person has: `$2` is who, `$3` the codes of his roles, `$4` whether he administers. */
export const hasView = `(w.owner_uid = $2 or w.shared = 'everybody' or w.shared = 'roles' and (w.role_codes && $3::text[] or $4))`

const savedFor = (session: Session, table: Table, view: StoredView): SavedView => ({
  ...view,
  mayChange: view.ownerUid === session.uid || (session.admin && view.shared !== 'nobody'),
  closed: closedIn(session, table, view.view),
})

const viewOf = async (tx: Tx, id: Id): Promise<StoredView | undefined> =>
  (await tx.query<StoredView>(`select ${columns} ${from} where w.org_id = $1 and w.id = $2 for update of w`, [tx.orgId, id]))[0]

/** A view that this person has, of a table that the person may read. */
export const readableView = async (tx: Tx, session: Session, id: Id): Promise<SavedView | undefined> => {
  const [row] = await tx.query<StoredView>(`select ${columns} ${from} where w.org_id = $1 and ${hasView} and w.id = $5`, [
    tx.orgId,
    session.uid,
    session.roleCodes,
    session.admin,
    id,
  ])
  const knownTable = row && tableNamed(row.table)
  if (!row || !knownTable || !may(session.codes, knownTable.access)) return undefined
  return savedFor(session, await organisationTable(tx, knownTable), row)
}

const unknownRoles = (tx: Tx, roles: readonly string[]) =>
  tx.query(`select r from unnest($2::text[]) r where not exists (select from role where org_id = $1 and role_code = r)`, [tx.orgId, roles])

export const viewHandlers: readonly Handler[] = [
  handle(viewList, async (call, { table: name }) => {
    const { tx, session } = call
    const table = await lookedAt(call, name)
    const rows = await tx.query<StoredView>(
      `select ${columns} ${from}
       where w.org_id = $1 and ${hasView} and w.table_name = $5
       order by w.owner_uid <> $2, w.position, w.title collate by_pinyin, w.id`,
      [tx.orgId, session.uid, session.roleCodes, session.admin, name],
    )
    return { list: rows.map((row) => savedFor(session, table, row)) }
  }),

  handle(hiddenColumns, async ({ tx, session }) => {
    if (session.hiddenFields.size === 0) return {}
    const kinds = await Promise.all(recordKinds.map((kind) => organisationKind(tx, kind)))
    const ofKinds = kinds.map((kind): [string, string[]] => [tableOfRecord(kind).name, hiddenKeys(session, kind)])
    const ofStock: [string, string[]] = [stockTable.name, [...hiddenInStock(session)]]
    const ofEntries: [string, string[]] = [stockEntryTable.name, [...hiddenInEntries(session)]]
    const ofAsOf: [string, string[]] = [asOfTable.name, hiddenInAsOf(session)]
    const ofLines = lineAreas.map((area): [string, string[]] => [
      lineTables[area].name,
      hiddenInLines(session).filter((key) => (isOwnKey(key) ? area === 'goods' : Object.hasOwn(lineTables[area].columns, key))),
    ])
    return Object.fromEntries([...ofKinds, ofStock, ofEntries, ofAsOf, ...ofLines].filter(([, keys]) => keys.length > 0))
  }),

  handle(viewSave, async (call, { id, table: name, title, view, shared, roles, order }) => {
    const { tx, session } = call
    const table = await lookedAt(call, name)
    requireReadable(table, view)
    const shares = [...new Set(shared === 'roles' ? roles : [])]
    if (shared === 'roles' && shares.length === 0) refuse('view.roles', '请选择与哪些角色共享')
    if ((await unknownRoles(tx, shares)).length > 0) refuse('view.roles', '有的角色已不存在，请重新选择')
    const before = await viewOf(tx, id)
    if (before && !savedFor(session, table, before).mayChange) throw new NotFound()
    if (before && before.table !== name) throw malformed('请求有误：{fields}', { fields: 'table' })
    const owner = before?.ownerUid ?? session.uid
    // One at a time, so that two of the same title meet.
    await tx.query('select from person where org_id = $1 and id = $2 for no key update', [tx.orgId, owner])
    const [others] = await tx.query<{ same: boolean; count: number }>(
      `select coalesce(bool_or(title = $4), false) as same, count(*)::int as count from saved_view
       where org_id = $1 and owner_uid = $2 and table_name = $3 and id <> $5`,
      [tx.orgId, owner, name, title, id],
    )
    if (others?.same) refuse('view.title', '已有名为“{name}”的视图，请换一个名称', { name: title })
    if (!before && (others?.count ?? 0) >= viewsAtMost) refuse('view.tooMany', '最多保存{max}个视图，请先删除不用的', { max: viewsAtMost })
    await tx.query(
      `insert into saved_view (org_id, id, table_name, title, owner_uid, shared, role_codes, view, position, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (org_id, id) do update set title = $4, shared = $6, role_codes = $7, view = $8, position = $9, updated_at = $10`,
      [tx.orgId, id, name, title, owner, shared, shares, JSON.stringify(view), order, new Date(tx.now()).toISOString()],
    )
    return savedFor(session, table, assertDefined(await viewOf(tx, id), 'the saved view'))
  }),

  handle(viewDelete, async ({ tx, session }, { id }) => {
    const before = await viewOf(tx, id)
    if (!before) return { deleted: 0 }
    const knownTable = tableNamed(before.table)
    const table = knownTable && (await organisationTable(tx, knownTable))
    const mayChange = before.ownerUid === session.uid || (table && savedFor(session, table, before).mayChange)
    if (!mayChange) throw new NotFound()
    await tx.query('delete from saved_view where org_id = $1 and id = $2', [tx.orgId, id])
    return { deleted: 1 }
  }),

  handle(tableSums, async (call, { table: name, selection }) => {
    const table = await lookedAt(call, name)
    const question = 'asked' in selection ? selection.asked : {}
    const rows = { ...(await rowsAsked(call, name, question)), keys: totalledKeys(table, question) }
    return sumsOf(call, table, rows, 'ids' in selection ? { ids: selection.ids } : { except: selection.except })
  }),

  handle(tableGroups, async (call, { table: name, asked: question, by, figures, limit }) => {
    const table = await lookedAt(call, name)
    return groupsOf(call, table, await rowsAsked(call, name, question), { by, figures, limit })
  }),
  groupsExportHandler,
]
