import type { Entry } from '../../../domain/attendance/entry.ts'
import { type Decimal, sum } from '../../../kernel/decimal.ts'
import { declaredField, type Fields } from '../../../kernel/field.ts'
import { assetFieldsOf, isOfSupplies, itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import { referenceOf, refersTo } from '../../../kernel/fields/kinds.ts'
import { type Day, dayAt } from '../../../kernel/day.ts'
import { compareIds, type Id, newId } from '../../../kernel/id.ts'
import { entryOf, assertDefined } from '../../../kernel/assert.ts'
import { refuse, RefusalError } from '../../../kernel/refusal.ts'
import { type Account, accountKinds, isInside, accountKindOf, type Move, refOf, stateIn } from '../../../domain/ledger/ledger.ts'
import {
  broughtBy,
  type Creation,
  type DocumentKind,
  type DocumentState,
  documentStates,
  modelField,
} from '../../../domain/documents/define.ts'
import type { TermsChange } from '../../../domain/books/termsChange.ts'
import type { CardPatch } from '../../../domain/records/card.ts'
import { nextMaintenanceDay } from '../../../domain/records/model.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'
import { type WritePart, writePart, writeTogether } from '../../db/writeTogether.ts'
import { convertValues } from '../../books/converting.ts'
import { changeTerms, requireTerms } from '../../books/terms.ts'
import { requireValueDay } from '../../books/valuing.ts'
import { requireOpenDay } from '../../stockBook/openDays.ts'
import { cardIn, type CardRow, type CardToBe, insertCards, lockCards, ownChangesOf, writeCards } from '../../ledger/cards.ts'
import { withOwnDefaults } from '../../ledger/ownDefaults.ts'
import { type BookedMove, bookedMoves, type LedgerFault, type LineMove, post, reserve } from '../../ledger/ledger.ts'
import { requireAssetRoom } from '../../licence/licence.ts'
import { nextAssetCodes } from '../../ledger/assetCodes.ts'
import { checkSerials, type Warn } from '../../ledger/serials.ts'
import { tellPosted } from '../../reminders/postedNotices.ts'
import { type Body, headerOf, valuesOf } from '../body.ts'
import { readCarried, requireConserved } from './conversion.ts'
import { writeSavings } from './savings.ts'
import { tellAnswered, tellWaiting, waitingFor, waitingLines } from '../waitingLines.ts'
import { onlyRow } from '../../db/rows.ts'
import { requirePast, writeEntries } from '../../attendance/days/entries.ts'

/** What a document needs to know of itself to act. */
export type DocumentAction = {
  readonly id: Id
  readonly kind: DocumentKind
  readonly body: Body
  readonly actor: Id
  readonly at: number
  readonly warn?: Warn | undefined
  /** Where several people receive it, each his lines. */
  readonly share?: PostedShare | undefined
}

/** The lines that go into the books now, those that are there by then, and whether nothing of the document is left. */
export type PostedShare = { readonly lineNos: readonly number[]; readonly broughtLines: readonly number[]; readonly isLast: boolean }

/** The lines of a document that go into the books now. */
const postedLines = ({ body, share }: Pick<DocumentAction, 'body' | 'share'>): Body['lines'] =>
  share ? body.lines.filter(({ lineNo }) => share.lineNos.includes(lineNo)) : body.lines

type PreparedEffects = {
  /** Everything that moves, with both ends found out. */
  readonly moves: BookedMove[]
  /** The cards of the assets that are touched, locked. */
  readonly cards: CardRow[]
  /** What the document writes on cards besides. */
  readonly patches: ReadonlyMap<Id, CardPatch>
  /** The own values that it gives them. */
  readonly ownValues: ReadonlyMap<Id, Readonly<Record<string, unknown>>>
}

/** What a stage of a document does, found out and not done yet. */
const prepareEffects = async (tx: Tx, { id, kind, body, share }: DocumentAction, stage: number): Promise<PreparedEffects> => {
  const lines = postedLines({ body, share })
  const lineMoves: LineMove[] = lines.flatMap((line) =>
    (kind.moves?.(headerOf(body), valuesOf(line), stage) ?? []).map((move) => ({ lineNo: line.lineNo, itemKind: itemKind(kind), move })),
  )
  const cardChanges = lines.flatMap((line) =>
    (kind.cardChanges?.(headerOf(body), valuesOf(line), stage) ?? []).map((change) => ({ lineNo: line.lineNo, ...change })),
  )
  const touchedIds = new Set<Id>([
    ...lineMoves.filter((line) => line.itemKind === 'asset').map((line) => line.move.item),
    ...cardChanges.map(({ asset }) => asset),
  ])
  const needsOrigin = lineMoves.some(({ move }) => 'origin' in move.to || 'origin' in move.from)
  const hosts = new Map(lineMoves.flatMap(({ move }) => ('holderOf' in move.to ? [[move.item, move.to.holderOf] as const] : [])))
  const lockedIds = new Set<Id>([...touchedIds, ...hosts.values()])
  const [lockedCards, origins] = await Promise.all([
    lockedIds.size > 0 ? lockCards(tx, [...lockedIds].toSorted(compareIds)) : [],
    needsOrigin ? originsOf(tx, id) : new Map<Id, Account>(),
  ])
  const cards = lockedCards.filter((card) => touchedIds.has(card.id))
  const cardById = new Map(lockedCards.map((card) => [card.id, card]))
  const missing = [...lockedIds].find((asset) => !cardById.has(asset))
  if (missing) refuse('unknown-asset', '资产{id}不存在', { id: missing })
  const sets = cardChanges.map(({ lineNo, asset, card, given }) => ({
    lineNo,
    asset,
    card: { ...standingBeside(cardById.get(hosts.get(asset) ?? '')), ...card, ...given?.(entryOf(cardById, asset)) },
  }))
  const ownValues = new Map(cardChanges.flatMap(({ asset, ownValues: values }) => (values ? [[asset, values] as const] : [])))
  const comingBack = new Set<Id>(lineMoves.filter(({ move }) => comesBack(move)).map(({ move }) => move.item))
  const removedCard = cards.find((card) => !isInside(card.account) && !comingBack.has(card.id))
  if (removedCard)
    refuse('asset-elsewhere', '{asset}当前{state}，不能办理', { asset: removedCard.label, state: stateIn(removedCard.account) })
  const moves = await atFormerCost(tx, bookedMoves(lineMoves, cardById, origins))
  const movedItems = new Set(moves.map(({ item }) => item))
  // What is in a store is where the store is: another place on its card is another store, and going there is a move.
  const relocations = sets.flatMap(({ lineNo, asset, card }): BookedMove[] => {
    const from = entryOf(cardById, asset).account
    const to: Account = `store:${card.locId ?? ''}`
    if (!card.locId || accountKindOf(from) !== 'store' || from === to || movedItems.has(asset)) return []
    return [{ lineNo, itemKind: 'asset', item: asset, from, to, quantity: '1', cost: undefined }]
  })
  return { moves: [...moves, ...relocations], cards, patches: new Map(sets.map(({ asset, card }) => [asset, card])), ownValues }
}

/** What the card of a piece takes from the piece that it is used with. */
const standingBeside = (host: CardRow | undefined): CardPatch => ({
  ...(host?.deptId && { deptId: host.deptId }),
  ...(host?.locId && { locId: host.locId }),
})

/** Of what has left the register and turned up again. */
const comesBack = ({ from }: Move): boolean => 'where' in from && from.where.some((kind) => !accountKinds[kind].inside)

/** A piece that comes back is worth what it was worth when it left. */
const atFormerCost = async (tx: Tx, moves: BookedMove[]): Promise<BookedMove[]> => {
  const returningMoves = moves.filter(({ itemKind, from, to }) => itemKind === 'asset' && !isInside(from) && isInside(to))
  if (returningMoves.length === 0) return moves
  const rows = await tx.query<{ item: Id; cost: Decimal }>(
    `select distinct on (item_id) item_id as item, cost from move
     where org_id = $1 and item_id = any ($2::bigint[]) and item_kind = 'asset' order by item_id, seq desc`,
    [tx.orgId, returningMoves.map(({ item }) => item)],
  )
  const costOf = new Map(rows.map(({ item, cost }) => [item, cost]))
  return moves.map((move) => (returningMoves.includes(move) ? { ...move, cost: costOf.get(move.item) } : move))
}

const itemKind = (kind: DocumentKind): 'asset' | 'consumable' => (isOfSupplies(kind) ? 'consumable' : 'asset')

/**
 * Refuses in words a day in a closed month of a book, terms that no book has, a piece whose card does not allow what a document is to write on it, and one that stands on another document of the
 * kind which is not decided yet. The cards stay locked: of two documents at once the second sees the first.
 */
export const requireCards = async (tx: Tx, { id, kind, body }: DocumentAction): Promise<void> => {
  await requireValueDay(tx, kind.valueDay?.(headerOf(body)))
  await requireOpenDay(tx, kind.movesOn?.(headerOf(body)))
  await requireTerms(tx, termsOf({ kind, body }))
  if (!kind.checkCard && !kind.isExclusive) return
  const pieces = body.lines.flatMap((line) => (kind.cardChanges?.(headerOf(body), valuesOf(line), 0) ?? []).map(({ asset }) => asset))
  for (const card of await lockCards(tx, [...new Set(pieces)].toSorted(compareIds))) {
    const refusalFound = kind.checkCard?.(headerOf(body), card)
    if (refusalFound) refuse(refusalFound.reason, refusalFound.words, refusalFound.params)
  }
  if (!kind.isExclusive) return
  const [otherRow] = await tx.query<{ label: string; code: string }>(
    `select a.instance_name || '（' || a.instance_code || '）' as label, d.code
     from document_line l join document d on d.org_id = $1 and d.id = l.document_id and d.kind = $3 and d.state in ('inApproval', 'approved')
     join asset a on a.org_id = $1 and a.id = l.item_id
     where l.org_id = $1 and l.item_id = any ($2::bigint[]) and d.id <> $4 limit 1`,
    [tx.orgId, pieces, kind.kind, id],
  )
  if (otherRow)
    refuse('already-asked', '{asset}已在{code}中申请{title}，请等它办完', { asset: otherRow.label, code: otherRow.code, title: kind.title })
}

/**
 * Keeps what the document will take, from submitting until it is decided. Where a person will say what becomes of a rest, supplies are kept
 * as far as there are any that no one waits for; a piece that is named is kept or refused.
 */
export const reserveEffects = async (tx: Tx, action: DocumentAction): Promise<void> => {
  const { moves, cards } = await atCells(action, () => prepareEffects(tx, action, 0))
  requireOwnModel(action, cards)
  requireConserved(action, cards)
  const { shortfallRule } = action.kind
  const supplies = shortfallRule ? moves.filter(({ itemKind }) => itemKind === 'consumable').map(({ item }) => item) : []
  const waitingRequests = await waitingFor(tx, [...new Set(supplies)])
  await atCells(action, () => reserve(tx, action.id, moves, shortfallRule && ((item) => waitingRequests.get(item)?.open ?? '0')))
}

/** Does something with the moves of a document; what is refused of them is said at the cells that want it. */
const atCells = async <T>({ kind, body }: DocumentAction, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RefusalError) || !Array.isArray(error.details)) throw error
    const key = (isOfSupplies(kind) ? quantityFieldOf(kind) : assetFieldsOf(kind)[0]?.key) ?? itemFieldOf(kind)
    const details = (error.details as LedgerFault[]).map((fault) => ({
      ...fault,
      path: `lines.${body.lines.findIndex(({ lineNo }) => lineNo === fault.lineNo)}.${key}`,
    }))
    throw new RefusalError(error.refusal, details)
  }
}

