import { isDeepStrictEqual } from 'node:util'
import { isOwnKey } from '../../domain/records/ownFields/ownField.ts'
import { compareIds, type Id } from '../../kernel/id.ts'
import { compare } from '../../kernel/decimal.ts'
import { refuse } from '../../kernel/refusal.ts'
import { type Account, isInside } from '../../domain/ledger/ledger.ts'
import { broughtBy, type DocumentKind, type DocumentState, documentStates } from '../../domain/documents/define.ts'
import { wordsOfAction } from '../../domain/documents/cardAction.ts'
import type { Card } from '../../domain/records/card.ts'
import { NotFound } from '../httpError.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { type Conversion, takeConversionBack } from '../books/converting.ts'
import { takeTermsBack } from '../books/terms.ts'
import { cardIn, type CardRow, lockCards, type OwnChanges, ownChangesOf, writeCards } from '../ledger/cards.ts'
import { type BookedMove, mirrorMoves, post, release } from '../ledger/ledger.ts'
import { dayAt } from '../../kernel/day.ts'
import { takeEntriesBack } from '../attendance/days/entries.ts'
import { requireAssetRoom } from '../licence/licence.ts'
import { requireOwnPlaces } from '../access/scope.ts'
import { tellReversed } from '../reminders/postedNotices.ts'
import { type Body, headerOf, valuesOf } from './body.ts'
import { type DocumentAction, fulfil, storesAmong, takeBack } from './posting/effects.ts'
import { takeSavingsBack } from './posting/savings.ts'
import { confirmedLines, readReceipts } from './receipts/documentReceipts.ts'
import { tellMaker } from './maker.ts'
import { bodyOf, type DocumentRecord, type LineRecord, lockDocument, peopleOf, readLines, setState, tellScreens } from './store.ts'

/** Answers a posted document by its mirror image: moves go back, cards get back what they had unless they changed since. */
export const reverse = async (call: SignedIn, kind: DocumentKind, id: Id, reason: string | undefined): Promise<DocumentState> => {
  const { tx, session, at } = call
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (existing.state === 'reversed') return 'reversed'
  requirePosted(existing)
  const lines = await readLines(tx, id)
  requireUnfollowed(kind, existing, lines, existing.state === 'inProgress' ? confirmedLines(await readReceipts(tx, id)) : [])
  const body = bodyOf(existing, lines)
  const stages = await mirrorMoves(tx, id)
  const moves = stages.flatMap((stage) => stage.moves)
  const movedAssets = new Set(moves.filter((move) => move.itemKind === 'asset').map((move) => move.item))
  const assets = [...new Set([...movedAssets, ...cardsWritten(kind, body)])].toSorted(compareIds)
  const cards = await lockCards(tx, assets)
  if (kind.keptBy !== 'finance') await requireOwnPlaces(tx, session, placesOf(moves, cards, session.uid))
  const [written, since] = assets.length === 0 ? [[], []] : await Promise.all([ownEvents(tx, id, assets), standingEvents(tx, id, assets)])
  const events: CardEvents = { ownOf: byAsset(written), sinceOf: byAsset(since) }
  requireUnmoved(
    since.filter(({ asset }) => movedAssets.has(asset)),
    events,
    cards,
  )

  const regainedCount = moves.filter(({ itemKind, from }) => itemKind === 'asset' && !isInside(from)).length
  if (regainedCount > 0) await requireAssetRoom(tx, regainedCount, at)
  await takeEffectsBack(tx, { id, kind, body, actor: session.uid, at }, existing.stage)
  for (const { stage, moves } of stages) await post(tx, { documentId: id, stage, actor: session.uid, date: dayAt(at), moves })
  const finalAccounts = new Map(moves.map((move) => [move.item, move.to] as const))
  const changes = cards.map((card) => ({ card, ...restoreCard(card, finalAccounts.get(card.id), events) }))
  await writeCards(
    tx,
    changes.map(({ card: { id: asset, label: _label, goodsId: _goodsId, ownValues: _ownValues, ...before }, after, ownChanges }) => ({
      id: asset,
      before,
      after,
      ownChanges,
    })),
    { documentId: id, action: 'reversed', actor: session.uid, at, isConversion: kind.conversion !== undefined },
  )
  if (kind.conversion) await takeConversionBack(tx, conversionOf(moves), { sourceId: id, actor: session.uid, at })
  await Promise.all([
    setState(tx, kind, id, {
      state: 'reversed',
      stage: existing.stage,
      atMs: at,
      event: { action: 'reverse', actor: session.uid, details: { reason } },
    }),
    tellScreens(tx, kind, id, peopleOf(existing)),
    tellMaker(tx, existing),
  ])
  const holders = changes.map(({ card, after }) => ({ id: card.id, label: card.label, before: card.holderUid, after: after.holderUid }))
  await tellReversed(tx, { id, kind, actor: session.uid, reason }, holders)
  return 'reversed'
}

/** What comes back of a conversion, and what goes in its place. */
const conversionOf = (moves: readonly BookedMove[]): Conversion => {
  const [sources, pieces] = [moves.filter(({ to }) => isInside(to)), moves.filter(({ to }) => !isInside(to))]
  return { sources: sources.map(({ item }) => item), pieces: pieces.map(({ item }) => item) }
}

const requirePosted = ({ state, code }: DocumentRecord): void => {
  if (state !== 'posted' && state !== 'inProgress') refuse('not-posted', '{code}{state}，不能冲销', { code, state: documentStates[state] })
}

