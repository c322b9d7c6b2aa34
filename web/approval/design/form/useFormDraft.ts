import { useMemo } from 'react'
import { type FormContent, mergeForms } from '../../../../domain/approval/design/formMerge.ts'
import { designProblems, type DesignProblem } from '../../../../domain/approval/form/formProblems.ts'
import { parseFormDesign } from '../../../../domain/approval/form/formDesign.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { call } from '../../../call.ts'
import { type DraftState, useDraft } from '../useDraft.ts'

export type FormDraft = DraftState<FormContent>

/** The draft of a form, and what is wrong with it as it is now. */
export const useFormDraft = (
  formKey: string,
  initial: FormContent,
  revision: number,
): { draft: FormDraft; problems: readonly DesignProblem[] } => {
  const draft = useDraft<FormContent>(
    { content: initial, revision },
    {
      save: async ({ formName, note, design }, { content, revision: before }) => {
        const name = formName.trim() || content.formName.trim() || initial.formName
        const saveInput = { formKey, formName: name, note: note.trim(), revision: before, design }
        return (await call(formOperations.saveForm, saveInput, { quiet: true })).revision
      },
      read: async () => {
        const { form, design } = await call(formOperations.form, { formKey }, { quiet: true })
        const parseResult = parseFormDesign(design)
        if ('refusal' in parseResult) throw new Error(parseResult.refusal.words)
        return { content: { formName: form.formName, note: form.note, design: parseResult.design }, revision: form.revision }
      },
      merge: mergeForms,
    },
  )
  const { design } = draft.content
  return { draft, problems: useMemo(() => designProblems(design), [design]) }
}
