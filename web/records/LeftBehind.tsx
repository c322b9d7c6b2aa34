import { workbenchCounts } from '../../domain/workbench/operations.ts'
import { useAsk } from '../ask.ts'
import { loadLater } from '../look/loadLater.tsx'

/** Pieces in the names of people who left wait here until each is with a colleague or in a store; nothing where there are none. */
export const LeftBehind = () => {
  const { data } = useAsk(workbenchCounts, {}, { staleMs: 30_000, kept: true })
  const count = data?.leaverCount ?? 0
  return count === 0 ? null : <Leavers count={count} />
}

const Leavers = loadLater(() => import('./Leavers.tsx'), { isInFirstLook: true })
