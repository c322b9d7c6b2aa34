import { useState } from 'react'
import type { TaskRow } from '../../../../domain/operations/process.ts'
import { taskOperations } from '../../../../domain/operations/tasks.ts'
import { useSend } from '../../../send.ts'
import { CallError } from '../../../call.ts'
import { toast } from '../../../look/toast.ts'
import { t } from '../../../words.ts'

/** What could not be done with some of the tasks, and why. */
export type Failed = { readonly title: string; readonly refused: readonly { readonly task: TaskRow; readonly words: string }[] }

/** Agreeing in a list, to one or many, and taking it back for some seconds. */
export const useApproving = () => {
  const [failed, setFailed] = useState<Failed>()
  /** What was approved in the list a moment ago. */
  const [approved, setApproved] = useState<readonly TaskRow[]>([])
  const approving = useSend(taskOperations.batchApprove)
  const undoing = useSend(taskOperations.batchUndo)

  /** Answers which were approved; undefined where the call itself failed, which was said. */
  const approve = async (tasks: readonly TaskRow[]): Promise<readonly TaskRow[] | undefined> => {
    try {
      const { items } = await approving.send({ items: tasks.map(({ taskId, formRev }) => ({ taskId, formRev })) })
      const refused = items.flatMap(({ taskId, approved: done, words }) => (done ? [] : refusedOf(taskId, words, tasks)))
      const done = tasks.filter(({ taskId }) => items.some((item) => item.taskId === taskId && item.approved))
      setFailed(refused.length > 0 ? { title: t('有{count}项没有通过', { count: refused.length }), refused } : undefined)
      setApproved(done)
      return done
    } catch (error) {
      return toasted(error)
    }
  }

  const undo = async (): Promise<void> => {
    try {
      const { undone, items } = await undoing.send({ items: approved.map(({ taskId }) => ({ taskId })) })
      const refused = items.flatMap(({ taskId, undone: done, words }) => (done ? [] : refusedOf(taskId, words, approved)))
      if (undone > 0) toast(t('已撤销{count}项', { count: undone }), 'success')
      setFailed(refused.length > 0 ? { title: t('有{count}项不能撤销', { count: refused.length }), refused } : undefined)
    } catch (error) {
      toasted(error)
    } finally {
      setApproved([])
    }
  }

  return {
    approve,
    undo,
    approved,
    /** They can be taken back no more. */
    settle: () => setApproved([]),
    failed,
    forgetFailed: () => setFailed(undefined),
    approving: approving.sending,
    undoing: undoing.sending,
  }
}

const refusedOf = (taskId: string, words: string | null, tasks: readonly TaskRow[]): Failed['refused'] =>
  tasks.filter((task) => task.taskId === taskId).map((task) => ({ task, words: words ?? '' }))

/** Its words were toasted. */
const toasted = (error: unknown): undefined => {
  if (!(error instanceof CallError)) throw error
}
