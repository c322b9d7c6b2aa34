import * as v from 'valibot'
import { integer, type Kind } from './kind.ts'
import { fieldPath } from './storedPath.ts'

/** Paths of uploaded pictures, at most `max`. */
export type Pictures = { type: 'pictures'; max: number }

export const pictures: Kind<Pictures, string[]> = {
  check: ({ max }) => v.pipe(v.array(fieldPath, '{label}应为图片'), v.maxLength(max, '{label}最多{max}张图片')),
  words: (value, _, { say }) => say('{count}张图片', { count: value.length }),
  isSilent: true,
  opens: true,
  isLong: () => true,
  sort: () => 'pictures',
  files: (value) => value.map((path) => ({ path, isPicture: true })),
  comparisons: () => ['empty', 'filled'],
  column: 'text',
  fromColumn: (storedValue) => (typeof storedValue === 'string' && storedValue !== '' ? storedValue.split(',') : []),
  stored: v.strictObject({ type: v.literal('pictures'), max: integer(1, 20) }),
  presets: { pictures: { key: 'pictures', make: () => ({ type: 'pictures', max: 9 }) } },
}
