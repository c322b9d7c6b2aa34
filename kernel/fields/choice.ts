import * as v from 'valibot'
import type { Kind, Option } from './kind.ts'

/**
 * One of a closed list, or several different ones in the order chosen. `list`: the code of a list that organisations change; `options` are then what is
 * delivered, and what an organisation offers is looked up where a value is written.
 */
export type Choice = { type: 'choice'; options: readonly Option[]; many?: boolean | undefined; list?: string }

export const optionsMax = 200

const labelOf = ({ options }: Choice, value: string): string => options.find((option) => option.value === value)?.label ?? value

const initialChoice =
  (many: boolean) =>
  (option: (n: number) => string): Choice => ({
    type: 'choice',
    many,
    options: [1, 2, 3].map((n) => ({ value: `option${n}`, label: option(n) })),
  })

/** An option by everything that a cell may call it. */
type NamedOption = { readonly value: string; readonly names: readonly string[] }

const separators = /^[\s、，,;；|]+/
/** A longer text is no list of options. */
const optionsTextAtMost = 4000

/** The options that a text names one after the other; undefined where part of it names none. A name may have separators in it, so the longest is tried first. */
const optionsIn = (text: string, options: readonly NamedOption[]): string[] | undefined => {
  if (text.length > optionsTextAtMost) return undefined
  const names = options
    .flatMap(({ value, names: some }) => some.map((name) => ({ name, value })))
    .toSorted((a, b) => b.name.length - a.name.length)
  const deadEnds = new Set<number>()
  const readFrom = (start: number): string[] | undefined => {
    const remainder = text.slice(start)
    if (remainder === '') return []
    if (deadEnds.has(start)) return undefined
    for (const { name, value } of names) {
      if (!remainder.startsWith(name)) continue
      const after = remainder.slice(name.length)
      const gap = separators.exec(after)?.[0].length ?? 0
      if (after !== '' && gap === 0) continue
      const further = readFrom(start + name.length + gap)
      if (further) return [value, ...further]
    }
    deadEnds.add(start)
    return undefined
  }
  const values = readFrom(separators.exec(text)?.[0].length ?? 0)
  return values && values.length > 0 ? [...new Set(values)] : undefined
}

export const choice: Kind<Choice, string | string[], 'choice' | 'choices'> = {
  check: ({ options, many, list }) => {
    if (list !== undefined)
      return v.pipe(v.string('{label}应为文字'), v.trim(), v.minLength(1), v.maxLength(60, '{label}请选择列表中的一项'))
    const values = options.map(({ value }) => value)
    return many
      ? v.pipe(
          v.array(v.picklist(values, '{label}请选择列表中的项'), '{label}应为列表'),
          v.check((list) => new Set(list).size === list.length, '{label}有重复'),
        )
      : v.picklist(values, '{label}请选择列表中的一项')
  },
  words: (value, type, { say }) => [value].flat().map((item) => say(labelOf(type, String(item)))).join(say('、')), // prettier-ignore
  isShort: () => true,
  sort: ({ many }) => (many ? 'choices' : 'text'),
  comparisons: () => ['eq', 'in', 'ne', 'empty', 'filled'],
  cell: {
    read: (text, { options, many }, { inEnglish }) => {
      const namedOptions = options.map(({ value, label }): NamedOption => {
        const names = [value, label, inEnglish(label)].flatMap((name) => (name ? [name.toLowerCase()] : []))
        return { value, names }
      })
      const wantedText = text.toLowerCase()
      return many ? optionsIn(wantedText, namedOptions) : namedOptions.find(({ names }) => names.includes(wantedText))?.value
    },
    wanted: ({ options }) => ({ words: '{label}应为：{options}', params: { options: options.map(({ label }) => label).join('、') } }),
  },
  column: 'text',
  stored: v.strictObject({
    type: v.literal('choice'),
    options: v.pipe(
      v.array(
        v.strictObject({
          value: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
          label: v.pipe(v.string(), v.trim(), v.maxLength(40)),
        }),
      ),
      v.maxLength(optionsMax),
    ),
    many: v.boolean(),
  }),
  faults: ({ options }) => {
    const repeatedOption = options.find((option, i) => options.findIndex(({ value }) => value === option.value) !== i)
    return [
      ...(options.length === 0 ? [['“{label}”还没有选项'] as const] : []),
      ...(options.some(({ label }) => label === '') ? [['“{label}”有选项还没有名称'] as const] : []),
      ...(repeatedOption ? [['“{label}”的选项“{option}”重复', { option: repeatedOption.label || repeatedOption.value }] as const] : []),
    ]
  },
  presets: { choice: { key: 'choice', make: initialChoice(false) }, choices: { key: 'choices', make: initialChoice(true) } },
  preset: ({ many }) => (many ? 'choices' : 'choice'),
}
