import type { FormDesign } from '../form/formDesign.ts'
import { type Definition, parseDefinition } from './definition.ts'

/** The flow and the form by which approved applications are revoked; an organisation has them once it revokes one. */
export const revocationKey = 'revocation'
export const revocationName = '作废申请'

/** Who asks to revoke what, why, and the people who approved it; all but the reason is filled in by the server. */
export const revocationForm: FormDesign = {
  schema: 1,
  items: [
    { t: 'field', key: 'subject', label: '要作废的申请', required: true, control: { type: 'text', max: 200, lines: 1 } },
    { t: 'field', key: 'application', label: '原申请', required: true, control: { type: 'applications', max: 1 } },
    { t: 'field', key: 'reason', label: '作废原因', required: true, control: { type: 'text', max: 500, lines: 3 } },
    { t: 'field', key: 'approvers', label: '原审批人', required: false, control: { type: 'reference', to: 'person', many: true } },
  ],
}

/** The people who approved the application agree one after the other; where none of them is there, the administrators do. */
export const revocationFlow = (): Definition => {
  const result = parseDefinition({
    schema: 1,
    key: revocationKey,
    version: 1,
    name: revocationName,
    form: { kind: 'custom', formKey: revocationKey, formVersion: 1 },
    policy: {
      title: '{initiator}提交的{subject}（作废）',
      summaryFields: ['reason'],
      // Nobody begins one but by the application that it revokes.
      starters: { only: { users: [], depts: [], roles: [] } },
    },
    startFields: { subject: 'read', application: 'read', approvers: 'read' },
    body: [
      {
        t: 'approve',
        id: 'approvers',
        name: '原审批人同意',
        assignees: [{ k: 'field', path: 'approvers' }],
        vote: { mode: 'seq' },
      },
    ],
  })
  if ('refusal' in result) throw new Error(result.refusal.words)
  return result.definition
}
