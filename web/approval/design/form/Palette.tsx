import type { PointerEvent } from 'react'
import type { ItemKind } from '../../../../domain/approval/design/formEdit.ts'
import { t } from '../../../words.ts'
import { kindLooks, paletteGroups } from './kindLook.ts'

type Props = {
  onAdd: (kind: ItemKind) => void
  /** Begins to drag a new item; absent where it is only pressed. */
  onGrab?: (event: PointerEvent<HTMLElement>, kind: ItemKind) => void
  /** Which kinds fit where they would go. */
  fits?: (kind: ItemKind) => boolean
}

/** Everything that may be put into a form: pressed or dragged. */
export const Palette = ({ onAdd, onGrab, fits = () => true }: Props) => (
  <div className="space-y-4">
    {paletteGroups
      .map(({ title, kinds }) => ({ title, kinds: kinds.filter(fits) }))
      .filter(({ kinds }) => kinds.length > 0)
      .map(({ title, kinds }) => (
        <section key={title}>
          <h3 className="px-1 pb-2 text-small font-medium text-quiet">{t(title)}</h3>
          <ul className="grid grid-cols-2 gap-2">
            {kinds.map((kind) => {
              const { title: label, icon: Icon } = kindLooks[kind]
              return (
                <li key={kind}>
                  <button
                    type="button"
                    onClick={() => onAdd(kind)}
                    onPointerDown={onGrab && ((event) => onGrab(event, kind))}
                    className="pressable flex min-h-11 w-full select-none items-center gap-2 rounded-control bg-card px-2.5 py-2 text-left text-small shadow-lift wide:cursor-grab"
                  >
                    <Icon size={18} className="shrink-0 text-accent" aria-hidden />
                    <span className="min-w-0 break-words">{t(label)}</span>
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
  </div>
)
