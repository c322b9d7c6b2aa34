import { useState } from 'react'
import type { Page } from '../../domain/operations/define.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { Bone } from '../look/Skeleton.tsx'
import { isAllowed } from '../shell/useAllowed.ts'
import { useResources } from '../screen.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { type Queue, queues, type QueueRow, stuckQueue } from './declaredQueues.ts'
import { queueRowsShown } from './useStuck.ts'
import { WaitingTasks } from './WaitingTasks.tsx'

/**
 * What waits for the person who keeps something, on a wide window: every queue with its number, its first rows and what is done with them. All are asked
 * at one moment and go as one request. One in which nothing waits is not shown.
 */
export default function Queues() {
  return (
    <div className="gap-4 huge:columns-2 [&>*]:mb-4 [&>*]:break-inside-avoid">
      <div>
        <WaitingTasks most={queueRowsShown} />
      </div>
      <QueueCards of={({ isUnderWay }) => !isUnderWay} />
    </div>
  )
}

/** What others have in hand, for the side of the window. */
export const UnderWay = () => <QueueCards of={({ isUnderWay }) => isUnderWay === true} />

/** The applications that are stuck, for a phone. */
export const StuckQueue = () => <QueueCard queue={stuckQueue} />

const QueueCards = ({ of }: { of: (queue: Queue) => boolean }) => {
  const resources = useResources()
  if (!resources) return <Bone className="min-h-40 rounded-card!" />
  return queues
    .filter((queue) => of(queue) && (queue.needs === '' || isAllowed(resources, queue.needs)))
    .map((queue) => <QueueCard key={queue.title} queue={queue} />)
}

const QueueCard = ({ queue: { title, icon: Icon, list, asked, all, row, chosen } }: { queue: Queue }) => {
  const question = typeof asked === 'function' ? asked() : asked
  const { data } = useAsk(list, { ...(question as object), pageSize: queueRowsShown } as never, { staleMs: 30_000, kept: true })
  const [ids, setIds] = useState<ReadonlySet<Id>>(new Set())
  const { totalCount, list: rows } = (data ?? { totalCount: undefined, list: [] }) as Partial<Page<never>> & { list: readonly never[] }
  if (totalCount === 0) return null
  const press = (id: Id) => setIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]))
  return (
    <Card flush>
      <section aria-label={t(title)}>
        <div className="flex items-center gap-2 py-2 pl-4 pr-1.5">
          <Icon size={18} className="shrink-0 text-quiet" aria-hidden />
          <h2 className="min-w-0 flex-1 truncate text-title font-semibold">{t(title)}</h2>
          <Button kind="plain" size="small" onClick={() => goHref(typeof all === 'function' ? all() : all)}>
            {totalCount === undefined ? t('查看全部') : t('全部{count}项', { count: totalCount })}
          </Button>
        </div>
        {totalCount === undefined ? (
          <div className="space-y-3 px-4 pb-4">
            <Bone className="h-11 w-full" />
            <Bone className="h-11 w-full" />
          </div>
        ) : (
          <ul>
            {rows.map(row).map((each) => (
              <QueueLine
                key={`${each.id}${each.open}`}
                {...each}
                {...(chosen && { chosen: ids.has(each.id), onChoose: () => press(each.id) })}
              />
            ))}
          </ul>
        )}
        {chosen && rows.length > 0 && (
          <div className="flex justify-end border-t border-line px-4 py-2.5">
            <Button size="small" disabled={ids.size === 0} onClick={() => goHref(chosen.href([...ids]))}>
              {ids.size === 0 ? t(chosen.label) : `${t(chosen.label)} (${ids.size})`}
            </Button>
          </div>
        )}
      </section>
    </Card>
  )
}

const QueueLine = ({ title, note, end, bad, open, act, chosen, onChoose }: QueueRow & { chosen?: boolean; onChoose?: () => void }) => (
  <li className="flex items-center border-t border-line">
    {onChoose && (
      <label className="flex min-h-11 items-center pl-4">
        <CheckBox checked={chosen ?? false} onChange={onChoose} aria-label={title} />
      </label>
    )}
    <button
      type="button"
      onClick={() => goHref(open)}
      className="pressable flex min-h-14 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-left"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">{title}</span>
        <span className="block truncate text-small text-quiet">{note}</span>
      </span>
      <span className={`shrink-0 text-small ${bad ? 'text-bad' : 'text-quiet'}`}>{end}</span>
    </button>
    {act && <ActButton title={title} {...act} />}
  </li>
)

/** What is done on a row; what was done says so. */
const ActButton = ({ title, label, press, done = label }: { title: string } & NonNullable<QueueRow['act']>) => {
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const words = state === 'done' ? done : label
  const act = async () => {
    const doing = press()
    if (!doing) return
    setState('busy')
    let went = false
    try {
      went = await doing
    } finally {
      setState(went ? 'done' : 'open')
    }
  }
  return (
    <Button
      kind="secondary"
      size="small"
      className="mr-3"
      aria-label={t('{what}：{title}', { what: words, title })}
      busy={state === 'busy'}
      disabled={state === 'done'}
      onClick={() => void act()}
    >
      {words}
    </Button>
  )
}
