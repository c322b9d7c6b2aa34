import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { useWide } from '../screen.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What its button is called, where it shows less than that. */
  label?: string
  trigger: ReactNode
  triggerClass: string
  /** Attributes of the button. */
  tabIndex?: number
  align?: 'start' | 'end'
  children: ReactNode
}

/** A small panel under the button that opens it; on a phone a sheet. */
export const Pop = ({ open, onOpenChange, title, label, trigger, triggerClass, tabIndex, align = 'start', children }: Props) => {
  const wide = useWide()
  if (!wide)
    return (
      <>
        <button type="button" aria-label={label} aria-haspopup="dialog" onClick={() => onOpenChange(true)} className={triggerClass}>
          {trigger}
        </button>
        <Sheet open={open} onClose={() => onOpenChange(false)} title={title}>
          <div className="table-sheet">{open && children}</div>
        </Sheet>
      </>
    )
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger aria-label={label} className={triggerClass} tabIndex={tabIndex}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side="bottom" align={align} sideOffset={6} collisionPadding={12} className="z-40">
          <Popover.Popup className="table-pop">
            <Popover.Title className="sr-only">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