/** A day that the document says is that of its first stage alone. */
const dayOfMoves = ({ kind, body, at }: DocumentAction, stage: number): Day =>
  (stage === 0 ? kind.movesOn?.(headerOf(body)) : undefined) ?? dayAt(at)

/**
 * Carries a stage out: new assets, moves, cards, and what the followed document is owed. All refusals come before the first write. `parts` are
 * what else is written of the document.
 */
export const postEffects = async (tx: Tx, action: DocumentAction, stage: number, parts: readonly WritePart[] = []): Promise<void> => {
  const { id, kind, body, actor, at, share } = action
  // What the document does as a whole, it does with its last line.
  const isWhole = stage === 0 && share?.isLast !== false
  const { moves, cards, patches, ownValues } = await atCells(action, () => prepareEffects(tx, action, stage))
  requireOwnModel(action, cards)
  requireConserved(action, cards)
  if (isWhole) await fulfil(tx, action, 1)

  const regainedCount = moves.filter(({ itemKind, from }) => itemKind === 'asset' && !isInside(from)).length
  if (regainedCount > 0) await requireAssetRoom(tx, regainedCount, at)
  const createdCards = stage === 0 ? await createAssets(tx, action, cards) : []
  const all = [...moves, ...createdCards]
  const destinations = new Map(moves.map((move) => [move.item, move.to]))
  const arrivals = [
    ...cards.filter((card) => isArrival(card.account, destinations.get(card.id) ?? card.account)).map(({ goodsId }) => goodsId),
    ...moves.filter(({ itemKind, from, to }) => itemKind === 'consumable' && isArrival(from, to)).map(({ item }) => item),
    ...(stage === 0 ? body.lines : []).flatMap((line) =>
      (kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? []).map(({ card }) => card.goodsId),
    ),
  ]
  // Lines before balances, as everyone locks them who brings what was asked for.
  const [, places, waiting] = await Promise.all([
    writeTogether(tx, [...(stage === 0 ? broughtParts(tx, action) : []), ...parts]),
    placesOfPeople(tx, all),
    waitingLines(tx, id, arrivals),
    isWhole && kind.shortfallRule && tellAnswered(tx, action),
    all.length > 0 && atCells(action, () => post(tx, { documentId: id, stage, actor, date: dayOfMoves(action, stage), moves: all })),
  ])
  const cardWrites = cards.map(({ id: asset, label, goodsId, ownValues: ownBefore, ...before }) => {
    const account = destinations.get(asset) ?? before.account
    return {
      id: asset,
      label,
      goodsId,
      before,
      after: cardIn({ ...before, ...handedOver(before, account, places), ...patches.get(asset) }, account),
      ownChanges: ownChangesOf(ownBefore, ownValues.get(asset)),
    }
  })
  await writeCards(tx, cardWrites, { documentId: id, action: { kind, stage }, actor, at, isConversion: kind.conversion !== undefined })
  if (kind.conversion) {
    const conversion = { sources: cards.map((card) => card.id), pieces: createdCards.map(({ item }) => item) }
    await convertValues(tx, { ...conversion, ...kind.conversion(headerOf(body)) }, { sourceId: id, actor, at })
  }
  const entries = stage === 0 ? entriesOf(kind, body) : []
  if (entries.length > 0) await writeEntries(tx, { documentId: id, actor, entries })
  if (isWhole && kind.savings) await writeSavings(tx, action)
  const terms = stage === 0 ? termsOf(action) : []
  if (terms.length > 0) await changeTerms(tx, terms, { sourceId: id, actor, at })
  const pieces = cardWrites.map(({ id: asset, label, after }) => ({ id: asset, label, holder: after.holderUid }))
  await tellWaiting(tx, { actor, keeper: true }, waiting)
  await tellPosted(tx, { id, kind, header: headerOf(action.body), actor, pieces }, stage)
}

