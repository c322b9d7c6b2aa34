import { createElement, type ReactNode } from 'react'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { t } from '../../words.ts'
import { when } from '../../shell/when.ts'
import { titleOf } from './titles.ts'

type Props = {
  process: Pick<ProcessRow, 'number' | 'flowName' | 'flowIcon' | 'color' | 'title' | 'summary' | 'amount' | 'initiator'> &
    Partial<Pick<ProcessRow, 'documentCode'>>
  time: string | null
  tag: ReactNode
  /** Who has it now, or what else matters. */
  foot?: ReactNode
  unread?: boolean
  onPress: () => void
}

/** One application or task in a list: subject, initiator, status. */
export const ProcessCard = ({ process, time, tag, foot, unread, onPress }: Props) => {
  return (
    <button type="button" onClick={onPress} className="pressable flex w-full items-start gap-3 px-4 py-3.5 text-left">
      <span className="tinted relative flex size-10 shrink-0 items-center justify-center rounded-control" style={{ color: process.color }}>
        {createElement(menuIcon(process.flowIcon), { size: 20, strokeWidth: 1.9, 'aria-hidden': true })}
        {unread && (
          <span className="absolute -right-0.5 -top-0.5 size-2.5 rounded-full border-2 border-card bg-bad" aria-label={t('未读')} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-start justify-between gap-2">
          <span className={`min-w-0 text-body ${unread ? 'font-semibold' : 'font-medium'}`}>{titleOf(process)}</span>
          {tag}
        </span>
        {process.documentCode && (
          <span className="block break-words text-tiny text-faint">
            {process.number} · {process.documentCode}
          </span>
        )}
        <span className="mt-0.5 line-clamp-2 text-small text-quiet">
          {[!process.documentCode && process.number, process.summary].filter(Boolean).join(' · ')}
        </span>
        {process.amount && process.amount !== '0' && <span className="block text-small font-medium">{moneyWords(process.amount)}</span>}
        <span className="mt-1 flex items-start justify-between gap-3 text-small text-faint">
          <span className="line-clamp-2 min-w-0">{foot ?? process.initiator.userName}</span>
          <time className="shrink-0 tabular-nums">{when(time)}</time>
        </span>
      </span>
    </button>
  )
}
