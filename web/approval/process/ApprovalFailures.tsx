import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { titleOf } from './titles.ts'
import type { useApproving } from './useApproving.ts'

/** What could not be approved, or not be taken back, and why. */
export const ApprovalFailures = ({ of, onOpen }: { of: ReturnType<typeof useApproving>; onOpen: (task: TaskRow) => void }) => (
  <Sheet open={of.failed !== undefined} onClose={of.forgetFailed} title={of.failed?.title ?? ''}>
    <Card flush>
      {of.failed?.refused.map(({ task, words }) => (
        <Cell
          key={task.taskId}
          title={titleOf(task)}
          text={<span className="text-bad">{words}</span>}
          onPress={() => {
            of.forgetFailed()
            onOpen(task)
          }}
        />
      ))}
    </Card>
  </Sheet>
)
