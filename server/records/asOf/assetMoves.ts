import { dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { type Account, refOf } from '../../../domain/ledger/ledger.ts'
import type { AssetMoveRow, assetMoves } from '../../../domain/records/asOf/asOfOperations.ts'
import { assetMoveTable } from '../../../domain/records/asOf/asOfTable.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { assetScopeOf } from '../../access/scope.ts'
import type { Session, SignedIn } from '../../call.ts'
import { Conditions, limitOf } from '../../db/conditions.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { countLimit, pageFor } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { chosenText } from '../../tables/chosenRows.ts'
import type { Standings } from '../../tables/columnStanding.ts'
import { behindOf, cursorOf, orderOf, plannedFor, type Request, sortedPartOf, sortValues } from '../../tables/order.ts'
import { conditionsOf } from '../../tables/where.ts'
import { accountInWords } from '../history/assetHistory.ts'
import { inScopeOf } from '../assetList.ts'
import { refIn } from './asOf.ts'

/** Where the columns of the moves stand. */
export const assetMoveStandings = {
  assetName: { sql: 'a.instance_name' },
  assetCode: { sql: 'a.instance_code' },
  movedOn: { sql: 'm.business_date', filled: true },
  documentCode: { sql: 'd.code' },
  assetId: { sql: 'a.id' },
  catId: { sql: 'coalesce(a.cat_id, w.cat_id)', tree: 'category' },
  fromUid: { sql: refIn('m.from_account', 'person', 'loan') },
  toUid: { sql: refIn('m.to_account', 'person', 'loan') },
  fromLocId: { sql: refIn('m.from_account', 'store', 'transit'), tree: 'location' },
  toLocId: { sql: refIn('m.to_account', 'store', 'transit'), tree: 'location' },
  actorUid: { sql: 'm.actor_uid' },
} as const satisfies Standings

const movesFrom = `move m join asset a on a.org_id = $1 and a.id = m.item_id
  left join model w on w.org_id = $1 and w.id = a.goods_id
  join document d on d.org_id = $1 and d.id = m.document_id`

/** The moves that are asked for, of the assets that the caller sees today. */
export const assetMovesAsked = (tx: Tx, session: Session, input: Request): { readonly from: string; readonly conditions: Conditions } => {
  const c = new Conditions(tx.orgId)
  c.add(`m.org_id = $1 and m.item_kind = 'asset' and a.deleted_at is null`)
  for (const text of inScopeOf(c, assetScopeOf(session))) c.add(text)
  for (const text of conditionsOf(c, assetMoveTable, assetMoveStandings, { where: input.where ?? [], today: dayAt(tx.now()) })) c.add(text)
  if (input.likeQuery?.trim()) {
    const pattern = c.place(likePattern(input.likeQuery))
    c.add(`(a.search like ${pattern} or lower(d.code) like ${pattern})`)
  }
  if (input.chosen) c.add(chosenText(c, input.chosen, 'm.seq'))
  return { from: movesFrom, conditions: c }
}

type StoredRow = Omit<AssetMoveRow, 'from' | 'to'> & { from: Account; to: Account; sortedBy: (string | null)[] }

/** A page of the moves. */
export const listAssetMoves = async (
  { tx, session, language }: Pick<SignedIn, 'tx' | 'session' | 'language'>,
  input: Request,
): Promise<OutputOf<typeof assetMoves>> => {
  const { sorting: sortOrder, behind, ...part } = sortedPartOf(assetMoveTable, assetMoveStandings, input)
  const { from, conditions: c } = assetMovesAsked(tx, session, input)
  const counting = [
    `select count(*)::int as n from (select from ${from} where ${c.texts.join(' and ')} limit ${countLimit + 1}) x`,
    [...c.values],
  ] as const
  if (behind) c.add(`(${behindOf(c, sortOrder, behind, 'm.seq')})`)
  else if (part.after !== undefined) c.add(`m.seq < ${c.place(part.after)}::bigint`)
  const planMode = plannedFor(input)
  const [countRow, rows] = await Promise.all([
    onlyRow(tx.query<{ n: number }>(...counting, planMode)),
    tx.query<StoredRow>(
      `select ${sortValues(sortOrder)}, m.seq::text as id, a.id as "assetId", a.instance_name as "assetName", a.instance_code as "assetCode",
         m.business_date as "movedOn", m.from_account as "from", m.to_account as "to", d.id as "documentId", d.kind as "documentKind",
         d.code as "documentCode", (select p.user_name from person p where p.org_id = $1 and p.id = m.actor_uid) as "actorName"
       from ${from} where ${c.texts.join(' and ')} order by ${orderOf(sortOrder, 'm.seq')} ${limitOf(c, part.pageSize, part.offset)}`,
      c.values,
      planMode,
    ),
  ])
  const names = await ownersOf(tx, rows)
  const words = (account: Account) => accountInWords(account, (id) => names.get(id), language)
  const place = (index: number) => {
    const row = rows[index]
    if (!row) return undefined
    return sortOrder.length === 0 ? row.id : cursorOf(assetMoveTable, sortOrder, { values: row.sortedBy, id: row.id })
  }
  const list = rows.map(({ sortedBy: _, ...row }) => ({ ...row, from: words(row.from), to: words(row.to) }))
  return pageFor(part, list, countRow.n, { place })
}

/** The names of whom and what the accounts of moves are of. */
const ownersOf = async (tx: Tx, rows: readonly Pick<StoredRow, 'from' | 'to'>[]): Promise<Map<Id, string>> => {
  const ids = [...new Set(rows.flatMap(({ from, to }) => [refOf(from), refOf(to)]).filter((id) => id !== undefined))]
  const ownerRows = await tx.query<{ id: Id; name: string }>(
    `select id, loc_name as name from location where org_id = $1 and id = any ($2::bigint[])
     union all select id, user_name from person where org_id = $1 and id = any ($2::bigint[])
     union all select id, supplier_name from supplier where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )
  return new Map(ownerRows.map(({ id, name }) => [id, name]))
}
