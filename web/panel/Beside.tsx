import { type ReactNode, useEffect, useRef } from 'react'
import { later } from '../look/later.tsx'
import type { Id } from '../../kernel/id.ts'
import type { Panel } from './usePanel.ts'

type Props<R extends { readonly id: Id }> = {
  panel: Panel<R>
  children: ReactNode
}

/** A list, and beside it what it opened. Whoever closes that is back in the list; what is done with there gives way to the next. */
export const Beside = <R extends { readonly id: Id }>({ panel, children }: Props<R>) => {
  const list = useRef<HTMLDivElement>(null)
  const isOpen = panel.opened !== undefined
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
      {panel.opened && <PanelView {...panel} opened={panel.opened} beside={{ goOn: panel.next ?? panel.previous ?? panel.close }} />}
    </div>
  )
}

const PanelView = later(() => import('./PanelView.tsx'))
