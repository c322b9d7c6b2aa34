import * as v from 'valibot'
import { anything, idInput, operation } from '../../operations/define.ts'
import { flowKey, person } from './flows.ts'
import { chosenPeople, progressRow } from './process.ts'
import { formInput } from '../form/form.ts'

export const flowTrial = operation({
  name: 'workflow.tryFlow',
  path: '/api/workflow/tryFlow',
  title: '试运行流程',
  access: ['workflow:design'],
  /** A definition that need not be saved, tried as if a person applied; without `initiatorUid` the caller. */
  input: v.strictObject({
    flowKey,
    body: anything,
    form: v.optional(formInput),
    /** What own fields of things hold, by the paths of conditions: a trial reads no record. */
    ownValues: v.optional(formInput),
    initiatorUid: v.optional(idInput),
    deptId: v.optional(idInput),
    chosen: chosenPeople,
  }),
  output: v.object({
    /** The way of the application as it was given. */
    progress: v.array(progressRow),
    refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
    /** One way through every arm that neither it nor an earlier one comes through; `answers` is what such an application says otherwise. */
    paths: v.array(
      v.object({
        key: v.string(),
        arms: v.array(v.object({ block: v.string(), arm: v.string(), name: v.string() })),
        answers: v.array(v.object({ label: v.string(), value: v.string() })),
        end: v.picklist(['approved', 'rejected', 'returned', 'refused']),
        refusal: v.nullable(v.object({ reason: v.string(), words: v.string() })),
        progress: v.array(progressRow),
      }),
    ),
    /** Arms that no application takes, or for which none was found. */
    unreached: v.array(v.object({ nodeId: v.string(), armId: v.string(), name: v.string(), why: v.picklist(['never', 'unknown']) })),
    overlaps: v.array(v.object({ nodeId: v.string(), words: v.string() })),
    /** What follows at each step where no one is found, and while a person is away. */
    absences: v.array(
      v.object({
        nodeId: v.string(),
        nodeName: v.string(),
        reasons: v.array(v.string()),
        follows: v.picklist(['pass', 'rejected', 'returned', 'people', 'nobody']),
        words: v.string(),
        people: v.array(person),
        away: v.string(),
      }),
    ),
    /** Settings and people by which an application can end or pass without that anyone was asked. */
    problems: v.array(v.object({ level: v.picklist(['error', 'warning']), nodeId: v.nullable(v.string()), words: v.string() })),
  }),
  reads: true,
})
