import { Dialog } from '@base-ui/react/dialog'
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWideWindow } from '../../screen.ts'
import { coverScreen } from '../../travel.ts'
import { t } from '../../words.ts'
import type { SheetProps } from './Sheet.tsx'

export default function SheetBody({ open, onClose, title, footer, tall, onKeyDown, children }: SheetProps) {
  const wide = useWideWindow()
  const close = useEffectEvent(onClose)
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => (open ? coverScreen(() => close()) : undefined), [open])
  const change = (next: boolean) => {
    if (!next) onClose()
  }

  if (wide)
    return (
      <Dialog.Root open={open} onOpenChange={change}>
        <Dialog.Portal>
          <Dialog.Backdrop className={backdrop} />
          <Dialog.Popup
            ref={popup}
            initialFocus={() => firstIn(body.current) ?? popup.current}
            className={`fixed left-1/2 z-50 flex max-h-[min(44rem,88dvh)] w-140 max-w-[calc(100vw-3rem)] -translate-x-1/2 flex-col overflow-hidden rounded-sheet bg-page shadow-float outline-none transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0 ${tall ? hangingClass : 'top-1/2 -translate-y-1/2'}`}
          >
            <div className="flex min-h-14 shrink-0 items-center justify-between pl-5 pr-2">
              <Dialog.Title className="line-clamp-2 min-w-0 text-title font-semibold leading-tight">{title}</Dialog.Title>
              <Dialog.Close aria-label={t('关闭')} className={closeButton}>
                <X size={20} aria-hidden />
              </Dialog.Close>
            </div>
            <div
              role="presentation"
              onKeyDown={onKeyDown}
              ref={(element) => {
                body.current = element
                return watchFields(element)
              }}
              className="scroller flex min-h-0 flex-1 flex-col px-5 pb-5"
            >
              {children}
            </div>
            {footer && <div className="flex shrink-0 justify-end gap-3 border-t border-line bg-card px-5 py-3">{footer}</div>}
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    )

  return (
    <Drawer.Root open={open} onOpenChange={change}>
      <Drawer.Portal>
        <Drawer.Backdrop className={`${backdrop} opacity-[calc(1-var(--drawer-swipe-progress))] data-swiping:duration-0`} />
        <Drawer.Viewport className="fixed inset-x-0 top-0 z-50 flex h-(--visible-height,100dvh) items-end">
          <Drawer.Popup
            ref={popup}
            // A finger that opens it wants no keyboard over half of it.
            initialFocus={(wayFocused) => (wayFocused === 'touch' ? popup.current : (firstIn(body.current) ?? popup.current))}
            className={`flex w-full flex-col rounded-t-sheet bg-page shadow-float outline-none transition-transform duration-300 ease-out [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0 ${tall ? 'h-[92%]' : 'max-h-[88%]'}`}
          >
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line" aria-hidden />
            <div className="grid min-h-12 shrink-0 grid-cols-[2.75rem_1fr_2.75rem] items-center px-2">
              <span />
              <Drawer.Title className="line-clamp-2 text-center text-title font-semibold leading-tight">{title}</Drawer.Title>
              <Drawer.Close aria-label={t('关闭')} className={closeButton}>
                <X size={20} aria-hidden />
              </Drawer.Close>
            </div>
            <Drawer.Content
              ref={body}
              onKeyDown={onKeyDown}
              className="scroller flex min-h-0 flex-1 flex-col px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]"
            >
              {children}
            </Drawer.Content>
            {footer && (
              <div className="flex shrink-0 gap-3 border-t border-line bg-card px-4 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] pt-2.5">
                {footer}
              </div>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** Where one who opens a dialog begins to type; without a field the first thing that can be pressed. */
const firstIn = (body: HTMLElement | null): HTMLElement | null =>
  body?.querySelector<HTMLElement>(firstField) ?? body?.querySelector<HTMLElement>('button:not(:disabled), a') ?? null

/** A field that loads after its dialog has opened takes the focus, unless that has gone elsewhere meanwhile. */
const watchFields = (body: HTMLElement | null) => {
  if (!body) return
  const popup = body.closest('[role=dialog]')
  const observer = new MutationObserver(() => {
    if (document.activeElement !== popup) return
    body.querySelector<HTMLElement>(firstField)?.focus()
  })
  observer.observe(body, { childList: true, subtree: true })
  return () => observer.disconnect()
}

const firstField =
  'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'
/** It grows and shrinks below its search box, which stays; what is on its way takes no more room than what may come; a camera takes all. */
const hangingClass =
  'top-[max(6dvh,calc(50dvh-22rem))] min-h-72 has-[video]:h-[min(44rem,88dvh)] [&_[role=status]:has(>*>.animate-pulse)]:max-h-44'
const backdrop = 'fixed inset-0 z-40 bg-shade transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'
const closeButton = 'flex size-11 items-center justify-center rounded-full text-quiet active:opacity-60'
