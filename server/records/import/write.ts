import { dayAt } from '../../../kernel/day.ts'
import { nextDocumentCode } from '../../documents/codes/documentCodes.ts'
import { compare, type Decimal, multiply } from '../../../kernel/decimal.ts'
import { isEmpty, textIn } from '../../../kernel/field.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import { roleCodeOf } from '../../../domain/access/roles.ts'
import { gsHandleOrder } from '../../../domain/documents/asset/handle.ts'
import { gsRepairOrder } from '../../../domain/documents/asset/repair.ts'
import { csInstockOrder } from '../../../domain/documents/consumable/instock.ts'
import { type DocumentKind, linesAtMost } from '../../../domain/documents/define.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { ownDefaultsOf } from '../../../domain/records/ownFields/ownField.ts'
import { ordinaryEmployeeRole } from '../../../domain/rules/constants.ts'
import { goneBy } from '../../../domain/records/recordStanding.ts'
import type { Tx } from '../../db/tx.ts'
import { tableOfRecord } from '../../../domain/records/table.ts'
import { raise } from '../../eventRules/raise.ts'
import { postEffects } from '../../documents/posting/effects.ts'
import { type Author, insertDocument, readReferenceNames } from '../../documents/store.ts'
import { nextAssetCodes } from '../../ledger/assetCodes.ts'
import type { CardToBe } from '../../ledger/cards.ts'
import { withOwnDefaults } from '../../ledger/ownDefaults.ts'
import { chunks, enterAssets, openStatement } from '../assetEntry.ts'
import { searchOf } from '../../search/recordSearch.ts'
import { hooksOf } from '../hooks.ts'
import { ownValuesOf, type RecordTable, tableOf, toColumn, type Values } from '../../db/recordTable.ts'
import { isGone, leavesAgain } from './leavers.ts'

export type ReadRow = {
  readonly rowAt: number
  readonly id: Id
  readonly values: Values
  /** What further rows say of the same thing. */
  readonly more: readonly Values[]
}

/** What a row says anew of a record that is there: only the fields that differ. */
export type Update = { readonly rowAt: number; readonly before: RecordRow; readonly changes: Values }

export type RecordWrite = {
  readonly tx: Tx
  readonly kind: RecordKind
  readonly rows: readonly ReadRow[]
  /** The places of the columns that are about one. */
  readonly places: ReadonlyMap<string, Id>
  readonly author: Author
  readonly at: number
  /** What the document that brings it into the books says of where it came from. */
  readonly remark: string
  /** Told how many rows are written, now and then. */
  readonly onProgress: (share: number) => Promise<void>
}

/**
 * A register that is taken over: one stock-in that brings all of it into the books. What is gone or out for repair comes in as everything
 * does and leaves again by a document of its own, so that the books and its history say both.
 */
export const writeAssets = async ({ tx, rows, author, at, remark, onProgress }: RecordWrite): Promise<Id> => {
  const unnumberedRows = rows.filter(({ values }) => values['instanceCode'] === undefined)
  const codes = await nextAssetCodes(
    tx,
    unnumberedRows.map(({ values }) => values),
    at,
  )
  const codeOf = new Map(unnumberedRows.map(({ id }, index) => [id, codes[index]]))
  const assets = await withOwnDefaults(
    tx,
    rows.map(({ id, values }) => cardOf(id, { ...values, instanceCode: values['instanceCode'] ?? codeOf.get(id) })),
  )
  const documentId = newId()
  const leavingCount = rows.filter(({ values }) => isGone(values)).length
  await enterAssets(tx, { documentId, author, at, action: 'takenOver', remark, leaving: leavingCount }, assets, onProgress)
  for (const [state, method] of Object.entries(goneBy))
    await postOpening(tx, { kind: gsHandleOrder, header: { method, reason: remark } }, author, { atMs: at, assets: idsIn(rows, state) })
  await postOpening(tx, { kind: gsRepairOrder, header: { reason: remark } }, author, { atMs: at, assets: idsIn(rows, 'inRepair') })
  await placeWhatLeft(tx, rows)
  return documentId
}

