import * as v from 'valibot'
import type { Id } from '../id.ts'
import { integer, type Kind } from './kind.ts'
import { id } from './reference.ts'

/** Other applications by id, at most `max`. Who fills it in chooses among those that he may read. */
export type Applications = { type: 'applications'; max: number }

export const applications: Kind<Applications, Id[]> = {
  check: ({ max }) =>
    v.pipe(
      v.array(id, '{label}应为列表'),
      v.maxLength(max, '{label}最多{max}项'),
      v.check((list) => new Set(list).size === list.length, '{label}有重复'),
    ),
  words: (value, _, { say, nameOf }) => value.map((id) => nameOf(id)).join(say('、')),
  opens: true,
  sort: () => 'applications',
  comparisons: () => ['empty', 'filled'],
  cell: { read: (text) => text },
  column: 'jsonb',
  stored: v.strictObject({ type: v.literal('applications'), max: integer(1, 20) }),
  presets: { applications: { key: 'applications', make: () => ({ type: 'applications', max: 5 }) } },
}
