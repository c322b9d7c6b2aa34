import * as v from 'valibot'
import { flagOfCell } from '../cell.ts'
import type { Kind } from './kind.ts'

/** Yes or no. One that is required must be ticked. */
export type Flag = { type: 'flag' }

export const flag: Kind<Flag, boolean> = {
  check: () => v.boolean('{label}应为是或否'),
  words: (value, _, { say }) => say(value ? '是' : '否'),
  isSilent: true,
  sort: () => 'flag',
  demand: { holds: (value) => value === true, words: '请勾选{label}' },
  isNeverOpen: true,
  comparisons: () => ['eq'],
  cell: { read: (text) => flagOfCell(text), wanted: () => ({ words: '{label}应为是或否', params: {} }) },
  column: 'boolean',
  stored: v.strictObject({ type: v.literal('flag') }),
  presets: { flag: { key: 'flag', make: () => ({ type: 'flag' }) } },
}
