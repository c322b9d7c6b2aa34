import { useState } from 'react'
import type { TaskRow } from '../../domain/approval/operations/process.ts'
import { taskList } from '../../domain/approval/operations/waitingTasks.ts'
import { useAsk } from '../ask.ts'
import { loadLater } from '../look/loadLater.tsx'
import { LeftBehind } from '../records/LeftBehind.tsx'
import { TaskRows } from './TaskRows.tsx'

/**
 * The first that wait for this person, to be agreed to right here where the step asks for nothing more; for some seconds that can be undone.
 * Where it is `quiet`, nothing stands where nothing waits. What agreeing takes is loaded when it is first wanted.
 */
export const WaitingTasks = ({ most, quiet = false }: { most: number; quiet?: boolean }) => {
  const { data: tasks } = useAsk(taskList, { status: 1, type: 'assignee', pageSize: most }, { staleMs: 30_000, kept: true })
  const [firstAgreed, setFirstAgreed] = useState<TaskRow>()
  const isEmpty = quiet && !tasks?.totalCount
  return (
    <>
      {quiet && <LeftBehind />}
      {firstAgreed ? (
        <AgreeingTasks tasks={tasks} first={firstAgreed} isEmpty={isEmpty} onMissing={() => setFirstAgreed(undefined)} />
      ) : (
        !isEmpty && <TaskRows tasks={tasks} onAgree={setFirstAgreed} />
      )}
    </>
  )
}

const AgreeingTasks = loadLater(() => import('./AgreeingTasks.tsx'), {
  fallback: ({ tasks }) => <TaskRows tasks={tasks} busy onAgree={() => undefined} />,
  missing: ({ onMissing }) => onMissing(),
})
