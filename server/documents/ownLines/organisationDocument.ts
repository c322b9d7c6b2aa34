import { refersTo } from '../../../kernel/fields/kinds.ts'
import { type Id, isId } from '../../../kernel/id.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf } from '../../../domain/documents/lines.ts'
import { ownPiecesIn, withOwnLines } from '../../../domain/documents/ownLines.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { declaredField } from '../../../kernel/field.ts'
import { asset } from '../../../domain/records/asset.ts'
import { appliesTo, ownFieldsOf } from '../../../domain/records/ownFields/ownField.ts'
import type { Body } from '../body.ts'
import { documentWithOwnWords } from '../../../domain/dictionaries/ownChoices.ts'
import { organisationKind, organisationWords } from '../../db/organisationKind.ts'
import { categoriesOfItems } from '../../db/ownCategories.ts'
import type { RecallingTx } from '../../db/tx.ts'

type Values = Readonly<Record<string, unknown>>
type Language = 'zh' | 'en'

/** A kind of document as the organisation has it, to read one or to put it into the books: its choices have own words, its lines own fields, and nothing is asked. */
export const organisationDocument = async (tx: RecallingTx, kind: DocumentKind, language: Language = 'zh'): Promise<DocumentKind> => {
  const wordedKind = documentWithOwnWords(kind, await organisationWords(tx), language)
  return wordedKind.ownLines ? withOwnLines(wordedKind, await organisationKind(tx, asset, language)) : wordedKind
}

/** The same with the own fields alone that lines of the kind have: of the documents `ids`, or of all. */
export const documentInUse = async (
  tx: RecallingTx,
  deliveredKind: DocumentKind,
  ids?: readonly Id[],
  language: Language = 'zh',
): Promise<DocumentKind> => {
  const kind = documentWithOwnWords(deliveredKind, await organisationWords(tx), language)
  if (!kind.ownLines) return kind
  const assetKind = await organisationKind(tx, asset, language)
  if (ownFieldsOf(assetKind).length === 0) return kind
  const rows = await tx.query<{ key: string }>(
    `select distinct k.key from document d join document_line l on l.org_id = $1 and l.document_id = d.id cross join jsonb_object_keys(l.data) k (key)
     where d.org_id = $1 and d.kind = $2 and ($3::bigint[] is null or d.id = any ($3::bigint[])) and k.key ~ '^x[0-9]'`,
    [tx.orgId, kind.kind, ids ?? null],
  )
  const usedKeys = new Set(rows.map(({ key }) => key))
  const fields = Object.fromEntries(Object.entries(assetKind.fields).filter(([key, { ownTraits }]) => !ownTraits || usedKeys.has(key)))
  return withOwnLines(kind, { ...assetKind, fields })
}

/** The same for the person who fills in these lines: what applies to their things is asked of them. */
export const askedDocument = async (tx: RecallingTx, kind: DocumentKind, lines: readonly Values[]): Promise<DocumentKind> => {
  if (!kind.ownLines) return kind
  const assetKind = await organisationKind(tx, asset)
  const fields = ownFieldsOf(assetKind)
  if (fields.length === 0) return kind
  const item = itemFieldOf(kind)
  const ids = [...new Set(lines.map((line) => line[item]).filter(isId))]
  const goesByCategory = fields.some(([, , { categoryIds }]) => categoryIds.length > 0)
  const noun = refersTo(declaredField(kind.line, item).control) === 'model' ? 'model' : 'asset'
  const categoriesOf = goesByCategory ? await categoriesOfItems(tx, noun, ids) : new Map<Id, readonly Id[]>()
  const applying = new Map(fields.map(([key, field]) => [key, ids.filter((id) => appliesTo(field, categoriesOf.get(id) ?? []))] as const))
  return withOwnLines(kind, assetKind, applying)
}

/** Refuses values that other assets have of fields in which no two may be the same, before someone approves it. */
export const requireFreeOwnValues = async (tx: RecallingTx, kind: DocumentKind, body: Body): Promise<void> => {
  if (!kind.ownLines) return
  const lines = body.lines.map(({ values }) => values)
  const assetKind = await organisationKind(tx, asset)
  for (const [key, texts] of ownPiecesIn(lines, assetKind)) {
    const [usedRow] = await tx.query<{ value: string | null }>(
      `select coalesce(o.text_value, o.number_value::text) as value from own_value o
       where o.org_id = $1 and o.noun = 'asset' and o.key = $2 and o.is_unique
         and coalesce(o.text_value, o.number_value::text, o.ref_value::text) = any ($3::text[])${kind.ownLines === 'changed' ? ' and o.record_id <> all ($4::bigint[])' : ''}
       limit 1`,
      [tx.orgId, key, texts, ...(kind.ownLines === 'changed' ? [lines.map((line) => line['asset']).filter(isId)] : [])],
    )
    if (usedRow)
      refuse('field.exists', '“{label}”的“{value}”已经存在', {
        label: declaredField(assetKind.fields, key).label,
        value: usedRow.value ?? '',
      })
  }
}
