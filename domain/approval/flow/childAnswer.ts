import { isEmpty } from '../../../kernel/field.ts'
import type { SubFlow } from './definition.ts'
import { valueAt, withValue, type Form } from '../form/form.ts'

/** The form with what a child brings back laid into it. What the child leaves empty stays as it is. */
export const withAnswer = ({ output }: Pick<SubFlow, 'output'>, form: Form, answer: Form): Form =>
  Object.entries(output).reduce<Form>((form, [to, from]) => {
    const value = valueAt(answer, from)
    return isEmpty(value) ? form : withValue(form, to, value)
  }, form)
