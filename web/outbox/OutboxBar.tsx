import { ChevronRight, CloudUpload, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { onWaiting, outboxCounts } from './waitingActions.ts'

/** One line below every screen: what has not reached the server, and what it refused. */
export const OutboxBar = () => {
  const { waiting: waitingCount, refused } = useSyncExternalStore(onWaiting, outboxCounts)
  const Icon = refused > 0 ? TriangleAlert : CloudUpload
  const words = [
    refused > 0 && t('{count} 件没有办成', { count: refused }),
    waitingCount > 0 && t('{count} 件待发送', { count: waitingCount }),
  ]
  return (
    <div role="status" className="shrink-0">
      <button
        type="button"
        onClick={() => go('/pages/outbox/index')}
        className={`flex min-h-11 w-full items-center gap-2.5 border-t border-line px-4 text-left text-small ${refused > 0 ? 'bg-bad-soft text-bad' : 'bg-accent-soft text-accent-strong'}`}
      >
        <Icon size={18} aria-hidden />
        <span className="min-w-0 flex-1 truncate">{words.filter(Boolean).join(' · ')}</span>
        <ChevronRight size={16} aria-hidden />
      </button>
    </div>
  )
}
