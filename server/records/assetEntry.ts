import { type Day, dayAt } from '../../kernel/day.ts'
import { nextDocumentCode } from '../documents/codes/documentCodes.ts'
import { add, type Decimal } from '../../kernel/decimal.ts'
import { isEmpty, textIn } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { entryOf } from '../../kernel/assert.ts'
import type { CardAction } from '../../domain/documents/cardAction.ts'
import { gsInstockOrder } from '../../domain/documents/asset/instock.ts'
import { isInside } from '../../domain/ledger/ledger.ts'
import { nextMaintenanceDay } from '../../domain/records/model.ts'
import { requireAssetRoom } from '../licence/licence.ts'
import type { Tx } from '../db/tx.ts'
import type { Body } from '../documents/body.ts'
import { type Author, insertDocument, readReferenceNames } from '../documents/store.ts'
import { type CardToBe, insertCards } from '../ledger/cards.ts'
import type { Values } from '../db/recordTable.ts'

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
  assets: readonly CardToBe[],
  onProgress?: (share: number) => Promise<void>,
): Promise<void> => {
  await requireAssetRoom(tx, assets.length - leaving, tx.now())
  const { body, lineOf } = stockIn(assets, remark)
  const names = await readReferenceNames(tx, gsInstockOrder, body)
  const code = await nextDocumentCode(tx, gsInstockOrder.codePrefix, { at, deptId: author.departmentIds[0] })
  const documentWrite = { id: documentId, kind: gsInstockOrder, code, body, names, state: 'posted', stage: 1, complete: true, at } as const
  await insertDocument(tx, author, documentWrite, { action: 'submit' }).written
  const withFirstMaintenance = await firstMaintenance(tx, assets, dayAt(at))
  let enteredCount = 0
  for (const part of chunks(assets, 1000)) {
    await insertCards(tx, part.map(withFirstMaintenance), { documentId, action, actor: author.uid, at })
    enteredCount += part.length
    await onProgress?.(enteredCount)
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
    assets.map(({ values }) => `supplier:${textIn(values, 'supplierId') ?? ''}`),
    assets.map(({ to }) => to),
    assets.map(() => '1'),
    assets.map(({ values }) => values['value'] ?? '0'),
  ])
}

/** Gives the cards of pieces whose models are maintained at intervals the day of the first maintenance, where none is written on them. */
const firstMaintenance = async (tx: Tx, assets: readonly CardToBe[], registeredOn: Day): Promise<(asset: CardToBe) => CardToBe> => {
  const rows = await tx.query<{ id: Id; months: number }>(
    'select id, maintenance_months as months from model where org_id = $1 and id = any ($2::bigint[]) and maintenance_months is not null',
    [tx.orgId, [...new Set(assets.map(({ values }) => textIn(values, 'goodsId')))]],
  )
  const monthsByModel = new Map(rows.map(({ id, months }) => [String(id), months]))
  return (asset) => {
    const { values, to } = asset
    const nextMaintenanceOn = nextMaintenanceDay(registeredOn, monthsByModel.get(textIn(values, 'goodsId') ?? ''))
    return nextMaintenanceOn && isEmpty(values['nextMaintenanceOn']) && isInside(to)
      ? { ...asset, values: { ...values, nextMaintenanceOn } }
      : asset
  }
}

/** See `ledger_open`: organisation, document, actor, day, kind of item, then one array for each part of the moves. */
export const openStatement =
  'select ledger_open($1, $2, $3, $4, $5, $6::bigint[], $7::int[], $8::bigint[], $9::text[], $10::text[], $11::numeric[], $12::numeric[])'

/** A stock-in with one line for each model and price; `lineOf` says on which line an asset stands. */
const stockIn = (assets: readonly CardToBe[], remark: string): { body: Body; lineOf: (asset: CardToBe) => number } => {
  const lines = new Map<string, { lineNo: number; model: unknown; price: unknown; quantity: Decimal }>()
  const keyOf = ({ values }: CardToBe) => `${textIn(values, 'goodsId')}:${textIn(values, 'value') ?? ''}`
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
  const header = {
    to: mostFrequent(assets.map(({ values }) => textIn(values, 'locId') ?? textIn(values, 'homeId'))),
    supplier,
    department,
    boughtOn,
    remark,
  }
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
    lineOf: (asset) => entryOf(lines, keyOf(asset)).lineNo,
  }
}

/** The value that all have; undefined where they differ. */
const only = <T>(values: readonly T[]): T | undefined => (values.every((value) => value === values[0]) ? values[0] : undefined)

const mostFrequent = <T>(values: readonly T[]): T => {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((largest, entry) => (entry[1] > largest[1] ? entry : largest))[0]
}

const present = (values: Values): Values => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))
