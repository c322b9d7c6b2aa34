import type { RecordRow } from '../../domain/records/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { Tag, type Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { optionsOf } from '../../kernel/fields/kinds.ts'
import { fieldIn } from '../shell/fieldIn.ts'

/** The field that says how a record stands: a choice that only the server writes. */
export const stateFieldOf = (kind: RecordKind): string | undefined =>
  kind.readOnly?.find((key) => optionsOf(fieldIn(kind.fields, key).control))

/** How a record stands, in the colour of its meaning; nothing where its kind has no states. */
export const StateTag = ({ kind, row }: { kind: RecordKind; row: RecordRow }) => {
  const key = stateFieldOf(kind)
  const options = key ? optionsOf(fieldIn(kind.fields, key).control) : undefined
  const value = key ? row[key] : undefined
  if (!options || typeof value !== 'string') return null
  return <Tag tone={tones[value] ?? 'plain'}>{t(options.find((option) => option.value === value)?.label ?? value)}</Tag>
}

const tones: Readonly<Record<string, Tone>> = {
  idle: 'good',
  inUse: 'accent',
  lent: 'warn',
  inTransit: 'warn',
  inRepair: 'warn',
  lost: 'bad',
  active: 'good',
}