/** The card that a row makes. What leaves the register again or is out for repair is entered in the store that it belongs to. */
const cardOf = (id: Id, row: Values): CardToBe => {
  const { holderUid, state, dueOn, ...own } = row
  const values = state === 'lent' ? { ...own, dueOn } : own
  const isHeld = !isEmpty(holderUid) && !leavesAgain(row)
  if (isHeld) return { id, values, to: `${state === 'lent' ? 'loan' : 'person'}:${String(holderUid)}` }
  if (state === 'inUse') return { id, values, to: 'person:' }
  return { id, values, to: `store:${String(leavesAgain(row) ? (own['homeId'] ?? own['locId']) : own['locId'])}` }
}

/** What has left a store stands where its row says, which may be nowhere, and not in the store. */
const placeWhatLeft = async (tx: Tx, rows: readonly ReadRow[]): Promise<void> => {
  const movedRows = rows.filter(({ values }) => leavesAgain(values) && !isEmpty(values['homeId']) && values['homeId'] !== values['locId'])
  if (movedRows.length === 0) return
  await tx.query(
    `update asset a set loc_id = m.place from unnest($2::bigint[], $3::bigint[]) as m (id, place) where a.org_id = $1 and a.id = m.id`,
    [tx.orgId, movedRows.map(({ id }) => id), movedRows.map(({ values }) => values['locId'] ?? null)],
  )
}

const idsIn = (rows: readonly ReadRow[], state: string): Id[] => rows.flatMap(({ id, values }) => (values['state'] === state ? [id] : []))

/** Documents of so many pieces as people can still look through, with their first stage in the books. */
const postOpening = async (
  tx: Tx,
  { kind, header }: { kind: DocumentKind; header: Values },
  author: Author,
  { atMs, assets }: { readonly atMs: number; readonly assets: readonly Id[] },
): Promise<void> => {
  for (const part of chunks(assets, linesAtMost)) {
    const id = newId()
    const body = {
      header,
      lines: part.map((asset, index) => ({ lineNo: index + 1, sourceLine: undefined, values: { asset } })),
      sourceId: undefined,
    }
    const names = await readReferenceNames(tx, kind, body)
    const isDone = (kind.stages?.length ?? 1) === 1
    const code = await nextDocumentCode(tx, kind.codePrefix, { at: atMs, deptId: author.departmentIds[0] })
    const documentWrite = {
      id,
      kind,
      code,
      body,
      names,
      state: isDone ? 'posted' : 'inProgress',
      stage: 1,
      complete: true,
      at: atMs,
    } as const
    await insertDocument(tx, author, documentWrite, { action: 'submit' }).written
    await postEffects(tx, { id, kind, body, actor: author.uid, at: atMs }, 0)
  }
}

/** Opening stock comes in by a posted stock-in for each place, a line for each quantity; answers the first. */
export const writeConsumables = async (recordWrite: RecordWrite): Promise<Id | undefined> => {
  const { tx, kind, rows, places, author, onProgress } = recordWrite
  await insertRows(tx, kind, rows, { uid: author.uid, onProgress })
  const openingLines = rows.flatMap(({ id, values, more }) =>
    [values, ...more].flatMap((rowValues) => {
      const price = textIn(rowValues, 'price') ?? textIn(values, 'price')
      return openingsOf(rowValues, places).map((line) => ({ ...line, item: id, price }))
    }),
  )
  const documents: Id[] = []
  for (const [to, lines] of Map.groupBy(openingLines, (group) => group.to)) documents.push(await stockIn(recordWrite, to, lines))
  return documents[0]
}

/** What a row says of stock: in the place that it names, and in those that columns are about. */
export const openingsOf = (values: Values, places: ReadonlyMap<string, Id>): { readonly to: Id; readonly quantity: Decimal }[] =>
  [[values['openingLoc'], values['openingQuantity']], ...[...places].map(([key, to]) => [to, values[key]])].flatMap(([to, quantity]) =>
    typeof to !== 'string' || typeof quantity !== 'string' || isEmpty(to) || isEmpty(quantity) || compare(quantity, '0') <= 0
      ? []
      : [{ to, quantity }],
  )

type OpeningLine = { readonly item: Id; readonly quantity: Decimal; readonly price: Decimal | undefined }

