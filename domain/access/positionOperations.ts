import * as v from 'valibot'
import { idInput, operation } from '../operations/define.ts'

/** So many different positions are answered, those of most people first. */
export const positionsAtMost = 1000

/** The positions that people have, and of how many people: of the organisation, or of a department and those below it. */
export const positionList = operation({
  name: 'person.positions',
  path: '/api/pro/person/positions',
  title: '职位列表',
  access: 'signed-in',
  input: v.strictObject({ deptId: v.optional(idInput) }),
  output: v.object({
    list: v.array(v.object({ name: v.string(), people: v.number() })),
    /** All people, those without a position among them. */
    people: v.number(),
  }),
  reads: true,
})
