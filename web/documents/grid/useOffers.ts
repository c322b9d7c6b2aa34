import { useRestingValue } from '../../useRestingValue.ts'
import { type RecordRow, recordOperations } from '../../../domain/records/operations.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { calledOf, codeFieldsOf } from '../../../domain/records/define.ts'
import type { Field } from '../../../kernel/field.ts'
import { optionsOf, referenceOf } from '../../../kernel/fields/kinds.ts'
import { learnNames } from '../../cache.ts'
import { useAsk } from '../../ask.ts'
import { t } from '../../words.ts'
import { recordLook } from '../../records/recordLook.ts'
import { knownFilter } from '../../forms/ReferencePicker.tsx'
import type { Content } from './lines.ts'

/** Something that may be chosen for a cell while it is typed. */
export type Offer = {
  readonly key: string
  readonly title: string
  readonly text: string
  readonly content: Content
  readonly row?: RecordRow
  /** It is called exactly as was typed. */
  readonly isExact: boolean
}

/** What may be chosen for a field by what was typed so far: of a closed list, or of the records that it may point at. `text` undefined: nothing. */
export const useOffers = (field: Field | undefined, text: string | undefined): readonly Offer[] => {
  const settled = useRestingValue(text, text === '' ? 0 : pauseMs)
  const reference = field && referenceOf(field.control)
  const isWanted = reference !== undefined && !reference.many && text !== undefined && settled === text
  const kind = recordOf(reference?.to === undefined || reference.to === 'document' ? 'asset' : reference.to)
  const { data } = useAsk(
    recordOperations(kind).list,
    { ...knownFilter(kind, reference?.filter), likeQuery: settled?.trim() || undefined, pageSize: offersAtMost },
    { enabled: isWanted, staleMs: 10_000 },
  )
  if (field === undefined || text === undefined) return []
  const typedWord = text.trim().toLowerCase()
  const options = optionsOf(field.control)
  if (options)
    return options
      .filter(({ value, label }) => [value, label, t(label)].some((each) => each.toLowerCase().includes(typedWord)))
      .map(({ value, label }) => ({
        key: value,
        title: t(label),
        text: '',
        content: { value },
        isExact: t(label).toLowerCase() === typedWord,
      }))
  if (!isWanted || !data) return []
  return data.list.map((row) => {
    const { text: secondLine } = recordLook(kind, row)
    const codes = codeFieldsOf(kind).map((key) => String(row[key] ?? '').toLowerCase())
    return {
      key: row.id,
      title: calledOf(kind, row),
      text: secondLine,
      content: { value: row.id },
      row,
      isExact: typedWord !== '' && codes.includes(typedWord),
    }
  })
}

/** Keeps what a chosen thing is called, before its cell is drawn. */
export const learnOffer = ({ row, title }: Offer): void => {
  if (row) learnNames({ ...row.names, [row.id]: title })
}

const pauseMs = 120
const offersAtMost = 8