/** What a document changes of the terms of assets. */
const termsOf = ({ kind, body }: Pick<DocumentAction, 'kind' | 'body'>): readonly TermsChange[] =>
  body.lines.flatMap((line) => kind.termsChanges?.(headerOf(body), valuesOf(line)) ?? [])

/** What a document would write for its author besides the ledger. */
const entriesOf = (kind: DocumentKind, body: Body): readonly Entry[] =>
  body.lines.flatMap((line) => kind.bookEntries?.(headerOf(body), valuesOf(line)) ?? [])

/** Refuses what it would write and may not, already when it is submitted. */
export const requireWritable = (kind: DocumentKind, body: Body, now: number): void => requirePast(entriesOf(kind, body), now)

/** The place of each receiver: the only place that names the person as a user. */
const placesOfPeople = async (tx: Tx, moves: readonly BookedMove[]): Promise<ReadonlyMap<Id, Id>> => {
  const people = moves.filter(({ itemKind, to }) => itemKind === 'asset' && holderIn(to) !== undefined).map(({ to }) => holderIn(to))
  if (people.length === 0) return new Map()
  const rows = await tx.query<{ uid: Id; place: Id }>(
    `select u.uid, min(u.loc_id) as place from location_user u join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
     where u.org_id = $1 and u.uid = any ($2::bigint[]) and u.kind = 'user' group by u.uid having count(*) = 1`,
    [tx.orgId, [...new Set(people)]],
  )
  return new Map(rows.map(({ uid, place }) => [uid, place]))
}

