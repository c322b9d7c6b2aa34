import { useMemo } from 'react'
import { type FormContent, mergeForms } from '../../../../../domain/approval/design/formMerge.ts'
import { designProblems, type DesignProblem, parseFormDesign } from '../../../../../domain/approval/form/formDesign.ts'
import { formOperations } from '../../../../../domain/operations/forms.ts'
import { call } from '../../../../call.ts'
import { type DraftState, useDraft } from '../useDraft.ts'

export type FormDraft = DraftState<FormContent>

/** The draft of a form, and what is wrong with it as it is now. */
export const useFormDraft = (
  formKey: string,
  begun: FormContent,
  revision: number,
): { draft: FormDraft; problems: readonly DesignProblem[] } => {
  const draft = useDraft<FormContent>(
    { content: begun, revision },
    {
      save: async ({ formName, note, design }, { content, revision: before }) => {
        const named = formName.trim() || content.formName.trim() || begun.formName
        const saving = { formKey, formName: named, note: note.trim(), revision: before, design }
        return (await call(formOperations.saveForm, saving, { quiet: true })).revision
      },
      read: async () => {
        const { form, design } = await call(formOperations.form, { formKey }, { quiet: true })
        const parsed = parseFormDesign(design)
        if ('refusal' in parsed) throw new Error(parsed.refusal.words)
        return { content: { formName: form.formName, note: form.note, design: parsed.design }, revision: form.revision }
      },
      merge: mergeForms,
    },
  )
  const { design } = draft.content
  return { draft, problems: useMemo(() => designProblems(design), [design]) }
}
