import { withCardColumns } from '../../../../domain/documents/cardColumns.ts'
import type { DocumentKind } from '../../../../domain/documents/define.ts'
import { assetFieldsOf } from '../../../../domain/documents/lines.ts'
import type { DocumentInfo } from '../../../../domain/documents/operations.ts'
import type { SlipTemplate } from '../../../../domain/paper/slipTemplate.ts'
import { asset } from '../../../../domain/records/asset.ts'
import { ownPathIn } from '../../../../domain/records/ownFields/ownPath.ts'
import { declaredField, isEmpty } from '../../../../kernel/field.ts'
import { idsIn, wordsOf } from '../../../../kernel/fields/kinds.ts'
import type { Speaker } from '../../../../kernel/fields/kind.ts'
import type { Id } from '../../../../kernel/id.ts'
import { isInScope } from '../../../access/scope.ts'
import type { SignedIn } from '../../../call.ts'
import { organisationKind } from '../../../db/organisationKind.ts'
import { lookUp, referencesOf } from '../../../documents/references.ts'

type Values = Readonly<Record<string, unknown>>
type PrintedDocument = { readonly kind: DocumentKind; readonly document: DocumentInfo }

/**
 * A document with the own fields of the assets on its lines that a template prints. What the reader may not see of a card is not there: fields that
 * his roles hide, and of assets outside his scope all but the open ones.
 */
export const withPrintedCards = async (
  call: SignedIn,
  { kind: plainKind, document }: PrintedDocument,
  { columns }: SlipTemplate,
  say: Speaker['say'],
): Promise<PrintedDocument> => {
  const keys = columns.flatMap(({ key, isShown }) => (isShown && ownPathIn(key) ? [key] : []))
  if (keys.length === 0) return { kind: plainKind, document }
  const assetKind = await organisationKind(call.tx, asset, call.language)
  const kind = withCardColumns(plainKind, assetKind)
  const idsAt = (line: Values, key: string) => idsIn(declaredField(kind.line, key).control, line[key])
  const lines: readonly Values[] = document.lines
  const cards = await readCards(call, [...new Set(lines.flatMap((line) => assetFieldsOf(kind).flatMap(({ key }) => idsAt(line, key))))])
  const references = [...cards.values()].map((values) => ({ fields: assetKind.fields, values }))
  const names = {
    ...document.names,
    ...Object.fromEntries((await lookUp(call.tx, referencesOf(references))).map(({ id, name }) => [id, name])),
  }
  const speaker: Speaker = { say, nameOf: (id) => names[id] ?? '' }
  const columnsOf = (line: Values): Values =>
    Object.fromEntries(
      keys.flatMap((path) => {
        const ownPath = ownPathIn(path)
        const field = ownPath && assetKind.fields[ownPath.key]
        const isMany = ownPath && assetFieldsOf(kind).some(({ key, many }) => key === ownPath.of && many)
        if (!ownPath || !field || !kind.line[path]) return []
        const values = idsAt(line, ownPath.of).flatMap((id) => cards.get(id)?.[ownPath.key] ?? [])
        if (values.length === 0) return []
        return [[path, isMany ? values.map((value) => wordsOf(field.control, value, speaker)).join(say('、')) : values[0]]]
      }),
    )
  return { kind, document: { ...document, names, lines: document.lines.map((line) => ({ ...line, ...columnsOf(line) })) } }
}

type CardRow = {
  readonly id: Id
  readonly place: Id | null
  readonly holder: Id | null
  readonly department: Id | null
  readonly category: Id | null
  readonly ownValues: Values | null
}

/** What the reader may see of the own fields of some assets, by their ids. */
const readCards = async ({ tx, session, language }: SignedIn, ids: readonly Id[]): Promise<ReadonlyMap<Id, Values>> => {
  const assetKind = await organisationKind(tx, asset, language)
  const rows = await tx.query<CardRow>(
    `select id, loc_id as place, holder_uid as holder, dept_id as department, cat_id as category, own_values as "ownValues"
     from asset where org_id = $1 and id = any ($2::bigint[])`,
    [tx.orgId, ids],
  )
  return new Map(
    rows.map((row) => {
      const isWhole = isInScope(session, row)
      const shownValues = Object.entries(row.ownValues ?? {}).filter(
        ([key, value]) => !isEmpty(value) && !session.hiddenFields.has(key) && (isWhole || assetKind.fields[key]?.open === true),
      )
      return [row.id, Object.fromEntries(shownValues)]
    }),
  )
}
