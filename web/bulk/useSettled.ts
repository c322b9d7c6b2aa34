import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a moment; the one before until then. */
export const useSettled = <T>(value: T, afterMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const waiting = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(waiting)
  }, [value, afterMs])
  return settled
}
