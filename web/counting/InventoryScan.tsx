import type { ReactNode } from 'react'
import { MyCounts } from './MyCounts.tsx'
import { Scanning } from './Scanning.tsx'
import { useSearch } from '../screen.ts'

/** Counting on a phone: the task that was opened, or all that wait for this person. */
export default function InventoryScan(): ReactNode {
  const { taskId, shareId } = useSearch('/pages/goods/components/inventoryScan/index')
  return taskId ? <Scanning key={taskId} task={taskId} share={shareId} /> : <MyCounts />
}
