import type { FieldType, Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { choiceLists, type OwnWords, withOwnWords } from '../../domain/dictionaries/ownChoices.ts'
import type { OwnWord } from '../../domain/dictionaries/dictionaries.ts'
import { type OwnField, withOwnFields } from '../../domain/records/ownFields/ownField.ts'
import type { QueryTx, RecallingTx } from './tx.ts'

type Language = 'zh' | 'en'
type Kinds = { readonly [language in Language]: ReadonlyMap<Noun, RecordKind> } & { readonly words: OwnWords }

const memoryKey = 'ownFields'

/** A kind of record as the organisation has it: with its own fields, labelled in a language. At most a second old. */
export const organisationKind = async (tx: RecallingTx, kind: RecordKind, language: Language = 'zh'): Promise<RecordKind> => {
  const kinds = await tx.memory.recall(memoryKey, () => readKinds(tx))
  return kinds[language].get(kind.noun) ?? kind
}

/** The words of choices that the organisation has changed, by their lists. At most a second old. */
export const organisationWords = async (tx: RecallingTx): Promise<OwnWords> =>
  (await tx.memory.recall(memoryKey, () => readKinds(tx))).words

/** Forgets the fields and words that this process read before they were changed. */
export const forgetOwnFields = ({ memory }: RecallingTx): void => memory.forget(memoryKey)

const readKinds = async (tx: QueryTx): Promise<Kinds> => {
  const [ownFields, words] = await Promise.all([readOwnFields(tx), readOwnWords(tx)])
  const byNoun = Map.groupBy(ownFields, ({ noun }) => noun)
  const changedKinds = recordKinds.filter((kind) => byNoun.has(kind.noun) || withOwnWords(kind, words, 'zh') !== kind)
  const kindsIn = (language: Language) =>
    new Map(
      changedKinds.map(
        (kind) => [kind.noun, withOwnFields(withOwnWords(kind, words, language), byNoun.get(kind.noun) ?? [], language)] as const,
      ),
    )
  return { zh: kindsIn('zh'), en: kindsIn('en'), words }
}

/** The words of the lists of choices that the organisation has put down itself, by list and in order. */
export const readOwnWords = async (tx: QueryTx): Promise<OwnWords> => {
  const rows = await tx.query<OwnWord & { list: string }>(
    `select dict_code as list, value, zh, en, is_retired as "isRetired" from own_word
     where org_id = $1 and dict_code = any ($2::text[]) order by dict_code, position`,
    [tx.orgId, choiceLists],
  )
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ list }) => list)].map(([list, words]) => [
      list,
      words.map(({ value, zh, en, isRetired }) => ({ value, zh, en, isRetired })),
    ]),
  )
}

type FieldRow = {
  noun: Noun
  key: string
  label: string
  english_label: string | null
  hint: string | null
  control: FieldType
  is_required: boolean
  is_unique: boolean
  is_open: boolean
  required_at_stock_in: boolean
  is_counted: boolean
  is_on_lines: boolean
  category_ids: Id[]
  is_retired: boolean
  default_value: unknown
  is_sensitive: boolean
  unit: string | null
  version: number
}

/** The own fields of the organisation, the retired among them, in their order. */
export const readOwnFields = async (tx: QueryTx): Promise<OwnField[]> => {
  const rows = await tx.query<FieldRow>(
    `select noun, key, label, english_label, hint, control, is_required, is_unique, is_open, required_at_stock_in, is_counted, is_on_lines, category_ids::text[] as category_ids,
       retired_at is not null as is_retired, default_value, is_sensitive, unit, version
     from own_field where org_id = $1 order by noun, position, key`,
    [tx.orgId],
  )
  return rows.map((row) => ({
    noun: row.noun,
    key: row.key,
    label: row.label,
    englishLabel: row.english_label,
    hint: row.hint,
    control: row.control,
    isRequired: row.is_required,
    isUnique: row.is_unique,
    isOpen: row.is_open,
    isRequiredAtStockIn: row.required_at_stock_in,
    isCounted: row.is_counted,
    isOnLines: row.is_on_lines,
    categoryIds: row.category_ids,
    isRetired: row.is_retired,
    defaultValue: row.default_value,
    isSensitive: row.is_sensitive,
    unit: row.unit,
    version: row.version,
  }))
}
