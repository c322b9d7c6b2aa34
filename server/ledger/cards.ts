import { isDeepStrictEqual } from 'node:util'
import { isEmpty, textIn } from '../../kernel/field.ts'
import { type Id, newId } from '../../kernel/id.ts'
import type { MaintainedCard } from '../../domain/documents/define.ts'
import { type CardAction, codeOfAction } from '../../domain/documents/cardAction.ts'
import { type Account, accountKinds, accountKindOf, refOf } from '../../domain/ledger/ledger.ts'
import { asset } from '../../domain/records/asset.ts'
import { type Card, cardKeys } from '../../domain/records/card.ts'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { type CardEvent, recordValues } from '../books/valuing.ts'
import { searchOf, seekAnew } from '../search/recordSearch.ts'
import { storedGrams } from '../search/searchText.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { namingTheField } from '../db/recordRefusal.ts'
import { type Column, mergedOwn, tableOf, toColumn, type Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { keysOf } from '../../kernel/keysOf.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import { type RuleHappening, raise } from '../eventRules/raise.ts'

const columns = tableOf(asset).columns
const cardColumns = columns.filter(({ key }) => cardKeys.includes(key))

const selected = (some: readonly Column[]): string => some.map(({ key, name }) => `${name} as "${key}"`).join(', ')
/** Of `jsonb_to_recordset`. */
const recordOf = (some: readonly Column[]): string => some.map(({ key, sqlType }) => `"${key}" ${sqlType}`).join(', ')

export type CardRow = MaintainedCard & { id: Id; label: string; goodsId: Id; ownValues: Values | null }

/** Reads the cards of assets and keeps others from writing them until the transaction ends; in id order, so that two documents cannot lock each other out. */
export const lockCards = (tx: Tx, ids: readonly Id[]): Promise<CardRow[]> => tx.query<CardRow>(lockStatement, [tx.orgId, ids])

const lockStatement = `select id, instance_name || '（' || instance_code || '）' as label, goods_id as "goodsId", own_values as "ownValues", account, ${selected(cardColumns)},
    (select m.maintenance_months from model m where m.org_id = $1 and m.id = goods_id) as "maintenanceMonths"
  from asset where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null order by id for update`

/**
 * What a card says once its asset is in `account`: in a store it stands in and belongs to that location and no one holds it; a due day
 * lasts as long as the loan, a repair in between included.
 */
export const cardIn = <C extends Partial<Card>>(card: C, account: Account): C & CardStanding => ({ ...card, ...standingIn(card, account) })

type CardStanding = Pick<Card, 'account' | 'state' | 'holderUid' | 'locId' | 'homeId' | 'dueOn'>

const standingIn = ({ locId = null, homeId = null, dueOn = null }: Partial<Card>, account: Account): CardStanding => {
  const kind = accountKindOf(account)
  const ref = refOf(account) ?? null
  return {
    account,
    state: accountKinds[kind].assetState,
    holderUid: kind === 'person' || kind === 'loan' ? ref : null,
    locId: kind === 'store' ? ref : locId,
    homeId: kind === 'store' ? ref : homeId,
    dueOn: kind === 'loan' || kind === 'repair' ? dueOn : null,
  }
}

/** What writes on cards, and in whose name. */
export type CardWrite = {
  readonly documentId: Id | undefined
  readonly action: CardAction
  readonly actor: Id
  readonly at: number
  /** Some of the cards became others, so that their values are carried over apart. */
  readonly isConversion?: boolean | undefined
}

/** The card of a piece that comes on the register: `values` by the keys of its fields, whole and checked, and the account that it is in. */
export type CardToBe = { readonly id: Id; readonly values: Values; readonly to: Account }

/** Writes new cards and what begins their history. Where a piece stands, there it belongs unless it is said; without a picture it bears that of its model. */
export const insertCards = async (tx: Tx, cards: readonly CardToBe[], cardWrite: CardWrite): Promise<void> => {
  const kind = await organisationKind(tx, asset)
  const rows = cards.map(({ id, values, to }) => {
    const card: Values = cardIn({ ...values, homeId: textIn(values, 'homeId') ?? textIn(values, 'locId') ?? null }, to)
    const search = searchOf(kind, values)
    const ownEntries = Object.entries(values).filter(([key, value]) => isOwnKey(key) && !isEmpty(value))
    const ownValues = ownEntries.length > 0 ? Object.fromEntries(ownEntries) : undefined
    const fields = columns.map(({ key }) => [key, toColumn(card[key] ?? asset.fields[key]?.initial)])
    return { id, account: to, search, grams: storedGrams(search), ownValues, ...Object.fromEntries(fields) }
  })
  const events = cards.map(({ id, values: { value = null }, to }) => ({
    asset: id,
    changes: { account: [null, to], ...(value !== null && { value: [null, value] }) },
  }))
  await namingTheField(kind, () =>
    Promise.all([
      tx.query(insertStatement, [tx.orgId, JSON.stringify(rows), cardWrite.actor]),
      tx.query(insertGramsStatement, [tx.orgId, rows.map(({ id }) => id), rows.map(({ grams }) => grams)]),
      insertEvents(tx, events, cardWrite),
    ]),
  )
}

const insertStatement = `
  insert into asset (org_id, id, account, search, own_values, created_by, ${columns.map(({ name }) => name).join(', ')})
  select o.org_id, c.id, c.account, c.search, c."ownValues", $3,
    ${columns.map(({ key }) => (key === 'instanceImage' ? 'coalesce(c."instanceImage", m.goods_image)' : `c."${key}"`)).join(', ')}
  from organisation o cross join jsonb_to_recordset($2::jsonb) as c (id bigint, account text, search text, "ownValues" jsonb, ${recordOf(columns)})
  left join model m on m.org_id = $1 and m.id = c."goodsId"
  where o.org_id = $1`

const insertGramsStatement = `
  insert into asset_search (org_id, asset_id, grams)
  select o.org_id, c.id, c.grams from organisation o cross join unnest($2::bigint[], $3::text[]) as c (id, grams) where o.org_id = $1`

/** What is different of own values, by the keys of their fields. */
export type OwnChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>

export type Change = { readonly id: Id; readonly before: Card; readonly after: Card; readonly ownChanges?: OwnChanges }

/** What becomes different where own values are given to a card. */
export const ownChangesOf = (before: Values | null, changes: Values = {}): OwnChanges =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([key, value]) => {
      const stood = before?.[key] ?? null
      return isDeepStrictEqual(stood, value) ? [] : [[key, [stood, value] as const]]
    }),
  )