/** Into a store from anywhere else. */
const isArrival = (from: Account, to: Account): boolean => from !== to && accountKindOf(to) === 'store'

const holderIn = (account: Account): Id | undefined => (['person', 'loan'].includes(accountKindOf(account)) ? refOf(account) : undefined)

/**
 * Where something stands that comes into a person's hands, unless the document says it: in his place, as far as that is known. It stands
 * in its store no longer, so that no one looks for it there.
 */
const handedOver = (before: Pick<CardRow, 'account' | 'locId'>, to: Account, places: ReadonlyMap<Id, Id>): Pick<CardRow, 'locId'> => {
  const isHandedOut = to !== before.account && ['person', 'loan'].includes(accountKindOf(to))
  if (!isHandedOut || accountKindOf(before.account) === 'repair') return { locId: before.locId }
  return { locId: places.get(refOf(to) ?? '') ?? (accountKindOf(before.account) === 'store' ? null : before.locId) }
}

/** Counts what a document brings of its own lines; the rest of those that say so waits from when it was asked for. */
const broughtParts = (tx: Tx, { id, kind, body, share }: DocumentAction): WritePart[] => {
  const { shortfallRule } = kind
  if (!shortfallRule) return []
  const lines = share && !share.isLast ? body.lines.filter(({ lineNo }) => share.broughtLines.includes(lineNo)) : body.lines
  const part = writePart(
    `update document_line l set done_quantity = b.done, waits_since = case when b.waits and b.done < l.quantity then d.submitted_at end
     from unnest($3::int[], $4::numeric[], $5::boolean[]) as b (line_no, done, waits), document d
     where l.org_id = $1 and l.document_id = $2 and l.line_no = b.line_no and d.org_id = $1 and d.id = $2`,
    [
      tx.orgId,
      id,
      lines.map(({ lineNo }) => lineNo),
      lines.map(({ values }) => broughtBy(kind, values)),
      lines.map((line) => shortfallRule(valuesOf(line)) === 'wait'),
    ],
  )
  return [part]
}

