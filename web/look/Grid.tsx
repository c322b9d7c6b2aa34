import type { LucideIcon } from 'lucide-react'
import { Badge } from './Badge.tsx'

export type GridItem = {
  key: string
  title: string
  icon: LucideIcon
  color?: string | null | undefined
  count?: number
  onPress: () => void
}

/** Entrances as coloured icons, four in a row on a phone, fewer where the text is large, more where there is room. */
export const Grid = ({ items }: { items: readonly GridItem[] }) => (
  <ul className="grid grid-cols-[repeat(auto-fill,minmax(clamp(4.25rem,25%,6.5rem),1fr))] gap-y-1">
    {items.map(({ key, title, icon: Icon, color, count = 0, onPress }) => (
      <li key={key}>
        <button
          type="button"
          onClick={onPress}
          className="flex w-full flex-col items-center gap-2 rounded-control px-1 py-3 transition active:opacity-60 wide:hover:bg-sunken"
        >
          {count > 0 ? (
            <span className="relative">
              {tintedIcon(Icon, color)}
              <Badge count={count} className="absolute -right-1.5 -top-1.5" />
            </span>
          ) : (
            tintedIcon(Icon, color)
          )}
          <span className="line-clamp-2 w-full hyphens-auto break-words text-center text-small in-[:lang(en)]:text-tiny leading-tight text-ink">
            {title}
          </span>
        </button>
      </li>
    ))}
  </ul>
)

/** An icon on a ground of its own colour, in one element. */
const tintedIcon = (Icon: LucideIcon, color: string | null | undefined) => (
  <Icon
    size={24}
    strokeWidth={1.9}
    style={{ color: color ?? '#0081ff' }}
    className="tinted box-content rounded-[0.875rem] p-2.5"
    aria-hidden
  />
)
