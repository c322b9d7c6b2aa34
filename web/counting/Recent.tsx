import { ScanLine, Undo2 } from 'lucide-react'
import { type CountEvent, dispositions } from '../../domain/counting/event.ts'
import type { Count } from './device/count.ts'
import { IconButton } from '../look/IconButton.tsx'
import { t } from '../words.ts'
import { fullTime } from '../shell/dateWords.ts'
import { shownEvent } from './outcome.ts'

const shownMost = 5

/** The last observations, newest first; each can be taken back. */
export const Recent = ({
  count: { tally, index, joined },
  onOpen,
  onUndo,
}: {
  count: Count
  onOpen: (event: CountEvent) => void
  onUndo: (event: CountEvent) => void
}) => {
  const events = tally.recent(shownMost)
  if (events.length === 0)
    return (
      <p className="flex flex-col items-center gap-2 py-8 text-center text-body text-faint">
        <ScanLine size={28} strokeWidth={1.5} aria-hidden />
        {t('对准标签即可，盘到的会出现在这里')}
      </p>
    )
  return (
    <ul aria-label={t('最近盘点')} className="overflow-hidden rounded-card bg-card shadow-lift">
      {events.map((event) => {
        const eventWords = shownEvent(event, index)
        const reason = joined.uncounted?.find(([seq]) => seq === event.seq)?.[1]
        const { title, text, tone } = reason
          ? { ...eventWords, text: t('未计入：{why}', { why: t(dispositions[reason]) }), tone: 'bad' as const }
          : eventWords
        return (
          <li key={event.seq} className="arrive-up flex items-center border-b border-line last:border-none">
            <button
              type="button"
              onClick={() => onOpen(event)}
              className="pressable flex min-w-0 flex-1 items-center gap-3 py-2 pl-3 text-left"
            >
              <span className={`h-8 w-1 shrink-0 rounded-full ${bars[tone]}`} aria-hidden />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-body">{title}</span>
                <span className={`block truncate text-small ${textLooks[tone] ?? 'text-quiet'}`}>{text}</span>
              </span>
              <time className="shrink-0 text-small tabular-nums text-faint">{fullTime(event.at).slice(-5)}</time>
            </button>
            <IconButton icon={Undo2} iconSize={18} label={t('撤销{name}', { name: title })} onClick={() => onUndo(event)} />
          </li>
        )
      })}
    </ul>
  )
}

const bars = { plain: 'bg-line', accent: 'bg-accent', good: 'bg-good', warn: 'bg-warn', bad: 'bg-bad' } as const

const textLooks: Readonly<Partial<Record<keyof typeof bars, string>>> = { warn: 'text-warn', bad: 'text-bad' }
