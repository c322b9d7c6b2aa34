import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a moment; the one before until then. */
export const useRestingValue = <T>(value: T, afterMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
