import { assetsOnLines, cardColumnsOf, cardValuesOf, withCardColumns } from '../../../../domain/documents/cardColumns.ts'
import type { DocumentKind } from '../../../../domain/documents/define.ts'
import type { DocumentInfo } from '../../../../domain/documents/operations.ts'
import type { SlipTemplate } from '../../../../domain/paper/slipTemplate.ts'
import { asset } from '../../../../domain/records/asset.ts'
import { ownPathIn } from '../../../../domain/records/ownFields/ownPath.ts'
import type { Speaker } from '../../../../kernel/fields/kind.ts'
import type { SignedIn } from '../../../call.ts'
import { organisationKind } from '../../../db/organisationKind.ts'
import { readCards } from '../../../documents/ownLines/cardValues.ts'

type PrintedDocument = { readonly kind: DocumentKind; readonly document: DocumentInfo }

/** A document with the own fields of the assets on its lines that a template prints, as far as the reader may see them of each card. */
export const withPrintedCards = async (
  call: SignedIn,
  { kind: plainKind, document }: PrintedDocument,
  { columns: printedColumns }: SlipTemplate,
  say: Speaker['say'],
): Promise<PrintedDocument> => {
  const paths = new Set(printedColumns.flatMap(({ key, isShown }) => (isShown && ownPathIn(key) ? [key] : [])))
  if (paths.size === 0) return { kind: plainKind, document }
  const assetKind = await organisationKind(call.tx, asset, call.language)
  const columns = cardColumnsOf(plainKind, assetKind).filter(({ path }) => paths.has(path))
  const cards = await readCards(call, assetsOnLines(plainKind, document.lines))
  const names = { ...document.names, ...cards.names }
  const speaker: Speaker = { say, nameOf: (id) => names[id] ?? '' }
  const lines = document.lines.map((line) => ({ ...line, ...cardValuesOf(plainKind, line, { columns, cards: cards.values, speaker }) }))
  return { kind: withCardColumns(plainKind, assetKind), document: { ...document, names, lines } }
}
