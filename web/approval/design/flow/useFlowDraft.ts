import { useMemo, useState } from 'react'
import { mergeDrafts } from '../../../../domain/approval/design/merge.ts'
import { publishFindings } from '../../../../domain/approval/design/publish.ts'
import { type Definition, parseDefinition } from '../../../../domain/approval/flow/definition.ts'
import { fieldSorts, type FormField } from '../../../../domain/approval/form/filling.ts'
import { type FlowProblem, flowOperations } from '../../../../domain/approval/operations/flows.ts'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { call } from '../../../call.ts'
import { inOwnWords } from '../../../words.ts'
import { type DraftState, useDraft } from '../useDraft.ts'

export type FlowDraft = DraftState<Definition>

/** The draft of a flow, and what is wrong with it as it is now. */
export const useFlowDraft = (
  { flow: { flowKey }, revision, problems: loadedProblems }: OutputOf<typeof flowOperations.definition>,
  loadedDefinition: Definition,
  fields: readonly FormField[],
): { draft: FlowDraft; problems: readonly FlowProblem[] } => {
  const [found, setFound] = useState<FoundProblems>({ of: loadedDefinition, problems: loadedProblems })
  const draft = useDraft<Definition>(
    { content: loadedDefinition, revision },
    {
      save: async (body, before) => {
        const { revision: next, problems } = await call(
          flowOperations.saveDefinition,
          { flowKey, revision: before.revision, body },
          { quiet: true },
        )
        setFound({ of: body, problems })
        return next
      },
      read: async () => {
        const { body, revision: next } = await call(flowOperations.definition, { flowKey, version: 'draft' }, { quiet: true })
        const parseResult = parseDefinition(body)
        if ('refusal' in parseResult) throw new Error(parseResult.refusal.words)
        return { content: { ...parseResult.definition, form: loadedDefinition.form }, revision: next }
      },
      merge: mergeDrafts,
    },
  )
  const { content } = draft
  const localProblems = useMemo(() => problemsHere(content, fields), [content, fields])
  return { draft, problems: found.of === content ? found.problems : localProblems }
}

type FoundProblems = { readonly of: Definition; readonly problems: readonly FlowProblem[] }

/** What is found at once; what only the server can know comes when it has seen it. */
const problemsHere = (definition: Definition, fields: readonly FormField[]): readonly FlowProblem[] => {
  const { policy } = definition
  // Where a flow names no administrators, the organisation's stand in.
  const withAdmins = policy.admins.length > 0 ? definition : { ...definition, policy: { ...policy, admins: ['0'] } }
  return publishFindings(withAdmins, fields.length > 0 ? { fields: fieldSorts(fields), form: fields } : {}).map(
    ({ level, node, reason }) => ({
      level,
      nodeId: node,
      words: inOwnWords(reason),
    }),
  )
}