/** A document that is taken back has brought nothing, and nothing of it waits. */
export const takeBack = (tx: Tx, id: Id): Promise<unknown> =>
  tx.query('update document_line set done_quantity = 0, waits_since = null, waited_since = null where org_id = $1 and document_id = $2', [
    tx.orgId,
    id,
  ])

/** Where this document took each asset from in its first stage. */
const originsOf = async (tx: Tx, documentId: Id): Promise<Map<Id, Account>> => {
  const rows = await tx.query<{ item_id: Id; from_account: Account }>(
    'select item_id, from_account from move where org_id = $1 and document_id = $2 and stage = 0 and reverses is null',
    [tx.orgId, documentId],
  )
  return new Map(rows.map((row) => [row.item_id, row.from_account]))
}

/** A piece that is named for a line must be of the model the line asks for. */
const requireOwnModel = ({ kind, body }: DocumentAction, cards: readonly CardRow[]): void => {
  const byId = new Map(cards.map((card) => [card.id, card]))
  for (const { key, many } of assetFieldsOf(kind)) {
    if (!many) continue
    const { filter } = assertDefined(referenceOf(declaredField(kind.line, key).control), `the reference of ${key}`)
    for (const { lineNo, values } of body.lines) {
      const match = modelField(filter, values)
      if (!match || !kind.line[match]) continue
      for (const asset of (values[key] as Id[] | undefined) ?? []) {
        const card = byId.get(asset)
        if (card && card.goodsId !== values[match])
          refuse('other-model', '第{line}行：{asset}不是所需的型号', { line: lineNo, asset: card.label })
      }
    }
  }
}

/**
 * Counts what was fulfilled on the lines of the followed document; `sign` -1 takes it back. Never more than was asked for, and only while
 * the followed document stands: no one takes it back at the same time.
 */
