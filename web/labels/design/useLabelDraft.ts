import { useMemo } from 'react'
import { mergeTemplates } from '../../../domain/labels/design.ts'
import { type Encode, layoutOf } from '../../../domain/labels/layout.ts'
import type { LabelTemplate, LabelValues } from '../../../domain/labels/template.ts'
import { templateRefusal } from '../../../domain/labels/templateInput.ts'
import { labelOperations, type LabelTemplateRow } from '../../../domain/labels/operations.ts'
import { call } from '../../call.ts'
import { t } from '../../words.ts'
import { type DraftState, useDraft } from '../../approval/design/useDraft.ts'

export type LabelDraft = DraftState<LabelTemplate>

/** The draft of a label; every pause in doing is a version of its template. */
export const useLabelDraft = ({ templateKey, template, version }: LabelTemplateRow): LabelDraft =>
  useDraft<LabelTemplate>(
    { content: template, revision: version },
    {
      save: async (content, before) => {
        const name = content.name.trim() || before.content.name
        const saveInput = { templateKey, version: before.revision, template: structuredClone({ ...content, name }) as never }
        return (await call(labelOperations.saveTemplate, saveInput, { quiet: true })).version
      },
      read: async () => {
        const { list } = await call(labelOperations.templates, {}, { quiet: true })
        const now = list.find((template) => template.templateKey === templateKey)
        return now ? { content: now.template, revision: now.version } : { content: template, revision: 0 }
      },
      merge: mergeTemplates,
    },
  )

/** What is wrong with a label as it is now: by the place of the element, and with the whole. */
export type LabelWarnings = { readonly of: ReadonlyMap<number, readonly string[]>; readonly whole: string | undefined }

/** Each element is laid out by itself with the values that it is tried with. */
export const useLabelWarnings = (
  template: LabelTemplate,
  values: LabelValues,
  encode: Encode | undefined,
  dotsPerMm: number,
): LabelWarnings =>
  useMemo(() => {
    const problemsByElement = new Map<number, readonly string[]>()
    if (encode)
      template.elements.forEach((element, index) => {
        const { problems } = layoutOf({ elements: [element] }, values, { dotsPerMm, encode })
        if (problems.length > 0) problemsByElement.set(index, [...new Set(problems.map(({ words, params }) => t(words, params)))])
      })
    const refusal = template.elements.length === 0 ? { words: '模板里还没有内容', params: {} } : templateRefusal(template)
    return { of: problemsByElement, whole: refusal && t(refusal.words, refusal.params) }
  }, [template, values, encode, dotsPerMm])
