import { UserRound } from 'lucide-react'
import type { CountTaskRow } from '../../../domain/counting/operations.ts'
import { Tag } from '../../look/Tag.tsx'
import { when } from '../../shell/when.ts'
import { t } from '../../words.ts'
import { differingOf, dueWords, isOver, kindWords, taskLook } from './countLook.ts'
import { Ring } from './Ring.tsx'

/** One count of a list: how far it is, until when, and who began it. */
export const CountCard = ({ task, onPress, chosen }: { task: CountTaskRow; onPress: () => void; chosen?: boolean }) => {
  const { words, tone } = taskLook(task)
  const due = dueWords(task)
  const { numbers } = task
  const count = differingOf(numbers)
  return (
    <button
      type="button"
      onClick={onPress}
      className={`pressable flex w-full items-center gap-4 rounded-card bg-card p-4 text-left shadow-lift ${chosen ? 'ring-2 ring-accent' : ''}`}
    >
      <Ring numbers={numbers} size={60} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center justify-between gap-2">
          <span className="truncate text-title font-medium">{task.name}</span>
          <Tag tone={tone}>{words}</Tag>
        </span>
        <span className="mt-0.5 block truncate text-small text-quiet">
          {t('已盘{done}/{expected}', { done: numbers.done, expected: numbers.expected })}
          {count > 0 && <span className="text-warn"> · {t('{n}项差异', { n: count })}</span>}
          {task.kinds.length > 0 && ` · ${kindWords(task.kinds)}`}
          {task.workingOut !== null && ` · ${t('正在整理结果 {n}%', { n: task.workingOut })}`}
          {task.round > 1 && ` · ${t('第{n}轮', { n: task.round })}`}
        </span>
        <span className="mt-1 flex items-center gap-1 text-small text-faint">
          <UserRound size={13} aria-hidden />
          <span className="truncate">
            {[task.openedBy?.name, isOver(task) ? when(task.closedAt ?? task.openedAt) : when(task.openedAt)].filter(Boolean).join(' · ')}
          </span>
          {due.words && <span className={`ml-auto shrink-0 ${due.late ? 'font-medium text-bad' : ''}`}>{due.words}</span>}
        </span>
      </span>
    </button>
  )
}