export const fulfil = async (tx: Tx, { kind, body }: Pick<DocumentAction, 'kind' | 'body'>, sign: 1 | -1): Promise<void> => {
  const { from } = kind
  if (!from || !body.sourceId) return
  const source = await onlyRow(
    tx.query<{ code: string; state: DocumentState }>('select code, state from document where org_id = $1 and id = $2 for share', [
      tx.orgId,
      body.sourceId,
    ]),
  )
  if (source.state !== 'posted')
    refuse('source-not-posted', '来源单据{code}的状态是“{state}”，只能引用已完成的单据', {
      code: source.code,
      state: documentStates[source.state],
    })
  const sourceLines = body.lines.filter((line) => line.sourceLine !== undefined)
  if (sourceLines.length === 0) return
  const updatedLines = await tx.query<{ line_no: number }>(
    `update document_line l set done_quantity = l.done_quantity + s.quantity,
       waits_since = case when l.done_quantity + s.quantity < l.quantity then coalesce(l.waits_since, l.waited_since) end,
       waited_since = case when l.done_quantity + s.quantity >= l.quantity then coalesce(l.waits_since, l.waited_since) end
     from (select line_no, sum(quantity) as quantity from unnest($3::int[], $4::numeric[]) as u (line_no, quantity) group by 1) s
     where l.org_id = $1 and l.document_id = $2 and l.line_no = s.line_no
       and l.done_quantity + s.quantity + l.given_up <= l.quantity and l.done_quantity + s.quantity >= 0
     returning l.line_no`,
    [
      tx.orgId,
      body.sourceId,
      sourceLines.map((line) => line.sourceLine),
      sourceLines.map((line) => signed(String(line.values[from.quantity]), sign)),
    ],
  )
  const countedLines = new Set<number | undefined>(updatedLines.map((row) => row.line_no))
  const over = sourceLines.find((line) => !countedLines.has(line.sourceLine))
  if (!over) return
  const [remainingRow] = await tx.query<{ open: string | null }>(
    'select quantity - done_quantity - given_up as open from document_line where org_id = $1 and document_id = $2 and line_no = $3',
    [tx.orgId, body.sourceId, over.sourceLine],
  )
  refuse('more-than-open', '第{line}行超过了来源单据的未完成数量，还可办理{open}', { line: over.lineNo, open: remainingRow?.open ?? '0' })
}

const signed = (quantity: string, sign: 1 | -1): string => (sign === 1 ? quantity : `-${quantity}`)

/** Makes the cards of new assets, numbered by the organisation's own counter; answers the moves that bring them in. */
const createAssets = async (
  tx: Tx,
  { id, kind, body, actor, at, warn }: DocumentAction,
  cards: readonly CardRow[],
): Promise<BookedMove[]> => {
  const creations = body.lines.flatMap((line) =>
    (kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? []).map((creation) => ({ lineNo: line.lineNo, creation })),
  )
  if (creations.length === 0) return []
  const count = Number(sum(creations.map(({ creation }) => creation.quantity)))
  // Cards that come of others take their places.
  const addedCount = kind.conversion ? count - cards.length : count
  const [models, codes, commonValues] = await Promise.all([
    tx.query<ModelFacts>(
      'select id, goods_name as name, cat_id as "catId", maintenance_months as "maintenanceMonths" from model where org_id = $1 and id = any ($2::bigint[])',
      [tx.orgId, creations.map(({ creation }) => creation.card.goodsId)],
    ),
    nextAssetCodes(
      tx,
      creations.flatMap(({ creation: { card, to, quantity } }) =>
        Array.from({ length: Number(quantity) }, () => ({ ...card, locId: refOf(accountOf(to)) ?? null })),
      ),
      at,
    ),
    kind.conversion ? readCarried(tx, cards) : undefined,
    addedCount > 0 && requireAssetRoom(tx, addedCount, at),
    checkSerials(
      tx,
      creations.flatMap(({ creation }) => creation.serials ?? []),
      { warn },
    ),
  ])
  const pieces = newPieces(creations, {
    modelOf: new Map(models.map((model) => [model.id, model])),
    registeredOn: dayAt(at),
    codes,
    commonValues,
  })
  await insertCards(
    tx,
    await withOwnDefaults(
      tx,
      pieces.map(({ card }) => card),
    ),
    { documentId: id, action: { kind, stage: 0 }, actor, at, isConversion: kind.conversion !== undefined },
  )
  return pieces.map(({ lineNo, creation, card }) => ({
    lineNo,
    itemKind: 'asset',
    item: card.id,
    from: accountOf(creation.from),
    to: card.to,
    quantity: '1',
    cost: creation.card.value ?? '0',
  }))
}

