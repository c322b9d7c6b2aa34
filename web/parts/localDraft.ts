import { useEffect, useRef } from 'react'
import { session, store, stored } from '../session.ts'

/** What is being filled in is kept on this phone, under a name of its own for each person, until it is sent. */
export const keptDraft = <T>(name: string): T | undefined => stored<T>(keyOf(name))
export const forgetDraft = (name: string): void => store(keyOf(name), undefined)

const pauseMs = 400

/** Keeps `value` while it changes; `undefined` keeps nothing. Written once typing pauses, and at once when the page goes away. */
export const useKeptDraft = (name: string, value: unknown): void => {
  const waiting = useRef<{ write: () => void; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    clearTimeout(waiting.current?.timer)
    waiting.current = undefined
    if (value === undefined) return
    const write = () => {
      store(keyOf(name), value, keptSeconds)
      waiting.current = undefined
    }
    waiting.current = { write, timer: setTimeout(write, pauseMs) }
  }, [name, value])
  useEffect(() => {
    const leave = () => {
      clearTimeout(waiting.current?.timer)
      waiting.current?.write()
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}

const keptSeconds = 30 * 24 * 3600
const keyOf = (name: string): string => `_draft_${session().uid}_${name}`
