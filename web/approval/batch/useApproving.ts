import { useRef, useState } from 'react'
import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { batchApprove, batchUndo } from '../../../domain/approval/operations/waitingTasks.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { toast } from '../../look/overlays/toast.ts'
import { t } from '../../words.ts'

/** What could not be done with some of the tasks, and why. */
export type FailedBatch = { readonly title: string; readonly refused: readonly { readonly task: TaskRow; readonly words: string }[] }

/** Agreeing in a list, to one or many, and taking it back for some seconds. */
export const useApproving = () => {
  const [failed, setFailed] = useState<FailedBatch>()
  /** What was approved in the list a moment ago. */
  const [approved, setApproved] = useState<readonly TaskRow[]>([])
  const approvalSend = useSend(batchApprove)
  const undoSend = useSend(batchUndo)

  /** How many of how many are done, where there are more than one call takes. */
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number }>()
  const isStopped = useRef(false)

  /** Answers which were approved; undefined where the call itself failed, which was said. What was approved before stays so. */
  const approve = async (tasks: readonly TaskRow[]): Promise<readonly TaskRow[] | undefined> => {
    const doneTasks: TaskRow[] = []
    const refusedTasks: FailedBatch['refused'][number][] = []
    isStopped.current = false
    try {
      for (let from = 0; from < tasks.length && !isStopped.current; from += atOnce) {
        if (tasks.length > atOnce) setProgress({ done: from, count: tasks.length })
        const part = tasks.slice(from, from + atOnce)
        const { items } = await approvalSend.send({ items: part.map(({ taskId, formRev }) => ({ taskId, formRev })) })
        refusedTasks.push(...items.flatMap(({ taskId, approved: isDone, words }) => (isDone ? [] : refusedOf(taskId, words, part))))
        doneTasks.push(...part.filter(({ taskId }) => items.some((item) => item.taskId === taskId && item.approved)))
      }
      return doneTasks
    } catch (error) {
      return showError(error)
    } finally {
      setProgress(undefined)
      setFailed(
        refusedTasks.length > 0 ? { title: t('有{count}项没有通过', { count: refusedTasks.length }), refused: refusedTasks } : undefined,
      )
      setApproved(doneTasks)
    }
  }

  const undo = async (): Promise<void> => {
    try {
      const refusedUndos: FailedBatch['refused'][number][] = []
      let count = 0
      for (let from = 0; from < approved.length; from += atOnce) {
        const part = approved.slice(from, from + atOnce)
        const { undone, items } = await undoSend.send({ items: part.map(({ taskId }) => ({ taskId })) })
        refusedUndos.push(...items.flatMap(({ taskId, undone: done, words }) => (done ? [] : refusedOf(taskId, words, part))))
        count += undone
      }
      if (count > 0) toast(t('已撤销{count}项', { count }), 'success')
      setFailed(
        refusedUndos.length > 0 ? { title: t('有{count}项不能撤销', { count: refusedUndos.length }), refused: refusedUndos } : undefined,
      )
    } catch (error) {
      showError(error)
    } finally {
      setApproved([])
    }
  }

  return {
    approve,
    undo,
    approved,
    progress,
    /** Ends it behind the call that is under way. */
    stop: () => {
      isStopped.current = true
    },
    /** They can be taken back no more. */
    settle: () => setApproved([]),
    failed,
    forgetFailed: () => setFailed(undefined),
    approving: approvalSend.sending,
    undoing: undoSend.sending,
  }
}

/** As many as one call takes. */
const atOnce = 100

const refusedOf = (taskId: string, words: string | null, tasks: readonly TaskRow[]): FailedBatch['refused'] =>
  tasks.filter((task) => task.taskId === taskId).map((task) => ({ task, words: words ?? '' }))

/** Its words were toasted. */
const showError = (error: unknown): undefined => {
  if (!(error instanceof CallError)) throw error
}
