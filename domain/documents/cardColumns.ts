import { type Field, fieldWith, isEmpty } from '../../kernel/field.ts'
import { holdsFiles, idsIn, wordsOf } from '../../kernel/fields/kinds.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import type { Id } from '../../kernel/id.ts'
import type { RecordField, RecordKind } from '../records/define.ts'
import { ownFieldsOf } from '../records/ownFields/ownField.ts'
import { pathOfOwn } from '../records/ownFields/ownPath.ts'
import type { DocumentKind } from './define.ts'
import { assetFieldsOf } from './lines.ts'

type Values = Readonly<Record<string, unknown>>
type OwnFields = Pick<RecordKind, 'fields'>

/** A column of lines that says an own field of the assets which a field of the line names. */
export type CardColumn = {
  readonly path: string
  readonly of: string
  readonly key: string
  readonly many: boolean
  readonly ownField: RecordField
}

/** The longest text of a column that says what several assets of a line have. */
const joinedLength = 2000

/** The own fields of assets that lines of documents show wherever they name one. */
export const fieldsOnLines = (assetKind: OwnFields): OwnFields => ({
  fields: Object.fromEntries(
    ownFieldsOf(assetKind).flatMap(([key, field, { isOnLines, isRetired }]) => (isOnLines && !isRetired ? [[key, field]] : [])),
  ),
})

/** The columns that the lines of a kind have from the cards of their assets; none where lines have own fields themselves. */
export const cardColumnsOf = (kind: DocumentKind, assetKind: OwnFields): readonly CardColumn[] =>
  kind.ownLines
    ? []
    : assetFieldsOf(kind).flatMap(({ key: of, many }) =>
        ownFieldsOf(assetKind).flatMap(([key, ownField, { isRetired }]) =>
          isRetired || holdsFiles(ownField.control) ? [] : [{ path: pathOfOwn({ of, key }), of, key, many, ownField }],
        ),
      )

/** How such a column looks as a field of the line. */
export const fieldOfCardColumn = ({ many, ownField: { label, control } }: CardColumn): Field =>
  fieldWith(label, many ? { type: 'text', max: joinedLength, lines: 3 } : control, 'never', undefined)

/** A kind of document whose lines have the own fields of the cards that they name as columns besides their own. */
export const withCardColumns = (kind: DocumentKind, assetKind: OwnFields): DocumentKind => {
  const columns = cardColumnsOf(kind, assetKind).map((column) => [column.path, fieldOfCardColumn(column)] as const)
  return columns.length === 0 ? kind : { ...kind, line: { ...kind.line, ...Object.fromEntries(columns) } }
}

/** The assets that a field of a line names. */
const idsAt = ({ line: fields }: Pick<DocumentKind, 'line'>, line: Values, of: string): readonly Id[] => {
  const control = fields[of]?.control
  return control ? idsIn(control, line[of]) : []
}

/** The assets that lines of a kind name, each once. */
export const assetsOnLines = (kind: Pick<DocumentKind, 'line'>, lines: readonly Values[]): Id[] => [
  ...new Set(lines.flatMap((line) => assetFieldsOf(kind).flatMap(({ key }) => idsAt(kind, line, key)))),
]

/** What a line says in the columns of its cards, by their paths: the value of its asset, or the words of several. */
export const cardValuesOf = (
  kind: Pick<DocumentKind, 'line'>,
  line: Values,
  {
    columns,
    cards,
    speaker,
  }: { readonly columns: readonly CardColumn[]; readonly cards: ReadonlyMap<Id, Values>; readonly speaker: Speaker },
): Values =>
  Object.fromEntries(
    columns.flatMap(({ path, of, key, many, ownField }) => {
      const values = idsAt(kind, line, of).flatMap((id) => cards.get(id)?.[key] ?? [])
      const [first] = values
      if (isEmpty(first)) return []
      return [[path, many ? values.map((value) => wordsOf(ownField.control, value, speaker)).join(speaker.say('、')) : first]]
    }),
  )
