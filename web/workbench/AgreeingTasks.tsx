import { useEffect, useEffectEvent, useRef } from 'react'
import type { TaskRow } from '../../domain/approval/operations/process.ts'
import { ApprovalFailures } from '../approval/batch/ApprovalFailures.tsx'
import { UndoBar } from '../approval/batch/UndoBar.tsx'
import { useApproving } from '../approval/batch/useApproving.ts'
import { t } from '../words.ts'
import { openTask, TaskRows, type Tasks } from './TaskRows.tsx'

type Props = { tasks: Tasks | undefined; first: TaskRow; isEmpty: boolean; onMissing: () => void }

/** Tasks that wait, from the moment at which the first of them was agreed to here: that happens at once, and may be undone for some seconds. */
export default function AgreeingTasks({ tasks, first, isEmpty }: Props) {
  const agreement = useApproving()
  const hasBegun = useRef(false)
  const begin = useEffectEvent(() => void agreement.approve([first]))
  useEffect(() => {
    // A screen that comes back into sight runs its effects again.
    if (!hasBegun.current) begin()
    hasBegun.current = true
  }, [])
  const hasUndo = agreement.approved.length > 0
  return (
    <>
      {(!isEmpty || hasUndo) && (
        <TaskRows
          tasks={tasks}
          busy={agreement.approving}
          onAgree={(task) => void agreement.approve([task])}
          foot={
            hasUndo && (
              <div className="border-t border-line px-4 py-2.5">
                <UndoBar
                  key={agreement.approved.map(({ taskId }) => taskId).join()}
                  words={t('已同意{count}项', { count: agreement.approved.length })}
                  busy={agreement.undoing}
                  onUndo={() => void agreement.undo()}
                  onGone={agreement.settle}
                />
              </div>
            )
          }
        />
      )}
      <ApprovalFailures of={agreement} onOpen={openTask} />
    </>
  )
}
