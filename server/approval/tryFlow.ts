import { randomUUID } from 'node:crypto'
import type * as v from 'valibot'
import type { Id } from '../../kernel/id.ts'
import { Refused, refuse } from '../../kernel/refusal.ts'
import type { Action } from '../../domain/approval/command.ts'
import { type Form, parseDefinition } from '../../domain/approval/definition.ts'
import { previewStart } from '../../domain/approval/preview.ts'
import { readForm } from '../../domain/approval/form-design.ts'
import { publishFindings } from '../../domain/approval/publish.ts'
import { inWords } from '../../domain/english/all.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { workflowOperations } from '../../domain/operations/workflow.ts'
import type { SignedIn } from '../call.ts'
import { progressRows } from './detail.ts'
import { designOf } from './forms.ts'
import { insideKey } from './flowKey.ts'
import { withFacts } from './run.ts'
import { administrators } from './store.ts'

type Call = typeof workflowOperations.tryFlow

/** The way a draft would take for somebody's request. Nothing is kept. A draft that could not be published is refused with its first error. */
export const tryFlow = async (call: SignedIn, input: v.InferOutput<Call['input']>): Promise<OutputOf<Call>> => {
  const { tx, session, language } = call
  const flowKey = insideKey(tx.orgId, input.flowKey)
  const initiator = input.initiatorUid ?? session.uid
  const [[person], admins] = await Promise.all([
    tx.query<{ dept_id: Id | null }>('select dept_id from person where org_id = $1 and id = $2 and deleted_at is null', [
      tx.orgId,
      initiator,
    ]),
    administrators(tx),
  ])
  if (!person) return refuse('approval.unknownPerson', '流程中指定的人员不存在')
  const parsed = parseDefinition({ ...(input.body as object), schema: 1, key: flowKey, version: 1 })
  if ('refusal' in parsed) throw new Refused(parsed.refusal)
  const { policy } = parsed.definition
  const definition = policy.admins.length > 0 ? parsed.definition : { ...parsed.definition, policy: { ...policy, admins } }
  const error = publishFindings(definition).find(({ level }) => level === 'error')
  if (error) throw new Refused(error.reason)
  const design = await designOf(tx, definition)
  const given = (input.form ?? {}) as Form
  const form = design ? readForm(design, given, 'draft').values : given
  const start: Extract<Action, { t: 'start' }> = {
    t: 'start',
    dept: input.deptId ?? person.dept_id ?? '',
    form,
    chosen: input.chosen ?? {},
    title: '',
    ...(definition.form.kind === 'document' ? { docRef: { type: definition.form.docType, id: '' } } : {}),
  }
  const head = { commandId: randomUUID(), actor: initiator, at: new Date(call.at).toISOString(), via: 'web' as const }
  try {
    const { expected } = await withFacts(tx, { instanceId: '0', flowKey }, (directory, ids) =>
      previewStart(definition, { ...start, ...head, ids }, directory),
    )
    return { progress: await progressRows(call, definition, [], expected), refusal: null }
  } catch (error_) {
    if (!(error_ instanceof Refused)) throw error_
    const { reason, words, params } = error_.refusal
    return { progress: [], refusal: { reason, words: inWords(language, words, params) } }
  }
}
