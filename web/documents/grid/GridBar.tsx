import { Copy, ChevronsDown, ScanLine, Trash2, Undo2, type LucideIcon } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { t } from '../../words.ts'

type Props = ActionsProps & {
  heading: ReactNode
  /** How lines are added. */
  ways: ReactNode
  faultCount: number
  onFault: () => void
  /** What happened last, in words. */
  said: string
}

type ActionsProps = {
  /** How many lines are chosen. */
  chosenCount: number
  onFill: (() => void) | undefined
  /** Absent where lines do not come and go. */
  onDuplicate: (() => void) | undefined
  onRemove: (() => void) | undefined
  onUndo: () => void
  onScan: (() => void) | undefined
}

/** On the line of the heading: what is wrong, one after the other; what happened; what may be done with the chosen rows; and how lines are added. */
export const GridBar = ({ heading, ways, faultCount, onFault, said, ...actions }: Props) => (
  <div className="flex min-h-9 items-center gap-2 px-1 pb-1.5">
    {heading}
    {faultCount > 0 && (
      <button
        type="button"
        {...keepsFocus}
        onClick={onFault}
        title="F8"
        className="h-8 shrink-0 rounded-full bg-bad-soft px-3.5 text-small font-medium text-bad"
      >
        {t('{count} 处问题 ›', { count: faultCount })}
      </button>
    )}
    <span role="status" className="min-w-0 flex-1 truncate text-small text-quiet" title={said}>
      {said}
    </span>
    <Actions {...actions} />
    {ways}
  </div>
)

const Actions = ({ chosenCount, onFill, onDuplicate, onRemove, onUndo, onScan }: ActionsProps) => (
  <div className="flex items-center" role="toolbar" aria-label={t('明细的操作')} {...keepsFocus}>
    {onFill && <Action icon={ChevronsDown} label={t('向下填充')} keys="Ctrl+D" onPress={onFill} />}
    {chosenCount > 0 && onDuplicate && onRemove && (
      <>
        <Action icon={Copy} label={t('复制 {count} 行', { count: chosenCount })} keys="Ctrl+Shift+D" onPress={onDuplicate} />
        <Action icon={Trash2} label={t('移除 {count} 行', { count: chosenCount })} keys="Ctrl+Delete" onPress={onRemove} />
      </>
    )}
    <Action icon={Undo2} label={t('撤销')} keys="Ctrl+Z" onPress={onUndo} />
    {onScan && <Action icon={ScanLine} label={t('扫码')} keys="" onPress={onScan} />}
  </div>
)

/** The sheet keeps the focus, so that one goes on typing. */
const keepsFocus = { onPointerDown: (event: PointerEvent) => event.preventDefault() }

type ActionProps = { icon: LucideIcon; label: string; keys: string; onPress: () => void }

const Action = ({ icon: Icon, label, keys, onPress }: ActionProps) => (
  <button
    type="button"
    title={[label, keys].filter(Boolean).join('  ')}
    onClick={onPress}
    className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-small text-quiet hover:bg-accent-soft"
  >
    <Icon size={16} aria-hidden />
    {label}
  </button>
)
