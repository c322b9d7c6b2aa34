import { useState } from 'react'
import { stored, storeAside } from '../session/session.ts'

/** Which groups of the side bar are folded, on this device. */
export const useFolding = (): { folded: ReadonlySet<string>; fold: (group: string) => void } => {
  const [folded, setFolded] = useState(() => new Set(stored<string[]>(key)))
  const fold = (group: string) => {
    const next = folded.has(group) ? [...folded].filter((name) => name !== group) : [...folded, group]
    storeAside(key, next, 0)
    setFolded(new Set(next))
  }
  return { folded, fold }
}

const key = '_side_folded'