type LineCreation = { readonly lineNo: number; readonly creation: Creation }

type ModelFacts = { readonly id: Id; readonly name: string; readonly catId: Id | null; readonly maintenanceMonths: number | null }

type PieceFacts = {
  readonly modelOf: ReadonlyMap<Id, ModelFacts>
  readonly registeredOn: Day
  readonly codes: readonly string[]
  /** What all of them take over from others. */
  readonly commonValues: Values | undefined
}

/** The cards of new assets, one for each piece, with codes in their order. */
const newPieces = (
  creations: readonly LineCreation[],
  { modelOf, registeredOn, codes, commonValues }: PieceFacts,
): (LineCreation & { readonly card: CardToBe })[] => {
  let next = 0
  return creations.flatMap(({ lineNo, creation }) =>
    Array.from({ length: Number(creation.quantity) }, (_, index) => {
      const { name: instanceName, catId, maintenanceMonths } = assertDefined(modelOf.get(creation.card.goodsId), 'the model of a new asset')
      const ofEach = Object.entries(creation.ownValuesOfEach ?? {}).map(([key, values]) => [key, values[index]])
      const values = {
        instanceCode: codes[next++],
        instanceName,
        catId,
        nextMaintenanceOn: nextMaintenanceDay(registeredOn, maintenanceMonths),
        serialNo: creation.serials?.[index],
        ...commonValues,
        ...creation.card,
        ...creation.ownValues,
        ...Object.fromEntries(ofEach),
      }
      return { lineNo, creation, card: { id: newId(), values, to: accountOf(creation.to) } }
    }),
  )
}

/** The serial numbers of the assets that a document brings into being. */
export const serialsOf = (kind: DocumentKind, body: Body): string[] =>
  body.lines.flatMap((line) => (kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? []).flatMap(({ serials = [] }) => serials))

const accountOf = (end: Creation['from']): Account => {
  if (!('account' in end)) throw new Error('new assets come from and go to named accounts')
  return end.account
}

/**
 * The places that a stage of a document reaches into: stores that it takes from or puts into; where the other assets that it touches stand,
 * unless the actor has them; and where it says that an asset stands now without handing it to anyone.
 */
export const placesOf = async (tx: Tx, action: DocumentAction, stage: number): Promise<Id[]> => {
  const { moves, cards, patches } = await prepareEffects(tx, action, stage)
  const ends = moves
    .flatMap(({ from, to }) => [from, to])
    .concat(
      (stage === 0 ? action.body.lines : [])
        .flatMap((line) => action.kind.createdAssets?.(headerOf(action.body), valuesOf(line)) ?? [])
        .map((creation) => accountOf(creation.to)),
    )
  const moveByItem = new Map(moves.map((move) => [move.item, move]))
  const places = cards.flatMap(({ id, holderUid, locId, homeId }) => {
    const move = moveByItem.get(id)
    if (move && storesAmong([move.from, move.to]).length > 0) return []
    return [holderUid === action.actor ? null : (locId ?? homeId), move ? null : patches.get(id)?.locId].flatMap((place) => place ?? [])
  })
  return [...new Set([...storesAmong(ends), ...places])]
}

/** The locations among accounts, each once. */
export const storesAmong = (accounts: readonly Account[]): Id[] => [
  ...new Set(accounts.flatMap((account) => (accountKindOf(account) === 'store' ? (refOf(account) ?? []) : []))),
]

/** The fields of a kind that name assets one by one and offer only the caller's own. */
export const ownAssetFields = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, { control }]) => refersTo(control) === 'asset' && referenceOf(control)?.filter?.['mine'] === true)
    .map(([key]) => key)
