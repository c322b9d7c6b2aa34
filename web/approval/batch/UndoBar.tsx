import { CircleCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { t } from '../../words.ts'

type Props = { words: string; busy: Busy; onUndo: () => void; onGone: () => void }

/** How long what was just done may be undone. */
const undoMs = 8000

/** Says what was done, and undoes it while the line below runs out. */
export const UndoBar = ({ words, busy, onUndo, onGone }: Props) => {
  const handleGone = useEffectEvent(onGone)
  useEffect(() => {
    if (busy) return
    const timer = setTimeout(() => handleGone(), undoMs)
    return () => clearTimeout(timer)
  }, [busy])
  const bar = useRef<HTMLDivElement>(null)
  // The person who works by keyboard was on a button that is gone.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.querySelector('button')?.focus()
  }, [])
  return (
    <div ref={bar} role="status" className="relative flex min-h-12 w-full items-center gap-2.5">
      <CircleCheck size={20} className="shrink-0 text-good" aria-hidden />
      <span className="min-w-0 flex-1 truncate text-body font-medium">{words}</span>
      <Button kind="plain" busy={busy} onClick={onUndo}>
        {t('撤销')}
      </Button>
      <span aria-hidden className="absolute inset-x-0 -bottom-2.5 h-0.5 overflow-hidden">
        <span className="block h-full origin-left animate-[run-out_8s_linear_forwards] bg-accent" />
      </span>
    </div>
  )
}
