import { memo, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { loadLater } from '../look/loadLater.tsx'
import type { Panel } from './usePanel.ts'

type Props<R> = {
  panel: Panel<R>
  children: ReactNode
}

/**
 * A list, and beside it what it opened. The person who closes that is back in the list; what is done with there gives way to the next. The list is drawn
 * first, so that no key waits for what a row opens.
 */
export const Beside = <R,>({ panel, children }: Props<R>) => {
  const list = useRef<HTMLDivElement>(null)
  const isOpen = panel.opened !== undefined
  const shownPanel = useDeferredValue(panel)
  const latest = useRef(panel)
  useLayoutEffect(() => {
    latest.current = panel
  })
  const beside = useMemo(() => ({ goOn: () => (latest.current.next ?? latest.current.previous ?? latest.current.close)() }), [])
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) list.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <div className="flex h-full min-w-0">
      <div ref={list} className="min-w-0 flex-1">
        {children}
      </div>
      {shownPanel.opened && (
        <PanelView
          opened={shownPanel.opened}
          begin={shownPanel.begin}
          place={shownPanel.place}
          totalCount={shownPanel.totalCount}
          hasUncounted={shownPanel.hasUncounted}
          next={shownPanel.next}
          previous={shownPanel.previous}
          close={shownPanel.close}
          beside={beside}
        />
      )}
    </div>
  )
}

const PanelView = memo(loadLater(() => import('./PanelView.tsx')))
