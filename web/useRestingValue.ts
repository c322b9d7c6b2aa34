import { useEffect, useState } from 'react'

/** A value once it has stayed the same for a moment; the one before until then. */
export const useRestingValue = <T>(value: T, afterMs: number): T => {
  const [settledValue, setSettledValue] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settledValue
}
