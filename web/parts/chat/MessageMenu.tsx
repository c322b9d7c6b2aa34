import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { coverScreen } from '../../travel.ts'

export type MenuItem = {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: boolean
  readonly onPress: () => void
}

/** What may be done with something, beside where it was touched. Escape, back and a tap elsewhere close it. */
export default function MessageMenu({
  at,
  items,
  label,
  onClose,
}: {
  at: { x: number; y: number }
  items: readonly MenuItem[]
  label: string
  onClose: () => void
}) {
  const close = useEffectEvent(onClose)
  useEffect(() => coverScreen(() => close()), [])
  // The finger that opened it is still down: that it is lifted is no tap elsewhere.
  const pressedAnew = useRef(false)
  useEffect(() => {
    const press = () => (pressedAnew.current = true)
    addEventListener('pointerdown', press, true)
    return () => removeEventListener('pointerdown', press, true)
  }, [])
  const { x, y } = at
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ x, y, width: 0, height: 0 }) }
  return (
    <Menu.Root open onOpenChange={(open, { event }) => !open && (pressedAnew.current || !isOfFinger(event)) && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" sideOffset={4} collisionPadding={12} className="z-50">
          <Menu.Popup
            aria-label={label}
            className="arrive-up min-w-40 overflow-hidden rounded-card bg-raised py-1 shadow-float outline-none"
          >
            {items.map(({ key, label: words, icon: Icon, danger, onPress }) => (
              <Menu.Item
                key={key}
                onClick={onPress}
                className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 text-body outline-none data-highlighted:bg-sunken ${danger ? 'text-bad' : ''}`}
              >
                <Icon size={18} aria-hidden />
                {words}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** What a browser makes of a finger that is lifted, as well: mouse events, a click, another focus. */
const isOfFinger = ({ type }: Event): boolean => /^(touch|pointer|mouse|click|focus)/.test(type)
