import { isEmpty, declaredField, type FieldProblem } from '../../../kernel/field.ts'
import { type Refusal, refusal, RefusalError } from '../../../kernel/refusal.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { codeOf } from '../../../domain/documents/define.ts'
import type { PolicyName, PolicyUse } from '../../../domain/documents/policies.ts'
import type { policyFindings } from '../../../domain/documents/policyOperations.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { InputOf, OutputOf } from '../../../domain/operations/define.ts'
import type { Session, SignedIn, WriteContext } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { Forbidden } from '../../httpError.ts'
import { readBody } from '../body.ts'
import type { DocumentAction } from '../posting/effects.ts'
import { keeps } from '../scope.ts'
import { allowanceFaults } from './allowances.ts'
import { idlePieceFaults } from './idlePieces.ts'
import { type PolicyFault, type PolicyRequest, policyRequestOf } from './policyLine.ts'
import { standardFaults } from './standards.ts'

const policies: Readonly<Record<PolicyName, (tx: Tx, request: PolicyRequest) => Promise<PolicyFault[]>>> = {
  poolFirst: idlePieceFaults,
  standard: standardFaults,
  allowance: allowanceFaults,
}

/** What the policies of a kind find against a document that is being written. Of limits of others no more is told than that they are exceeded. */
export const findingsFor = async (
  { tx, session, at, language }: SignedIn,
  input: InputOf<typeof policyFindings>,
): Promise<OutputOf<typeof policyFindings>> => {
  const kind = kindNamed(input.kind)
  if (!session.codes.has(`${codeOf(kind)}:save`)) throw new Forbidden()
  const body = readBody(kind, { header: input.header, lines: input.lines })
  const request = policyRequestOf({ kind, id: input.id === undefined ? undefined : String(input.id), body }, at, false)
  const list: OutputOf<typeof policyFindings>['list'] = []
  for (const { policy, reason } of kind.policies ?? [])
    for (const { index, refusal: faultRefusal, idle = null } of await policies[policy](tx, request)) {
      const { words, params } = toldTo(session, request, faultRefusal)
      list.push({ policy, line: index, reason, words: inWords(language, words, params), idle })
    }
  return { list }
}

/** What others have and draw is for themselves and for keepers to know: the rest hear which limit is exceeded and no number. */
const toldTo = (session: Session, { kind, lines }: PolicyRequest, faultRefusal: Refusal): Refusal =>
  keeps(session, kind) || lines.every(({ recipient }) => recipient === undefined || recipient === session.uid)
    ? faultRefusal
    : refusal(faultRefusal.reason, '超出“{limit}”；请说明原因', {
        limit: String(faultRefusal.params['standard'] ?? faultRefusal.params['allowance'] ?? ''),
      })

/**
 * Refuses a document that goes against a policy without the reason for it. The limits that it draws on are kept until the transaction ends,
 * so that of two requests at once each counts the other.
 */
export const requireReasons = async ({ tx, session }: WriteContext, { kind, id, body, at }: DocumentAction): Promise<void> => {
  const open = (kind.policies ?? []).filter(({ reason }) => isEmpty(body.header[reason]))
  if (open.length === 0) return
  const request = policyRequestOf({ kind, id, body }, at, true)
  const faults: { use: PolicyUse; fault: PolicyFault }[] = []
  for (const use of open) for (const fault of await policies[use.policy](tx, request)) faults.push({ use, fault })
  const [first] = faults
  if (!first) return
  const problems = [...new Set(faults.map(({ use }) => use.reason))].map((reason): FieldProblem => ({
    path: `header.${reason}`,
    words: '请填写{label}',
    params: { label: declaredField(kind.header, reason).label },
  }))
  throw new RefusalError(toldTo(session, request, first.fault.refusal), problems)
}
