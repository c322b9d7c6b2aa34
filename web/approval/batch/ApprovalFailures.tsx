import type { TaskRow } from '../../../domain/approval/operations/process.ts'
import { loadLater } from '../../look/loadLater.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import type { useApproving } from './useApproving.ts'

/** What could not be approved, or not be taken back, and why. */
export const ApprovalFailures = ({ of, onOpen }: { of: ReturnType<typeof useApproving>; onOpen: (task: TaskRow) => void }) => {
  const open = (task: TaskRow) => {
    of.forgetFailed()
    onOpen(task)
  }
  return (
    <Sheet open={of.failed !== undefined} onClose={of.forgetFailed} title={of.failed?.title ?? ''}>
      {of.failed && <RefusedTasks refused={of.failed.refused} onOpen={open} />}
    </Sheet>
  )
}

const RefusedTasks = loadLater(() => import('./RefusedTasks.tsx'))
