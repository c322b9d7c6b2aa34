import { useEffect, useEffectEvent } from 'react'
import { useScreen } from '../../screen.ts'

/** Asks again every so many seconds while the screen is looked at; never where there is nothing to wait for. */
export const useBeat = (ask: () => unknown, seconds: number | undefined): void => {
  const { shown } = useScreen()
  const beat = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask()
  })
  useEffect(() => {
    if (!shown || seconds === undefined) return
    const timer = setInterval(() => beat(), seconds * 1000)
    return () => clearInterval(timer)
  }, [shown, seconds])
}
