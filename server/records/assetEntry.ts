import { dayAt } from '../../kernel/day.ts'
import { add, type Decimal } from '../../kernel/decimal.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { type CardAction, codeOfAction } from '../../domain/documents/cardAction.ts'
import { gsInstockOrder } from '../../domain/documents/asset/instock.ts'
import { type Account, accountKinds, kindOf, refOf } from '../../domain/ledger/account.ts'
import { requireAssetRoom } from '../licence/licence.ts'
import type { Tx } from '../db/tx.ts'
import type { Body } from '../documents/body.ts'
import { type Author, insertDocument, referred } from '../documents/store.ts'
import { gramsOf } from '../search/searchText.ts'
import { toColumn, type Values } from '../db/recordTable.ts'

/** An asset with a card that is already filled in: `values` by the keys of its fields, whole and checked. */
export type NewAsset = { readonly id: Id; readonly values: Values; readonly search: string; readonly to: Account }

export type Entry = {
  readonly documentId: Id
  readonly author: Author
  readonly at: number
  readonly action: CardAction
  readonly remark: string
  /** How many of them leave the register again at once, and take no place on the licence. */
  readonly leaving?: number
}

/**
 * Enters assets that exist already: their cards, and one posted stock-in that brings them all into the books. `onProgress` hears how
 * many cards are written.
 */
export const enterAssets = async (
  tx: Tx,
  { documentId, author, at, action, remark, leaving = 0 }: Entry,
  assets: readonly NewAsset[],
  onProgress?: (done: number) => Promise<void>,
): Promise<void> => {
  await requireAssetRoom(tx, assets.length - leaving, tx.now())
  const { body, lineOf } = stockIn(assets, remark)
  const names = await referred(tx, gsInstockOrder, body)
  const writing = { id: documentId, kind: gsInstockOrder, body, names, state: 'posted', stage: 1, complete: true, at } as const
  await insertDocument(tx, author, writing, { action: 'submit' }).written
  let done = 0
  for (const part of chunks(assets, 1000)) {
    await Promise.all([insertCards(tx, part, author.uid), insertEvents(tx, part, documentId, action, author.uid, at)])
    done += part.length
    await onProgress?.(done)
  }
  await tx.query(openStatement, [
    tx.orgId,
    documentId,
    author.uid,
    dayAt(at),
    'asset',
    assets.map(() => newId()),
    assets.map((asset) => lineOf(asset)),
    assets.map(({ id }) => id),
    assets.map(({ values }) => `supplier:${(values['supplierId'] as Id | undefined) ?? ''}`),
    assets.map(({ to }) => to),
    assets.map(() => '1'),
    assets.map(({ values }) => values['value'] ?? '0'),
  ])
}

/** See `ledger_open`: organisation, document, actor, day, kind of item, then one array for each part of the moves. */
export const openStatement =
  'select ledger_open($1, $2, $3, $4, $5, $6::bigint[], $7::int[], $8::bigint[], $9::text[], $10::text[], $11::numeric[], $12::numeric[])'

/** A stock-in with one line for each model and price; `lineOf` says on which line an asset stands. */
const stockIn = (assets: readonly NewAsset[], remark: string): { body: Body; lineOf: (asset: NewAsset) => number } => {
  const lines = new Map<string, { lineNo: number; model: unknown; price: unknown; quantity: Decimal }>()
  const keyOf = ({ values }: NewAsset) => `${values['goodsId'] as Id}:${(values['value'] as Decimal | undefined) ?? ''}`
  for (const asset of assets) {
    const line = lines.get(keyOf(asset))
    if (line) line.quantity = add(line.quantity, '1')
    else
      lines.set(keyOf(asset), {
        lineNo: lines.size + 1,
        model: asset.values['goodsId'],
        price: asset.values['value'] ?? undefined,
        quantity: '1',
      })
  }
  const supplier = only(assets.map(({ values }) => values['supplierId'] ?? undefined))
  const boughtOn = only(assets.map(({ values }) => values['boughtOn'] ?? undefined))
  const department = only(assets.map(({ values }) => values['deptId'] ?? undefined))
  const header = { to: mostFrequent(assets.map(({ values }) => values['locId'] as Id)), supplier, department, boughtOn, remark }
  return {
    body: {
      header: present(header),
      lines: [...lines.values()].map(({ lineNo, model, price, quantity }) => ({
        lineNo,
        sourceLine: undefined,
        values: present({ model, quantity, price }),
      })),
      sourceId: undefined,
    },
    lineOf: (asset) => lines.get(keyOf(asset))!.lineNo,
  }
}

