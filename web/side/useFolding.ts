import { useState } from 'react'
import { stored, storeAside } from '../session/session.ts'

/** Which groups of the side bar are folded, on this device. */
export const useFolding = (): { folded: ReadonlySet<string>; fold: (group: string) => void } => {
  const [foldedGroups, setFoldedGroups] = useState(() => new Set(stored<string[]>(key)))
  const fold = (group: string) => {
    const next = foldedGroups.has(group) ? [...foldedGroups].filter((name) => name !== group) : [...foldedGroups, group]
    storeAside(key, next, 0)
    setFoldedGroups(new Set(next))
  }
  return { folded: foldedGroups, fold }
}

const key = '_side_folded'
