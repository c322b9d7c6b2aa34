import * as v from 'valibot'
import { anything, operation } from '../operations/define.ts'
import { groupedBy, groupFigures, groupsAtMost } from './grouping.ts'

/** What is asked of a table: the question of its list (conditions, keyword, filters of the screen), what it is grouped by, and the figures. */
export const groupQuestion = {
  table: v.pipe(v.string('应为文字'), v.maxLength(60)),
  asked: v.optional(anything, {}),
  by: groupedBy,
  figures: v.optional(groupFigures, []),
}

/** How many rows, and what their numbers come to as exact decimals, in the order of the figures; null where there is no number. */
const figures = { count: v.number(), figures: v.array(v.nullable(v.string())) }
/** `keys`: what its rows have in each column, null for nothing; of periods their first day. */
const group = v.object({ keys: v.array(v.nullable(v.string())), ...figures })
export type Group = v.InferOutput<typeof group>

export const groups = v.object({
  /** The groups with the largest first figure, or with most rows where none is asked; at most `limit`. */
  list: v.array(group),
  /** What stands in no group of the list, and how many groups it is; null where all stand there. */
  others: v.nullable(v.object({ groups: v.number(), ...figures })),
  total: v.object({ groups: v.number(), ...figures }),
  /** The names of what groups refer to, by id. */
  names: v.record(v.string(), v.string()),
})
export type Groups = v.InferOutput<typeof groups>

/** Figures of a table by the values of up to three of its columns, of the rows that its list would show the caller. */
export const tableGroups = operation({
  name: 'table.groups',
  path: '/api/table/groups',
  title: '分组汇总',
  access: 'signed-in',
  input: v.strictObject({
    ...groupQuestion,
    limit: v.optional(
      v.pipe(v.number('应为整数'), v.integer('应为整数'), v.minValue(1, '不能小于{min}'), v.maxValue(groupsAtMost, '不能大于{max}')),
      groupsAtMost,
    ),
  }),
  output: groups,
  reads: true,
  byKey: 'always',
  readsReplica: true,
})
