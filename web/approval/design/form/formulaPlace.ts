import type { FormDesign, FormField, FormTable } from '../../../../domain/approval/form/formDesign.ts'
import { changeItem } from '../../../../domain/approval/design/formEdit.ts'
import { designProblems } from '../../../../domain/approval/form/formProblems.ts'
import { t } from '../../../words.ts'

/** The place of a formula: a field, in a table or not. */
export type FormulaPlace = { design: FormDesign; path: string; field: FormField; table: FormTable | undefined }

/** What the first problem of a field says where it stood in the design like this; its name is no matter here. */
export const faultIn = (design: FormDesign, path: string, field: FormField): string | undefined => {
  const namedField = { ...field, label: field.label || t('未命名') }
  const problem = designProblems(changeItem(design, path, namedField)).find(({ key }) => key === path)
  return problem && t(problem.words, problem.params)
}
