import type { Id } from '../../kernel/id.ts'
import { documentLink, type DocumentKind } from '../../domain/documents/define.ts'
import { cardLink, type ReminderSubject } from '../../domain/reminders/reminders.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { retractNotices } from '../messaging/notify.ts'
import { keepersFor } from './keepers.ts'
import { remind, type PersonalReminder } from './remind.ts'

/** A piece that a stage has moved or written on, and who has it now. */
export type Piece = { readonly id: Id; readonly label: string; readonly holder: Id | null }

/** Tells who it concerns that a stage of a document was carried out, as its kind says; no one is told what they did themselves. */
export const tellPosted = async (
  tx: Tx,
  document: {
    readonly id: Id
    readonly kind: DocumentKind
    readonly header: Parameters<NonNullable<DocumentKind['stageNotices']>>[0]
    readonly actor: Id
    readonly pieces: readonly Piece[]
  },
  stage: number,
): Promise<void> => {
  const { id, kind, header, actor, pieces } = document
  const tells = kind.stageNotices?.(header, stage) ?? []
  if (tells.length === 0) return
  const { code, author_uid: author } = await onlyRow(
    tx.query<{ code: string; author_uid: Id }>('select code, author_uid from document where org_id = $1 and id = $2', [tx.orgId, id]),
  )
  for (const notice of tells) {
    const remindings: PersonalReminder[] = []
    if ('place' in notice) {
      const [keepers, [place]] = await Promise.all([
        keepersFor(tx, kind, notice.place),
        tx.query<{ loc_name: string }>('select loc_name from location where org_id = $1 and id = $2', [tx.orgId, notice.place]),
      ])
      const subject: ReminderSubject = {
        subject: id,
        name: code,
        params: { place: place?.loc_name ?? '' },
        note: labelsOf(pieces),
        link: documentLink(kind, id),
      }
      remindings.push(...keepers.map((uid) => ({ uid, thing: subject })))
    } else if ('person' in notice) {
      // Who asked for it hears of it from the approval.
      if (notice.person !== author) remindings.push(...pieces.map((piece) => ({ uid: notice.person, thing: thingOf(piece) })))
    } else if ('eachHolder' in notice) {
      remindings.push(
        ...pieces.flatMap((piece) =>
          piece.holder === null || piece.holder === author ? [] : [{ uid: piece.holder, thing: thingOf(piece) }],
        ),
      )
    } else {
      const concernedUids = (piece: Piece) => [author, ...(piece.holder ? [piece.holder] : [])]
      remindings.push(...pieces.flatMap((piece) => concernedUids(piece).map((uid) => ({ uid, thing: thingOf(piece) }))))
    }
    await remind(
      tx,
      notice.reminder,
      remindings.filter(({ uid }) => uid !== actor),
      id,
    )
  }
}

/** An asset whose holder a reversal changed. */
export type HolderChange = { readonly id: Id; readonly label: string; readonly before: Id | null; readonly after: Id | null }

/**
 * Takes back what was told of a document and is not read yet, and tells its author, those who no longer hold an asset, and those who hold it
 * again; the actor is told nothing.
 */
export const tellReversed = async (
  tx: Tx,
  reversal: { readonly id: Id; readonly kind: DocumentKind; readonly actor: Id; readonly reason: string | undefined },
  holders: readonly HolderChange[],
): Promise<void> => {
  const { id, kind, actor, reason } = reversal
  await retractNotices(tx, id)
  const document = await onlyRow(
    tx.query<{ code: string; author: Id }>('select code, author_uid as author from document where org_id = $1 and id = $2', [tx.orgId, id]),
  )
  const changes = holders.filter(({ before, after }) => before !== after)
  const remindingsOf = (side: 'before' | 'after'): PersonalReminder[] =>
    changes.flatMap((change) => {
      const uid = change[side]
      return uid === null || uid === actor ? [] : [{ uid, thing: thingOf(change) }]
    })
  await remind(tx, 'handoverReversed', remindingsOf('before'))
  await remind(tx, 'handedOver', remindingsOf('after'))
  if (document.author === actor) return
  const subject: ReminderSubject = {
    subject: id,
    name: document.code,
    ...(reason !== undefined && { note: reason }),
    link: documentLink(kind, id),
  }
  await remind(tx, 'documentReversed', [{ uid: document.author, thing: subject }])
}

const thingOf = ({ id, label }: Pick<Piece, 'id' | 'label'>): ReminderSubject => ({ subject: id, name: label, link: cardLink(id) })

const labelsOf = (pieces: readonly Piece[]): string =>
  pieces
    .slice(0, labelsAtMost)
    .map(({ label }) => label)
    .concat(pieces.length > labelsAtMost ? ['…'] : [])
    .join('\n')

const labelsAtMost = 5
