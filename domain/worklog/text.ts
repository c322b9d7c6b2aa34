import { fieldsOf, type FormDesign } from '../approval/form/formDesign.ts'
import { type Form, type Path, valuesAt } from '../approval/form/form.ts'

/** What a person wrote himself in a log, field by field: its texts. */
export const textsWritten = (design: FormDesign, values: Form): string[] =>
  fieldsOf(design).flatMap(({ path, field: { control } }) => (control.type === 'text' ? valuesAt(values, path).map(String) : []))

/** The beginning of what stands in a log, in a line: what was done where the template says which field that is, else the first text. */
export const beginningOf = (design: FormDesign, values: Form, doneField: Path | null): string => {
  const doneText = doneField === null ? '' : valuesAt(values, doneField).map(String).join(' ')
  return (doneText || textsWritten(design, values)[0] || '').replace(/\s+/g, ' ').trim().slice(0, summaryMax)
}

const summaryMax = 120