/** Only what is different, as `{field: [before, after]}`. */
export const changesOf = (before: Card, after: Card): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    keysOf(after)
      .filter((key) => before[key] !== after[key])
      .map((key) => [key, [before[key], after[key]]]),
  )

/**
 * Writes cards and, in the same breath, what changed on each of them. What a document did with a piece stands in its history also where
 * nothing on its card is different.
 */
export const writeCards = async (tx: Tx, changes: readonly Change[], cardWrite: CardWrite): Promise<void> => {
  const all = changes.map((change) => ({ ...change, changes: { ...changesOf(change.before, change.after), ...change.ownChanges } }))
  const real = all.filter((change) => Object.keys(change.changes).length > 0)
  const events = cardWrite.documentId === undefined ? real : all
  if (events.length === 0) return
  const isOwn = real.some(({ ownChanges = {} }) => Object.keys(ownChanges).length > 0)
  const kind = isOwn ? await organisationKind(tx, asset) : asset
  await namingTheField(kind, () =>
    Promise.all([
      real.length > 0 &&
        tx.query(isOwn ? ownUpdateStatement : updateStatement, [
          tx.orgId,
          JSON.stringify(real.map(({ id, after, ownChanges }) => ({ id, ...after, ...(isOwn && { ownValues: newValuesOf(ownChanges) }) }))),
        ]),
      insertEvents(
        tx,
        events.map(({ id, changes }) => ({ asset: id, changes })),
        cardWrite,
      ),
    ]),
  )
  const sought = real.filter(({ changes }) => kind.searched.some((key) => key in changes)).map(({ id }) => id)
  if (sought.length > 0) await seekAnew(tx, await organisationKind(tx, asset), sought)
}

/** What a card gets of own values; null for what goes. */
const newValuesOf = (ownChanges: OwnChanges = {}): Values =>
  Object.fromEntries(Object.entries(ownChanges).map(([key, [, after]]) => [key, after]))

const updateOf = (ownColumn: string, ownAssignment: string): string =>
  `update asset a set account = c.account, ${cardColumns.map(({ key, name }) => `${name} = c."${key}"`).join(', ')}${ownAssignment},
    updated_at = now(), version = a.version + 1
  from jsonb_to_recordset($2::jsonb) as c (id bigint, account text${ownColumn}, ${recordOf(cardColumns)})
  where a.org_id = $1 and a.id = c.id`

const updateStatement = updateOf('', '')
const ownUpdateStatement = updateOf(', "ownValues" jsonb', `, own_values = ${mergedOwn('a.own_values', 'c."ownValues"')}`)

/** Tells the histories of assets what changed on their cards, and the books what that means for values. */
export const insertEvents = async (tx: Tx, events: readonly CardEvent[], cardWrite: CardWrite): Promise<void> => {
  const { documentId, action, actor, at } = cardWrite
  await tx.query(
    `insert into asset_event (org_id, id, asset_id, document_id, action, actor_uid, at, changes)
     select o.org_id, e.id, e.asset, $2, $3, $4, $6, e.changes from organisation o cross join jsonb_to_recordset($5::jsonb) as e (id bigint, asset bigint, changes jsonb) where o.org_id = $1`,
    [
      tx.orgId,
      documentId ?? null,
      codeOfAction(action),
      actor,
      JSON.stringify(events.map((event) => ({ id: newId(), ...event }))),
      new Date(at).toISOString(),
    ],
  )
  await recordValues(tx, events, cardWrite)
  await raise(tx, happeningsOf(events, action))
}

/** What rules may wait for: pieces that came, what changed on others, and the document that did it. */
const happeningsOf = (events: readonly CardEvent[], action: CardAction): RuleHappening[] => {
  const subject = tableOfRecord(asset).name
  const isNew = ({ changes }: CardEvent) => changes['account']?.[0] === null
  const documentKind = typeof action === 'string' ? undefined : action.kind.kind
  return [
    { subject, event: 'created', rows: events.filter(isNew).map((event) => event.asset) },
    ...events
      .filter((event) => !isNew(event) && Object.keys(event.changes).length > 0)
      .map((event): RuleHappening => ({
        subject,
        event: 'changed',
        rows: [event.asset],
        fields: Object.keys(event.changes),
        changes: event.changes,
      })),
    ...(documentKind === undefined ? [] : [{ subject, event: 'handled' as const, rows: events.map((event) => event.asset), documentKind }]),
  ]
}
