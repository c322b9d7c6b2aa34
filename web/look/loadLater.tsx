import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { t } from '../words.ts'
import { toast } from './overlays/toast.ts'
import { wholeLook } from './wholeLook.ts'

type Options<P> = {
  fallback?: ReactNode | ((props: P) => ReactNode)
  missing?: (props: P) => void
  /** What it wears stands in the page already: the build counts it to the first files (`wornAtStart` in vite.config.ts). */
  isInFirstLook?: boolean
}

/**
 * A part whose code comes when it is first drawn; `fallback` stands there meanwhile. Where the code cannot be had the person hears it, nothing is
 * drawn, `missing` says what becomes of the person who waits for the part, and the next time the code is asked for again.
 */
export const loadLater = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { fallback, missing, isInFirstLook = false }: Options<P> = {},
): ComponentType<P> => {
  const Missing = (props: P) => {
    const giveUp = useEffectEvent(() => missing?.(props))
    useEffect(() => giveUp(), [])
    return null
  }
  const lazyComponent = () =>
    lazy(() =>
      Promise.all([load(), isInFirstLook || wholeLook()]).then(
        ([part]) => part,
        () => {
          toast(t('网络连接失败，请检查网络'), 'error')
          next = lazyComponent()
          return { default: Missing }
        },
      ),
    )
  let next = lazyComponent()
  return function Later(props: P) {
    const [Part] = useState(() => next)
    return (
      <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
        <Part {...props} />
      </Suspense>
    )
  }
}
