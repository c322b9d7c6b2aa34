import { Menu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { reactionFaces, type ReactionFace } from '../../domain/chat/reactions.ts'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'
import type { MenuPlace } from './Bubble.tsx'

export type MenuItem = {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  readonly danger?: boolean
  readonly onPress: () => void
}

/** What may be done with a message, below or above it so that it stays in sight. Escape, back and a tap elsewhere close it. */
export default function MessageMenu({
  at,
  items,
  reacting,
  label,
  onClose,
}: {
  at: MenuPlace
  items: readonly MenuItem[]
  /** The faces that may be given, and which of them are one's own. */
  reacting?: { readonly own: readonly string[]; readonly onReact: (face: ReactionFace, isOn: boolean) => void } | undefined
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
  const { x, y, width, height } = at
  const anchor = { getBoundingClientRect: () => DOMRect.fromRect({ x, y, width, height }) }
  return (
    <Menu.Root open onOpenChange={(open, { event }) => !open && (pressedAnew.current || !isOfFinger(event)) && onClose()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} side="bottom" align="start" sideOffset={4} collisionPadding={12} className="z-50">
          <Menu.Popup
            aria-label={label}
            className="arrive-up w-max min-w-40 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-card bg-raised py-1 shadow-float outline-none"
          >
            {reacting && (
              <Menu.Group className="flex justify-between border-b border-line px-1 pb-1">
                {reactionFaces.map((face) => {
                  const isOwn = reacting.own.includes(face)
                  return (
                    <Menu.Item
                      key={face}
                      aria-label={isOwn ? t('取消回应{face}', { face }) : t('回应{face}', { face })}
                      onClick={() => reacting.onReact(face, !isOwn)}
                      className={`flex size-11 cursor-pointer items-center justify-center rounded-control text-[1.375rem] outline-none max-wide:size-10 data-highlighted:bg-sunken ${isOwn ? 'bg-accent-soft' : ''}`}
                    >
                      {face}
                    </Menu.Item>
                  )
                })}
              </Menu.Group>
            )}
            <div className="max-wide:grid max-wide:grid-cols-4 max-wide:gap-y-1 max-wide:px-1">
              {items.map(({ key, label: words, icon: Icon, danger, onPress }) => (
                <Menu.Item
                  key={key}
                  onClick={onPress}
                  className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 text-body outline-none data-highlighted:bg-sunken max-wide:min-h-14 max-wide:min-w-16 max-wide:flex-col max-wide:justify-center max-wide:gap-1 max-wide:rounded-control max-wide:px-1 max-wide:text-small ${danger ? 'text-bad' : ''}`}
                >
                  <Icon size={18} aria-hidden />
                  {words}
                </Menu.Item>
              ))}
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** What a browser makes of a finger that is lifted, as well: mouse events, a click, another focus. */
const isOfFinger = ({ type }: Event): boolean => /^(touch|pointer|mouse|click|focus)/.test(type)