/** A card without a picture of its own bears that of its model. */
const insertCards = (tx: Tx, assets: readonly NewAsset[], actor: Id): Promise<unknown> =>
  tx.query(
    `insert into asset (org_id, id, instance_code, instance_name, instance_image, goods_id, cat_id, serial_no, epc, value, supplier_id, bought_on, warranty_until,
                        dept_id, loc_id, home_id, condition, next_maintenance_on, remark, account, state, holder_uid, due_on, search, grams, created_by)
     select $1, a.id, a.code, a.name, coalesce(a.image, m.goods_image), a.goods, a.cat, a.serial, a.epc, a.value, a.supplier, a.bought, a.warranty, a.dept, a.loc, a.loc, a.condition,
            a.maintenance, a.remark, a.account, a.state, a.holder, a.due, a.search, string_to_array(a.grams, E'\\t'), $3
     from jsonb_to_recordset($2::jsonb) as a (id bigint, code text, name text, image text, goods bigint, cat bigint, serial text, epc text, value numeric,
          supplier bigint, bought date, warranty date, dept bigint, loc bigint, condition text, maintenance date, remark text, account text, state text,
          holder bigint, due date, search text, grams text)
     left join model m on m.org_id = $1 and m.id = a.goods`,
    [
      tx.orgId,
      JSON.stringify(
        assets.map(({ id, values, search, to }) => ({
          id,
          code: values['instanceCode'],
          name: values['instanceName'],
          image: toColumn(values['instanceImage']),
          goods: values['goodsId'],
          cat: values['catId'],
          serial: values['serialNo'],
          epc: values['epc'],
          value: values['value'],
          supplier: values['supplierId'],
          bought: values['boughtOn'],
          warranty: values['warrantyUntil'],
          dept: values['deptId'],
          loc: values['locId'],
          condition: values['condition'] ?? 'good',
          maintenance: values['nextMaintenanceOn'],
          remark: values['remark'],
          account: to,
          state: accountKinds[kindOf(to)].assetState,
          holder: kindOf(to) === 'person' || kindOf(to) === 'loan' ? refOf(to) : null,
          due: kindOf(to) === 'loan' ? values['dueOn'] : null,
          search,
          // A tab is in no gram; one text is read faster than an array of short ones.
          grams: gramsOf(search).join('\t'),
        })),
      ),
      actor,
    ],
  )

const insertEvents = (tx: Tx, assets: readonly NewAsset[], documentId: Id, action: CardAction, actor: Id, at: number): Promise<unknown> =>
  tx.query(
    `insert into asset_event (org_id, id, asset_id, document_id, action, actor_uid, at, changes)
     select $1, e.id, e.asset, $2, $3, $4, $6, e.changes from jsonb_to_recordset($5::jsonb) as e (id bigint, asset bigint, changes jsonb)`,
    [
      tx.orgId,
      documentId,
      codeOfAction(action),
      actor,
      JSON.stringify(
        assets.map(({ id, values, to }) => ({
          id: newId(),
          asset: id,
          changes: { account: [null, to], value: [null, values['value'] ?? null] },
        })),
      ),
      new Date(at).toISOString(),
    ],
  )

/** The value that all have; undefined where they differ. */
const only = <T>(values: readonly T[]): T | undefined => (values.every((value) => value === values[0]) ? values[0] : undefined)

const mostFrequent = <T>(values: readonly T[]): T => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

const present = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