const stockIn = async ({ tx, author, at, remark }: RecordWrite, to: Id, openingLines: readonly OpeningLine[]): Promise<Id> => {
  const documentId = newId()
  const body = {
    header: { to, remark },
    lines: openingLines.map(({ item, quantity, price }, index) => ({
      lineNo: index + 1,
      sourceLine: undefined,
      values: { item, quantity, ...(price && { price }) },
    })),
    sourceId: undefined,
  }
  const names = await readReferenceNames(tx, csInstockOrder, body)
  const code = await nextDocumentCode(tx, csInstockOrder.codePrefix, { at, deptId: author.departmentIds[0] })
  const documentWrite = { id: documentId, kind: csInstockOrder, code, body, names, state: 'posted', stage: 1, complete: true, at } as const
  await Promise.all([
    insertDocument(tx, author, documentWrite, { action: 'submit' }).written,
    tx.query(openStatement, [
      tx.orgId,
      documentId,
      author.uid,
      dayAt(at),
      'consumable',
      openingLines.map(() => newId()),
      openingLines.map((_, index) => index + 1),
      openingLines.map(({ item }) => item),
      openingLines.map(() => 'supplier:'),
      openingLines.map(() => `store:${to}`),
      openingLines.map(({ quantity }) => quantity),
      openingLines.map(({ quantity, price }) => multiply(price ?? '0', quantity, 6)),
    ]),
  ])
  return documentId
}

export const writePeople = async ({ tx, kind, rows, author, onProgress }: RecordWrite): Promise<undefined> => {
  await insertRows(tx, kind, rows, { uid: author.uid, onProgress })
  await makeEmployees(tx, rows)
  await tx.query(`update person set state = 'disabled' where org_id = $1 and id = any ($2::bigint[])`, [tx.orgId, idsIn(rows, 'disabled')])
}

/** Everyone is an employee; what more they are is granted by a call of its own. */
export const makeEmployees = async (tx: Tx, people: readonly { readonly id: Id }[]): Promise<void> => {
  await tx.query(
    `insert into person_role (org_id, uid, role_id)
     select r.org_id, u.id, r.id from unnest($2::bigint[]) as u (id) join role r on r.org_id = $1 and r.role_code = $3`,
    [tx.orgId, people.map(({ id }) => id), roleCodeOf(ordinaryEmployeeRole, tx.orgId)],
  )
}

type NewRow = { readonly id: Id; readonly values: Values }

/** Plain inserts, a thousand rows in one statement. */
export const insertRows = async (
  tx: Tx,
  kind: RecordKind,
  rows: readonly NewRow[],
  { uid, onProgress }: { readonly uid: Id; readonly onProgress?: RecordWrite['onProgress'] | undefined },
): Promise<void> => {
  const table = tableOf(kind)
  const written = table.writtenColumns
  const defaults = Object.fromEntries(ownDefaultsOf(kind).map(([key, , value]) => [key, value]))
  const { whenEmpty = {} } = hooksOf(kind)
  const text = `insert into "${kind.table}" (org_id, id, created_by, search, own_values, ${written.map(({ name }) => name).join(', ')})
    select $1, u.id, $2, u.search, u.own_values, ${written.map((_, index) => `u.c${index}`).join(', ')}
    from unnest($3::bigint[], $4::text[], $5::jsonb[], ${written.map(({ sqlType }, index) => `$${index + 6}::${sqlType}[]`).join(', ')})
      as u (id, search, own_values, ${written.map((_, index) => `c${index}`).join(', ')})`
  let doneCount = 0
  for (const part of chunks(rows, 1000)) {
    await tx.query(text, [
      tx.orgId,
      uid,
      part.map(({ id }) => id),
      part.map(({ values }) => searchOf(kind, { ...defaults, ...values })),
      part.map(({ values }) => storedOwnValues(table, { ...defaults, ...values })),
      ...written.map(({ key }) => part.map(({ values }) => toColumn(values[key] ?? whenEmpty[key]))),
    ])
    doneCount += part.length
    await onProgress?.(doneCount)
  }
  await raise(tx, [{ subject: tableOfRecord(kind).name, event: 'created', rows: rows.map(({ id }) => id) }])
}

/** The own values of a new record as JSON; null where it has none. */
const storedOwnValues = (table: RecordTable, values: Values): string | null => {
  const ownValues = ownValuesOf(table, values)
  return Object.keys(ownValues).length > 0 ? JSON.stringify(ownValues) : null
}
