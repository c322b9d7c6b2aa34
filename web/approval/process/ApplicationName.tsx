import { createElement } from 'react'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { t } from '../../words.ts'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { titleOf } from './titles.ts'

type Props = { process: Pick<ProcessRow, 'title' | 'initiator' | 'flowIcon' | 'color'>; unread?: boolean }

/** What an application is called, as the first cell of its row. */
export const ApplicationName = ({ process, unread }: Props) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <span className="tinted relative flex size-7 shrink-0 items-center justify-center rounded-chip" style={{ color: process.color }}>
      {createElement(menuIcon(process.flowIcon), { size: 16, strokeWidth: 1.9, 'aria-hidden': true })}
      {unread && <span className="absolute -right-0.5 -top-0.5 size-2.5 rounded-full border-2 border-card bg-bad" aria-label={t('未读')} />}
    </span>
    <span className={`truncate ${unread ? 'font-semibold' : ''}`}>{titleOf(process)}</span>
  </span>
)
