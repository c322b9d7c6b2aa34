import * as v from 'valibot'
import { optionSource } from '../../../kernel/fields/lookup.ts'
import { listInput, operation, pageOf } from '../../operations/define.ts'

const option = v.object({ id: v.string(), words: v.string(), proof: v.optional(v.string()) })
export type FormOption = v.InferOutput<typeof option>

export const formOptionsOperations = {
  /**
   * The options of a source, searched and by cursor, as the caller may see them: records by his rights, a service where a form in use or his right
   * to design asks it. Refused with `form.optionsFailed` where the service does not answer.
   */
  formOptions: operation({
    name: 'workflow.formOptions',
    path: '/api/workflow/formOptions',
    title: '表单选项',
    access: 'signed-in',
    input: v.strictObject({ ...listInput, source: optionSource }),
    output: pageOf(option),
    answer: 'page',
    reads: true,
  }),
} as const
