import * as v from 'valibot'
import { anything, idInput, operation } from '../../operations/define.ts'
import { formInput } from '../form/form.ts'
import { flowKey } from './flows.ts'

export const formFactsOperations = {
  /** What formulas read besides the form, for what is filled in so far: of a new application by `flowKey`, of one that runs by `processId`. */
  formFacts: operation({
    name: 'workflow.formFacts',
    path: '/api/workflow/formFacts',
    title: '公式所用的资料',
    access: 'signed-in',
    input: v.strictObject({ flowKey: v.optional(flowKey), processId: v.optional(idInput), form: formInput }),
    output: v.object({ facts: anything }),
    reads: true,
  }),
} as const
