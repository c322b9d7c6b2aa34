import { compareIds, type Id } from '../../kernel/id.ts'
import { compare } from '../../kernel/decimal.ts'
import { refuse } from '../../kernel/refusal.ts'
import { isInside } from '../../domain/ledger/ledger.ts'
import { broughtBy, type DocumentKind, type DocumentState, documentStates } from '../../domain/documents/define.ts'
import { wordsOfAction } from '../../domain/documents/cardAction.ts'
import type { Card } from '../../domain/records/card.ts'
import { NotFound } from '../httpError.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { cardIn, lockCards, writeCards } from '../ledger/cards.ts'
import { mirrorMoves, post, release } from '../ledger/ledger.ts'
import { dayAt } from '../../kernel/day.ts'
import { takeEntriesBack } from '../attendance/days/entries.ts'
import { requireAssetRoom } from '../licence/licence.ts'
import { requireOwnPlaces } from '../access/scope.ts'
import { type HolderChange, tellReversed } from '../reminders/postedNotices.ts'
import { type Body, headerOf, valuesOf } from './body.ts'
import { fulfil, storesAmong, takeBack } from './posting/effects.ts'
import { tellMaker } from './maker.ts'
import { bodyOf, type LineRecord, lockDocument, peopleOf, readLines, setState, tellScreens } from './store.ts'

/** Answers a posted document by its mirror image: moves go back, cards get back what they had unless they changed since. */
export const reverse = async (call: SignedIn, kind: DocumentKind, id: Id, reason: string | undefined): Promise<DocumentState> => {
  const { tx, session, at } = call
  const existing = await lockDocument(tx, id)
  if (!existing || existing.kind !== kind.kind) throw new NotFound()
  if (existing.state === 'reversed') return 'reversed'
  if (existing.state !== 'posted' && existing.state !== 'inProgress') {
    refuse('not-posted', '{code}{state}，不能冲销', { code: existing.code, state: documentStates[existing.state] })
  }
  const lines = await readLines(tx, id)
  const brought = (line: LineRecord) => (existing.state === 'posted' ? broughtBy(kind, line.data) : '0')
  if (lines.some((line) => compare(line.doneQuantity, brought(line)) > 0))
    refuse('followed', '{code}已有后续单据，请先冲销后续单据', { code: existing.code })
  const body = bodyOf(existing, lines)
  const stages = await mirrorMoves(tx, id)
  const movedAssets = new Set(stages.flatMap(({ moves }) => moves.filter((move) => move.itemKind === 'asset').map((move) => move.item)))
  const assets = [...new Set([...movedAssets, ...cardsWritten(kind, body)])].toSorted(compareIds)
  const ends = stages.flatMap(({ moves }) => moves.flatMap(({ from, to }) => [from, to]))
  const cards = await lockCards(tx, assets)
  const through = new Set(
    stages.flatMap(({ moves }) => moves.flatMap((move) => (storesAmong([move.from, move.to]).length > 0 ? [move.item] : []))),
  )
  const places = cards
    .filter((card) => !through.has(card.id) && card.holderUid !== session.uid)
    .flatMap(({ locId, homeId }) => locId ?? homeId ?? [])
  await requireOwnPlaces(tx, session, [...storesAmong(ends), ...places])
  const [written, since] = assets.length === 0 ? [[], []] : await Promise.all([ownEvents(tx, id, assets), standingEvents(tx, id, assets)])
  const [ownOf, sinceOf] = [byAsset(written), byAsset(since)]
  const follower = since.find(
    (event) => movedAssets.has(event.asset) && 'account' in event.changes && ownOf.get(event.asset)?.some((own) => isBefore(own, event)),
  )
  if (follower)
    refuse('moved-since', '{asset}之后又办理了{code}，请先冲销后续单据', {
      asset: cards.find((card) => card.id === follower.asset)?.label ?? follower.asset,
      code: follower.code ?? wordsOfAction(follower.action),
    })

  const regainedCount = stages.flatMap(({ moves }) => moves.filter(({ itemKind, from }) => itemKind === 'asset' && !isInside(from))).length
  if (regainedCount > 0) await requireAssetRoom(tx, regainedCount, at)
  // What waited for its receiver is in no book yet.
  if (existing.stage === 0) await release(tx, id)
  else await fulfil(tx, { kind, body }, -1)
  if (kind.shortfallRule) await takeBack(tx, id)
  if (kind.bookEntries) await takeEntriesBack(tx, id)
  for (const { stage, moves } of stages) await post(tx, { documentId: id, stage, actor: session.uid, date: dayAt(at), moves })
  const final = new Map(stages.flatMap(({ moves }) => moves.map((move) => [move.item, move.to] as const)))
  const holders: HolderChange[] = []
  const patches = cards.map(({ id: asset, label, goodsId: _goodsId, ...before }) => {
    const restoredValues: Record<string, unknown> = { ...before }
    for (const own of ownOf.get(asset) ?? []) {
      const laterEvents = sinceOf.get(asset)?.filter((event) => isBefore(own, event)) ?? []
      for (const [field, [was, became]] of Object.entries(own.changes))
        if (field in restoredValues && restoredValues[field] === became && !laterEvents.some(({ changes }) => field in changes))
          restoredValues[field] = was
    }
    const after = cardIn(restoredValues as Card, final.get(asset) ?? before.account)
    holders.push({ id: asset, label, before: before.holderUid, after: after.holderUid })
    return { id: asset, before, after }
  })
  await writeCards(tx, patches, { documentId: id, action: 'reversed', actor: session.uid, at })
  await Promise.all([
    setState(tx, id, {
      state: 'reversed',
      stage: existing.stage,
      atMs: at,
      event: { action: 'reverse', actor: session.uid, details: { reason } },
    }),
    tellScreens(tx, kind, id, peopleOf(existing)),
    tellMaker(tx, existing),
  ])
  await tellReversed(tx, { id, kind, actor: session.uid, reason }, holders)
  return 'reversed'
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
  from asset_event e left join document d on d.org_id = e.org_id and d.id = e.document_id where e.org_id = $1 and e.asset_id = any ($3::bigint[])`

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