/** Refuses where other documents fulfilled more of a line than it brought itself; `receivedLines`: what of one that is not wholly in the books is. */
const requireUnfollowed = (
  kind: DocumentKind,
  { state, code }: DocumentRecord,
  lines: readonly LineRecord[],
  receivedLines: readonly number[],
): void => {
  const brought = (line: LineRecord) => (state === 'posted' || receivedLines.includes(line.lineNo) ? broughtBy(kind, line.data) : '0')
  if (lines.some((line) => compare(line.doneQuantity, brought(line)) > 0))
    refuse('followed', '{code}已有后续单据，请先冲销后续单据', { code })
}

/** The stores that moves go through, and where the other cards are, without those that the person holds. */
const placesOf = (moves: readonly BookedMove[], cards: readonly CardRow[], uid: Id): Id[] => {
  const through = new Set(moves.flatMap((move) => (storesAmong([move.from, move.to]).length > 0 ? [move.item] : [])))
  const cardPlaces = cards
    .filter((card) => !through.has(card.id) && card.holderUid !== uid)
    .flatMap(({ locId, homeId }) => locId ?? homeId ?? [])
  return [...storesAmong(moves.flatMap(({ from, to }) => [from, to])), ...cardPlaces]
}

/** What the document wrote on cards, and what else was written there and stands, by asset and latest first. */
type CardEvents = {
  readonly ownOf: ReadonlyMap<Id, readonly AssetEvent[]>
  readonly sinceOf: ReadonlyMap<Id, readonly AssetEvent[]>
}

/** Refuses where one of the assets that the document moved went on afterwards. */
const requireUnmoved = (since: readonly AssetEvent[], { ownOf }: CardEvents, cards: readonly CardRow[]): void => {
  const follower = since.find((event) => 'account' in event.changes && ownOf.get(event.asset)?.some((own) => isBefore(own, event)))
  if (!follower) return
  const asset = cards.find((card) => card.id === follower.asset)?.label ?? follower.asset
  if (follower.code) refuse('moved-since', '{asset}之后又办理了{code}，请先冲销后续单据', { asset, code: follower.code })
  refuse('moved-since', '{asset}之后又办理了{action}，请先冲销后续单据', { asset, action: wordsOfAction(follower.action) })
}

const takeEffectsBack = async (tx: Tx, { id, kind, body, actor, at }: DocumentAction, stage: number): Promise<void> => {
  // What waited for its receiver is in no book yet.
  if (stage === 0) await release(tx, id)
  else await fulfil(tx, { kind, body }, -1)
  if (kind.shortfallRule) await takeBack(tx, id)
  if (kind.bookEntries) await takeEntriesBack(tx, id)
  if (kind.savings) await takeSavingsBack(tx, { id, actor, at })
  if (kind.termsChanges) await takeTermsBack(tx, { sourceId: id, actor, at })
}

/** The card as it was before the document wrote on it, except what was changed since; `account`: where its asset is again, if it moved. */
const restoreCard = (
  { id, label: _label, goodsId: _goodsId, ownValues, ...card }: CardRow,
  account: Account | undefined,
  { ownOf, sinceOf }: CardEvents,
): { readonly after: Card; readonly ownChanges: OwnChanges } => {
  const restoredValues: Record<string, unknown> = { ...card }
  const restoredOwn: Record<string, unknown> = {}
  for (const own of ownOf.get(id) ?? []) {
    const laterEvents = sinceOf.get(id)?.filter((event) => isBefore(own, event)) ?? []
    for (const [field, [was, became]] of Object.entries(own.changes)) {
      if (laterEvents.some(({ changes }) => field in changes)) continue
      if (isOwnKey(field) && isDeepStrictEqual(ownValues?.[field] ?? null, became)) restoredOwn[field] = was
      else if (field in restoredValues && restoredValues[field] === became) restoredValues[field] = was
    }
  }
  return { after: cardIn(restoredValues as Card, account ?? card.account), ownChanges: ownChangesOf(ownValues, restoredOwn) }
}

/** The assets on whose cards a document writes, whether it moves them or not. */
const cardsWritten = (kind: DocumentKind, body: Body): Id[] =>
  [0, ...(kind.stages ?? []).keys()].flatMap((stage) =>
    body.lines.flatMap((line) => (kind.cardChanges?.(headerOf(body), valuesOf(line), stage) ?? []).map(({ asset }) => asset)),
  )

type AssetEvent = {
  /** The database's number: of two, the larger was written later. */
  readonly seq: string
  readonly asset: Id
  readonly action: string
  readonly code: string | null
  readonly changes: Readonly<Record<string, [unknown, unknown]>>
}

const byAsset = (events: readonly AssetEvent[]): ReadonlyMap<Id, readonly AssetEvent[]> => Map.groupBy(events, ({ asset }) => asset)

/** Of two on one asset. */
const isBefore = (own: AssetEvent, event: AssetEvent): boolean => BigInt(own.seq) < BigInt(event.seq)

const assetEvents = `select e.seq, e.asset_id as asset, e.action, d.code, e.changes
  from asset_event e left join document d on d.org_id = $1 and d.id = e.document_id where e.org_id = $1 and e.asset_id = any ($3::bigint[])`

/** What a document wrote on the cards of assets, latest first. */
const ownEvents = (tx: Tx, id: Id, assets: readonly Id[]): Promise<AssetEvent[]> =>
  tx.query(`${assetEvents} and e.document_id = $2 order by e.seq desc`, [tx.orgId, id, assets])

/** What else was written on them and stands: not what was reversed, and not its reversal. Latest first. */
const standingEvents = (tx: Tx, id: Id, assets: readonly Id[]): Promise<AssetEvent[]> =>
  tx.query(`${assetEvents} and e.document_id is distinct from $2 and d.state is distinct from 'reversed' order by e.seq desc`, [
    tx.orgId,
    id,
    assets,
  ])
