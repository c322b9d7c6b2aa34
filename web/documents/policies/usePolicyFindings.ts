import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf } from '../../../domain/documents/lines.ts'
import { type PolicyFinding, policyFindings } from '../../../domain/documents/policyOperations.ts'
import type { InputOf } from '../../../domain/operations/define.ts'
import { isEmpty } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { withoutReferences } from '../../outbox/files/reference.ts'
import { useRestingValue } from '../../useRestingValue.ts'
import { type DocumentForm, rawOf } from '../documentForm.ts'

/** Findings are askedHeader for again when filling in pauses. */
const pauseMs = 700

/** What is askedHeader of a form: without the reasons, which change nothing, and the papers. */
const questionOf = (kind: DocumentKind, id: Id, form: DocumentForm): InputOf<typeof policyFindings> => {
  const { header, lines } = rawOf(form)
  const policyKeys = new Set(Object.entries(kind.header).flatMap(([key, { filledBy }]) => (filledBy === 'policy' ? [key] : [])))
  const askedHeader = Object.fromEntries(Object.entries(header).filter(([key]) => !policyKeys.has(key)))
  return { kind: kind.kind, id, header: withoutReferences(askedHeader), lines: lines.map(({ sourceLine: _, ...line }) => line) }
}

const isAsking = (kind: DocumentKind, { lines, sourceId }: DocumentForm): boolean =>
  kind.policies !== undefined &&
  !(sourceId !== undefined && kind.from?.kind === kind.kind) &&
  lines.some(({ values }) => !isEmpty(values[itemFieldOf(kind)]))

/** What policies find against a form as it is filled in. */
export const usePolicyFindings = (kind: DocumentKind, id: Id, form: DocumentForm): readonly PolicyFinding[] => {
  const question = useRestingValue(isAsking(kind, form) ? JSON.stringify(questionOf(kind, id, form)) : '', pauseMs)
  const { data } = useAsk(policyFindings, question ? JSON.parse(question) : { kind: kind.kind, header: {}, lines: [] }, {
    enabled: question !== '',
    keep: true,
    staleMs: 15_000,
  })
  return question ? (data?.list ?? []) : []
}

/** What still has to be answered before a form is submitted; nothing where no one answers: the server says it then. */
export const findUnanswered = async (kind: DocumentKind, id: Id, form: DocumentForm): Promise<readonly PolicyFinding[]> => {
  if (!isAsking(kind, form)) return []
  try {
    const { list } = await call(policyFindings, questionOf(kind, id, form), { quiet: true })
    return list.filter(({ reason }) => isEmpty(form.header[reason]))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return []
  }
}
