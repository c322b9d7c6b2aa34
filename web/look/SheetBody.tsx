import { Dialog } from '@base-ui/react/dialog'
import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useWideWindow } from '../screen.ts'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'
import type { SheetProps } from './Sheet.tsx'

export default function SheetBody({ open, onClose, title, footer, tall, children }: SheetProps) {
  const wide = useWideWindow()
  const close = useEffectEvent(onClose)
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
            initialFocus={() =>
              body.current?.querySelector<HTMLElement>(firstField) ?? body.current?.querySelector<HTMLElement>('button, a') ?? true
            }
            className={`fixed left-1/2 top-1/2 z-50 flex max-h-[min(44rem,88dvh)] w-140 max-w-[calc(100vw-3rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-sheet bg-page shadow-float outline-none transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0 ${tall ? 'h-[min(44rem,88dvh)]' : ''}`}
          >
            <div className="flex h-14 shrink-0 items-center justify-between pl-5 pr-2">
              <Dialog.Title className="truncate text-title font-semibold">{title}</Dialog.Title>
              <Dialog.Close aria-label={t('关闭')} className={closeButton}>
                <X size={20} aria-hidden />
              </Dialog.Close>
            </div>
            <div ref={body} className="scroller flex min-h-0 flex-1 flex-col px-5 pb-5">
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
            className={`flex w-full flex-col rounded-t-sheet bg-page shadow-float outline-none transition-transform duration-300 ease-out [transform:translateY(var(--drawer-swipe-movement-y))] data-ending-style:[transform:translateY(100%)] data-starting-style:[transform:translateY(100%)] data-swiping:select-none data-swiping:duration-0 ${tall ? 'h-[92%]' : 'max-h-[88%]'}`}
          >
            <div className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line" aria-hidden />
            <div className="grid h-12 shrink-0 grid-cols-[2.75rem_1fr_2.75rem] items-center px-2">
              <span />
              <Drawer.Title className="truncate text-center text-title font-semibold">{title}</Drawer.Title>
              <Drawer.Close aria-label={t('关闭')} className={closeButton}>
                <X size={20} aria-hidden />
              </Drawer.Close>
            </div>
            <Drawer.Content className="scroller flex min-h-0 flex-1 flex-col px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
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

/** Where a person who opens a dialog begins to type; without one the first thing that can be pressed. */
const firstField =
  'input:not([type=hidden], [type=file], [type=checkbox], [type=radio]):not(:disabled), textarea:not(:disabled), select:not(:disabled)'
const backdrop = 'fixed inset-0 z-40 bg-shade transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0'
const closeButton = 'flex size-11 items-center justify-center rounded-full text-quiet active:opacity-60'
