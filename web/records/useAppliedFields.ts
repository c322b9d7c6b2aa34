import { textIn } from '../../kernel/field.ts'
import type { RecordField, RecordKind } from '../../domain/records/define.ts'
import { ownFieldsOf } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldApplying } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { useAsk } from '../ask.ts'

type Values = Readonly<Record<string, unknown>>

/** Which own fields a record with these values has: those of no category, and those of its category. */
export const useAppliedFields = (kind: RecordKind, values: Values): ((key: string, field: RecordField) => boolean) => {
  const goesByCategory = ownFieldsOf(kind).some(([, , { categoryIds }]) => categoryIds.length > 0)
  const { data } = useAsk(
    ownFieldApplying,
    { catId: textIn(values, 'catId') || null, goodsId: textIn(values, 'goodsId') || null },
    { enabled: goesByCategory, keep: true },
  )
  return (key, { ownTraits }) => ownTraits === undefined || ownTraits.categoryIds.length === 0 || (data?.keys.includes(key) ?? false)
}
