import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScreenPath } from '../screens.ts'
import { goHref } from '../travel.ts'
import { drawText } from './drawText.ts'

type Props = {
  title: ReactNode
  /** A second, quieter line. */
  text?: ReactNode
  value?: ReactNode
  /** A picture or icon at the start; an icon gets a soft ground in `tint`. */
  icon?: LucideIcon
  tint?: string
  start?: ReactNode
  onPress?: () => void
  to?: ScreenPath
  danger?: boolean
}

/** A row: title, value, and an arrow where it leads somewhere. Rows in one card are divided by hairlines. */
export const Cell = ({ title, text, value, icon: Icon, tint = 'var(--accent)', start, onPress, to, danger }: Props) => {
  const press = onPress ?? (to ? () => goHref(to) : undefined)
  const Row = press ? 'button' : 'div'
  return (
    <Row
      {...(press ? { type: 'button', onClick: press } : {})}
      className={`group/cell flex w-full items-center gap-3 pl-4 text-left ${press ? 'pressable' : ''}`}
    >
      {start}
      {Icon && (
        <span className="tinted flex size-8 shrink-0 items-center justify-center rounded-[0.625rem]" style={{ color: tint }}>
          <Icon size={18} aria-hidden />
        </span>
      )}
      <span className="flex min-h-13 min-w-0 flex-1 items-center gap-3 border-b border-line py-2.5 pr-4 group-last/cell:border-transparent">
        <span className="flex min-w-0 flex-1 items-center gap-3 big-text:flex-wrap">
          <span className="min-w-0 flex-1 big-text:flex-auto">
            <span className={`block text-body ${danger ? 'text-bad' : ''}`}>{drawText(title)}</span>
            {text && <span className="mt-0.5 block text-small text-quiet">{drawText(text)}</span>}
          </span>
          {value !== undefined && value !== null && (
            <span className="min-w-0 max-w-[60%] break-words text-right text-body text-quiet">{drawText(value)}</span>
          )}
        </span>
        {press && <ChevronRight size={18} className="-mr-1 shrink-0 text-faint" aria-hidden />}
      </span>
    </Row>
  )
}

/** One value of a record: the label at the left, the value at the right, for reading only. */
export const Value = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="group/cell flex items-start gap-4 px-4">
    <div className="flex min-w-0 flex-1 items-start gap-4 border-b border-line py-3 group-last/cell:border-transparent">
      <span className="w-24 shrink-0 text-body text-quiet wide:in-[:lang(zh)]:w-32 in-[:lang(en)]:w-36">{label}</span>
      <span className="min-w-0 flex-1 break-words text-right text-body wide:text-left">
        {children === undefined || children === null || children === '' ? <span className="text-faint">—</span> : drawText(children)}
      </span>
    </div>
  </div>
)
