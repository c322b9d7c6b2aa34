import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { titleOf } from '../process/titles.ts'
import type { FailedBatch } from './useApproving.ts'

/** Tasks with which something could not be done, and why; a press opens one. */
export default function RefusedTasks({ refused, onOpen }: { refused: FailedBatch['refused']; onOpen: (task: TaskRow) => void }) {
  return (
    <Card flush>
      {refused.map(({ task, words }) => (
        <Cell key={task.taskId} title={titleOf(task)} text={<span className="text-bad">{words}</span>} onPress={() => onOpen(task)} />
      ))}
    </Card>
  )
}
