import { declaredField } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { refusal, type Refusal } from '../../kernel/refusal.ts'
import { piecesInDocument } from '../../domain/bulk/limits.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { mayBegin, whyNotOffered } from '../../domain/documents/pieceOffers.ts'
import { batchesOf } from '../../domain/documents/pieces.ts'
import type { bulkOperations, Selected } from '../../domain/bulk/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { asset } from '../../domain/records/asset.ts'
import { calledOf } from '../../domain/records/define.ts'
import { seesWhole } from '../access/scope.ts'
import type { Session, SignedIn } from '../call.ts'
import { columnOf, type Values } from '../db/recordTable.ts'
import type { Tx } from '../db/tx.ts'
import { obstaclesOf } from './obstacles.ts'
import { selectedIds } from './selection.ts'

/** A piece as far as documents ask of it. `kept`: another document that is not decided yet has it reserved. */
export type Piece = Values & { readonly id: Id; readonly kept: boolean }

const pieceFields = [
  'instanceName',
  'instanceCode',
  'state',
  ...Object.keys(asset.fields).filter((key) => refersTo(declaredField(asset.fields, key).control)),
]

const piecesText = `select a.id, coalesce(b.reserved, 0) > 0 as kept, ${pieceFields.map((key) => `a.${columnOf(key)} as "${key}"`).join(', ')}
  from asset a left join balance b on b.org_id = $1 and b.account = a.account and b.item_id = a.id
  where a.org_id = $1 and a.id = any ($2::bigint[]) and a.deleted_at is null order by a.id`

export const piecesOf = (tx: Tx, ids: readonly Id[]): Promise<Piece[]> => tx.query<Piece>(piecesText, [tx.orgId, ids])

/** Why a document of a kind is not begun for a piece; undefined where it is. */
export const whyNot = (session: Session, kind: DocumentKind, piece: Piece): Refusal | undefined =>
  whyNotOffered(
    kind,
    { state: piece['state'], isMine: piece['holderUid'] === session.uid, restricted: !seesWhole(session, asset, piece) },
    (code) => session.codes.has(code),
  ) ?? (kind.moves && piece.kept ? refusal('asset-reserved', '已被其他单据占用') : undefined)

export const kindsFor = (session: Session): DocumentKind[] =>
  documentKinds.filter((kind) => mayBegin(kind, (code) => session.codes.has(code)))

/** What may be begun with chosen assets: every kind that some of them fit, with the reasons of the others. */
export const offersFor = async (call: SignedIn, selection: Selected): Promise<OutputOf<typeof bulkOperations.offers>> => {
  const { session, language } = call
  const pieces = await piecesOf(call.tx, await selectedIds(call, asset, selection))
  const kinds = kindsFor(session).map((kind) => {
    const verdicts = pieces.map((piece) => ({ piece, name: calledOf(asset, piece), why: whyNot(session, kind, piece) }))
    const fittingPieces = verdicts.flatMap(({ piece, why }) => (why ? [] : [piece]))
    return {
      kind: kind.kind,
      fits: fittingPieces.length,
      documents: batchesOf(kind, fittingPieces, piecesInDocument).length,
      cannot: obstaclesOf(
        verdicts.flatMap(({ name, why }) => (why ? [{ name, why }] : [])),
        language,
      ),
    }
  })
  return { total: pieces.length, kinds: kinds.filter(({ fits }) => fits > 0) }
}
