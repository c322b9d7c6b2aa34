import type { Decimal } from '../../kernel/decimal.ts'
import type { Day } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { type CardAction, codeOfAction } from '../../domain/documents/cardAction.ts'
import { type Account, accountKinds, kindOf, refOf } from '../../domain/ledger/account.ts'
import type { Tx } from '../db/tx.ts'

/** The part of an asset's card that documents and the ledger write. */
export type Card = {
  account: Account
  state: string
  holderUid: Id | null
  deptId: Id | null
  locId: Id | null
  homeId: Id | null
  condition: string | null
  value: Decimal | null
  dueOn: Day | null
  nextMaintenanceOn: Day | null
  remark: string | null
}

export type CardRow = Card & { id: Id; label: string; goodsId: Id }

/** Reads the cards of assets and keeps others from writing them until the transaction ends; in id order, so that two documents cannot lock each other out. */
export const lockCards = (tx: Tx, ids: readonly Id[]): Promise<CardRow[]> =>
  tx.query<CardRow>(
    `select id, instance_name || '（' || instance_code || '）' as label, goods_id as "goodsId", account, state, holder_uid as "holderUid",
            dept_id as "deptId", loc_id as "locId", home_id as "homeId", condition, value, due_on as "dueOn", next_maintenance_on as "nextMaintenanceOn", remark
     from asset where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id for update`,
    [tx.orgId, ids],
  )

/**
 * What a card says once its asset is in `account`: in a store it stands in and belongs to that location and nobody holds it; a due day
 * lasts as long as the loan, a repair in between included.
 */
export const cardIn = (card: Card, account: Account): Card => {
  const kind = kindOf(account)
  const ref = refOf(account) ?? null
  return {
    ...card,
    account,
    state: accountKinds[kind].assetState,
    holderUid: kind === 'person' || kind === 'loan' ? ref : null,
    locId: kind === 'store' ? ref : card.locId,
    homeId: kind === 'store' ? ref : card.homeId,
    dueOn: kind === 'loan' || kind === 'repair' ? card.dueOn : null,
  }
}

export type Change = { readonly id: Id; readonly before: Card; readonly after: Card }

/** Only what is different, as `{field: [before, after]}`. */
export const changesOf = (before: Card, after: Card): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Card)[]).filter((key) => before[key] !== after[key]).map((key) => [key, [before[key], after[key]]]),
  )

/** Writes cards and, in the same breath, what changed on each of them. */
export const writeCards = async (
  tx: Tx,
  changes: readonly Change[],
  { documentId, action, actor, at }: { documentId: Id | undefined; action: CardAction; actor: Id; at: number },
): Promise<void> => {
  const real = changes
    .map((change) => ({ ...change, changes: changesOf(change.before, change.after) }))
    .filter((change) => Object.keys(change.changes).length > 0)
  if (real.length === 0) return
  await Promise.all([
    tx.query(
      `update asset a set account = c.account, state = c.state, holder_uid = c."holderUid", dept_id = c."deptId", loc_id = c."locId", home_id = c."homeId", condition = c.condition,
              value = c.value, due_on = c."dueOn", next_maintenance_on = c."nextMaintenanceOn", remark = c.remark, updated_at = now(), version = a.version + 1
       from jsonb_to_recordset($2::jsonb) as c (id bigint, account text, state text, "holderUid" bigint, "deptId" bigint, "locId" bigint, "homeId" bigint, condition text,
              value numeric, "dueOn" date, "nextMaintenanceOn" date, remark text)
       where a.org_id = $1 and a.id = c.id`,
      [tx.orgId, JSON.stringify(real.map(({ id, after }) => ({ id, ...after })))],
    ),
    tx.query(
      `insert into asset_event (org_id, id, asset_id, document_id, action, actor_uid, at, changes)
       select $1, e.id, e.asset, $2, $3, $4, $6, e.changes from jsonb_to_recordset($5::jsonb) as e (id bigint, asset bigint, changes jsonb)`,
      [
        tx.orgId,
        documentId ?? null,
        codeOfAction(action),
        actor,
        JSON.stringify(real.map(({ id, changes }) => ({ id: newId(), asset: id, changes }))),
        new Date(at).toISOString(),
      ],
    ),
  ])
}
