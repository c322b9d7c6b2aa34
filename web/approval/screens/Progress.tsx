import type { ReactNode } from 'react'
import { useSearch } from '../../screen.ts'
import Standing from './Standing.tsx'

/** How an application stands, on a screen of its own. Query: `processId`, or the `taskId` of one of its tasks. */
export default function Progress(): ReactNode {
  const { processId, taskId = '', edit } = useSearch('/pages/flow/progress')
  return processId === undefined ? <Standing taskId={taskId} /> : <Standing processId={processId} editing={edit !== undefined} />
}
