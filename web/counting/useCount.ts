import { useSyncExternalStore } from 'react'
import type { Id } from '../../kernel/id.ts'
import { type Count, type OpenCount, openCount, type OpenState } from './device/count.ts'
import { onNewPerson } from '../session/session.ts'

const counts = new Map<Id, OpenCount>()
onNewPerson(() => {
  for (const count of counts.values()) count.close()
  counts.clear()
})

/** A task as it is counted on this device; it stays open while the app is. */
export const countOf = (task: Id): OpenCount => {
  const open = counts.get(task) ?? openCount(task)
  counts.set(task, open)
  return open
}

export const useCount = (task: Id): { readonly open: OpenCount; readonly state: OpenState } => {
  const open = countOf(task)
  return { open, state: useSyncExternalStore(open.subscribe, open.state) }
}

/** A task that is open on this device already; undefined where it is not. */
export const useOpenCount = (task: Id): Count | undefined => {
  const open = counts.get(task)
  const state = useSyncExternalStore(open?.subscribe ?? never, open?.state ?? doNothing)
  return state?.t === 'open' ? state.count : undefined
}

const never = () => () => undefined
const doNothing = () => undefined
