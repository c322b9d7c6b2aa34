import type { ProcessAction, ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { call } from '../../call.ts'
import { type Opinion, opinionInput } from '../process/opinion.ts'
import type { DecisionKind, Decision } from '../process/DecisionSheet.tsx'
import { t } from '../../words.ts'
import type { Act } from './useActing.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** What stands behind "more", in its order; the first ones act at once, the others ask for more. */
export const moreTitles = {
  claim: '认领',
  unclaim: '放弃认领',
  returnDelegation: '交回委派',
  takeBack: '撤回审批',
  rollBack: '退回',
  transfer: '转交',
  delegate: '委派',
  addSign: '加签',
  copy: '抄送',
} as const satisfies Partial<Record<ProcessAction, string>>
export type MoreAct = keyof typeof moreTitles

/** What is done to a task; `stays`: it is still there to be looked at afterwards. */
export type TaskAct = Act & { readonly stays: boolean }

type TaskActContext = {
  readonly detail: ProcessDetail
  readonly taskId: Id
  readonly opinion: Opinion
  readonly patch: Record<string, unknown> | undefined
}

const fresh = { fresh: true }
const goes = (key: string, send: () => Promise<unknown>, done: string): TaskAct => ({ key, send, done, stays: false })
const stays = (key: string, send: () => Promise<unknown>, done: string): TaskAct => ({ key, send, done, stays: true })
const wordsOf = ({ comment }: Opinion) => (comment.trim() ? { comment: comment.trim() } : {})

/** Agrees, with what was filled in; those of `sign` are asked after it. */
export const approving = (
  { detail, taskId, opinion, patch }: TaskActContext,
  chosenUids: Readonly<Record<string, readonly Id[]>>,
  sign: readonly Id[],
): TaskAct => {
  const chosenNext = Object.fromEntries(Object.entries(chosenUids).flatMap(([node, uids]) => (uids.length > 0 ? [[node, [...uids]]] : [])))
  const input = {
    taskId,
    formRev: detail.form.formRev,
    ...(patch && { patch }),
    ...(sign.length > 0 && { sign: [...sign] }),
    ...(Object.keys(chosenNext).length > 0 && { chosenNext }),
    ...opinionInput(opinion),
  }
  return goes('approve', () => call(taskOperations.approve, input, fresh), sign.length > 0 ? t('已同意并加签') : t('已同意'))
}

/** What was decided with more than a tap; agreeing and having others sign after it is approving. */
export const deciding = (
  action: DecisionKind,
  { detail, taskId, opinion }: TaskActContext,
  { people, nodeId, where, resubmit }: Decision,
): TaskAct => {
  const opinionWords = wordsOf(opinion)
  const again = detail.choosesResubmit ? { resubmit } : {}
  const [toUid = ''] = people
  const uids = [...people]
  const { formRev } = detail.form
  const acts: Readonly<Record<DecisionKind, () => TaskAct>> = {
    reject: () =>
      goes(action, () => call(taskOperations.reject, { taskId, formRev, ...again, ...opinionInput(opinion) }, fresh), t('已驳回')),
    rollBack: () => goes(action, () => call(taskOperations.rollBack, { taskId, nodeId, ...again, ...opinionWords }, fresh), t('已退回')),
    transfer: () => goes(action, () => call(taskOperations.transfer, { taskId, toUid, ...opinionWords }, fresh), t('已转交')),
    delegate: () => goes(action, () => call(taskOperations.delegate, { taskId, toUid, ...opinionWords }, fresh), t('已委派')),
    returnDelegation: () => goes(action, () => call(taskOperations.returnDelegation, { taskId, ...opinionWords }, fresh), t('已交回')),
    addSign: () => {
      const place = where === 'agreeing' ? 'after' : where
      const add = () => call(taskOperations.addSign, { taskId, uids, where: place, ...opinionWords }, fresh)
      return where === 'before' ? goes(action, add, t('已加签')) : stays(action, add, t('已加签'))
    },
    copy: () =>
      stays(action, () => call(processOperations.copy, { processId: detail.process.id, uids, ...opinionWords }, fresh), t('已抄送')),
  }
  return acts[action]()
}

/** What is done at once. */
export const atOnce = (
  action: 'save' | 'claim' | 'unclaim' | 'takeBack' | 'returnDelegation',
  { detail, taskId, opinion, patch }: TaskActContext,
): TaskAct => {
  const { process, form, ownApproval } = detail
  const acts: Readonly<Record<typeof action, () => TaskAct>> = {
    save: () =>
      stays(
        action,
        () =>
          call(
            processOperations.update,
            { processId: process.id, formRev: form.formRev, patch: assertDefined(patch, 'what was changed') },
            fresh,
          ),
        t('已修改'),
      ),
    claim: () => stays(action, () => call(taskOperations.claim, { taskId }, fresh), t('已认领')),
    unclaim: () => stays(action, () => call(taskOperations.unclaim, { taskId }, fresh), t('已放弃认领')),
    takeBack: () => stays(action, () => call(taskOperations.takeBack, { taskId: ownApproval ?? taskId }, fresh), t('已撤回审批')),
    returnDelegation: () => stays(action, () => call(taskOperations.returnDelegation, { taskId, ...wordsOf(opinion) }, fresh), t('已收回')),
  }
  return acts[action]()
}
