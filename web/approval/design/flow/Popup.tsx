import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useState } from 'react'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { useWide } from '../../../screen.ts'

/**
 * A small panel beside the button that opens it; on a phone a sheet. `trigger` is what the button looks like, `label` what it is called.
 * Until it is wanted it is nothing but the button: a large flow has hundreds of them.
 */
export const Popup = ({
  open,
  onOpenChange,
  title,
  label,
  trigger,
  triggerClass,
  data,
  side = 'right',
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  label: string
  trigger: ReactNode
  triggerClass: string
  /** Attributes of the button. */
  data?: Readonly<Record<`data-${string}`, string>>
  side?: 'right' | 'bottom'
  children: ReactNode
}) => {
  const wide = useWide()
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      onClick={() => {
        setWanted(true)
        onOpenChange(true)
      }}
      className={triggerClass}
      {...data}
    >
      {trigger}
    </button>
  )
  if (!isWanted) return button
  if (!wide)
    return (
      <>
        {button}
        <Sheet open={open} onClose={() => onOpenChange(false)} title={title}>
          <div className="shrink-0">{open && children}</div>
        </Sheet>
      </>
    )
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger aria-label={label} className={triggerClass} {...data}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner side={side} align={side === 'right' ? 'start' : 'end'} sideOffset={10} collisionPadding={16} className="z-50">
          <Popover.Popup className="max-h-[80dvh] w-80 overflow-y-auto rounded-card bg-raised p-3 shadow-float outline-none transition duration-150 data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0">
            <Popover.Title className="sr-only">{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
