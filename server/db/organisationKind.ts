import type { FieldType, Noun } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { recordOf } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { type OwnField, withOwnFields } from '../../domain/records/ownFields/ownField.ts'
import type { QueryTx, RecallingTx } from './tx.ts'

type Language = 'zh' | 'en'
type Kinds = { readonly [language in Language]: ReadonlyMap<Noun, RecordKind> }

const memoryKey = 'ownFields'

/** A kind of record as the organisation has it: with its own fields, labelled in a language. At most a second old. */
export const organisationKind = async (tx: RecallingTx, kind: RecordKind, language: Language = 'zh'): Promise<RecordKind> => {
  const kinds = await tx.memory.recall(memoryKey, () => readKinds(tx))
  return kinds[language].get(kind.noun) ?? kind
}

/** Forgets the fields that this process read before they were changed. */
export const forgetOwnFields = ({ memory }: RecallingTx): void => memory.forget(memoryKey)

const readKinds = async (tx: QueryTx): Promise<Kinds> => {
  const byNoun = Map.groupBy(await readOwnFields(tx), ({ noun }) => noun)
  const kindsIn = (language: Language) =>
    new Map([...byNoun].map(([noun, ownFields]) => [noun, withOwnFields(recordOf(noun), ownFields, language)]))
  return { zh: kindsIn('zh'), en: kindsIn('en') }
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
  category_ids: Id[]
  is_retired: boolean
  version: number
}

/** The own fields of the organisation, the retired among them, in their order. */
export const readOwnFields = async (tx: QueryTx): Promise<OwnField[]> => {
  const rows = await tx.query<FieldRow>(
    `select noun, key, label, english_label, hint, control, is_required, is_unique, is_open, required_at_stock_in, is_counted, category_ids::text[] as category_ids,
       retired_at is not null as is_retired, version
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
    categoryIds: row.category_ids,
    isRetired: row.is_retired,
    version: row.version,
  }))
}
