import * as v from 'valibot'
import type { Kind, Noun } from './kind.ts'

/** Where options stand: in a list of words, among records, or at an outside service. */
export type OptionSource =
  | { from: 'words'; list: string }
  | { from: 'records'; noun: Noun }
  /** The key of a service of the organisation. */
  | { from: 'service'; service: string }

/** One of the options of a source, which are searched where it is filled in. */
export type Lookup = { type: 'lookup'; source: OptionSource }

/** The option by its id in the source, with its words as they were when it was chosen; `proof` says that a service offered it. */
export type LookupValue = { readonly id: string; readonly words: string; readonly proof?: string | undefined }

const text = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max))

const sources = v.variant('from', [
  v.strictObject({ from: v.literal('words'), list: text(0, 60) }),
  v.strictObject({ from: v.literal('records'), noun: text(1, 40) as unknown as v.GenericSchema<Noun> }),
  v.strictObject({ from: v.literal('service'), service: text(0, 60) }),
])

export const optionSource: v.GenericSchema<OptionSource> = sources

export const lookup: Kind<Lookup, LookupValue> = {
  check: () =>
    v.strictObject(
      {
        id: v.pipe(v.string(), v.minLength(1), v.maxLength(100, '{label}的编号过长')),
        words: v.pipe(v.string(), v.maxLength(200, '{label}的文字过长')),
        proof: v.optional(v.pipe(v.string(), v.maxLength(100))),
      },
      '请从列表中选择{label}',
    ),
  words: ({ words }) => words,
  isShort: () => true,
  sort: ({ source }) => `lookup/${Object.values(source).join('/')}`,
  comparisons: () => ['empty', 'filled'],
  column: 'jsonb',
  stored: v.strictObject({ type: v.literal('lookup'), source: optionSource }),
  faults: ({ source }) =>
    (source.from === 'words' && source.list === '') || (source.from === 'service' && source.service === '')
      ? [['“{label}”还没有选择选项来源'] as const]
      : [],
  presets: { lookup: { key: 'lookup', make: () => ({ type: 'lookup', source: { from: 'words', list: 'unit' } }) } },
}
