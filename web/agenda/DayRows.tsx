import { Repeat } from 'lucide-react'
import type { AgendaShown } from '../../domain/agenda/operations.ts'
import type { Day } from '../../kernel/day.ts'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'
import { colorOf, timesOf, titleOf } from './shown.ts'

type Props = { list: readonly AgendaShown[]; day: Day; onOpen: (item: AgendaShown) => void; chosen?: string | undefined }

/** What is on one day, one below the other. */
export const DayRows = ({ list, day, onOpen, chosen }: Props) => (
  <Card flush>
    {list.map((item) => (
      <button
        key={item.key}
        type="button"
        disabled={item.link === ''}
        aria-pressed={chosen === item.key}
        onClick={() => onOpen(item)}
        className={`pressable group/row flex min-h-14 w-full items-stretch gap-3 px-4 text-left aria-pressed:bg-accent-soft ${item.answer === 'declined' ? 'opacity-55' : ''}`}
      >
        <span className="my-3 w-1 shrink-0 rounded-full" style={{ backgroundColor: colorOf(item) }} aria-hidden />
        <span className="min-w-0 flex-1 border-b border-line py-2.5 group-last/row:border-transparent">
          <span className={`flex items-center gap-1.5 text-body ${item.answer === 'declined' ? 'line-through' : ''}`}>
            <span className="truncate">{titleOf(item)}</span>
            {item.repeats && <Repeat size={14} className="shrink-0 text-faint" aria-label={t('重复日程')} />}
          </span>
          <span className="mt-0.5 block truncate text-small text-quiet">
            {[timesOf(item, day), item.place, answerWords(item)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
    ))}
  </Card>
)

const answerWords = ({ answer }: AgendaShown): string => {
  if (answer === 'none') return t('待答复')
  return answer === 'tentative' ? t('暂定') : ''
}
