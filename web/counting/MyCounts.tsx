import { ClipboardCheck } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countTaskList, type CountTaskRow } from '../../domain/counting/operations.ts'
import { CallError } from '../call.ts'
import type { JoinedTask } from './device/journal.ts'
import { tasksHere } from './device/tasksHere.ts'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { List } from '../look/List.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { type Pages, usePages } from '../pages.ts'
import { go } from '../travel.ts'
import { shortDay } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { when } from '../shell/when.ts'
import { Scanning } from './Scanning.tsx'

/**
 * The open counts that this person takes part in, by a share or as one of those who plan them. A single one is gone on with at once. Without
 * a network those that lie on this device are offered.
 */
export const MyCounts = () => {
  const pages = usePages(countTaskList, { state: 'open' })
  const isOffline = pages.error instanceof CallError && pages.error.status === 0 && pages.rows.length === 0
  const { data: here } = useQuery({ queryKey: ['counting.here'], queryFn: tasksHere, enabled: isOffline, networkMode: 'always' })
  const offeredTasks = isOffline ? here?.map(({ task }) => task) : pages.rows.map(({ id }) => id)
  const [only, ...others] = offeredTasks ?? []
  // A count that is opened meanwhile takes no one out of the one that is being counted.
  const [entered, enter] = useState<string>()
  if (entered === undefined && only !== undefined && others.length === 0 && !pages.hasMore) enter(only)
  if (entered !== undefined) return <Scanning task={entered} share={undefined} />
  return (
    <Page scroll={false} title={t('我的盘点')}>
      {isOffline && here && here.length > 0 ? <TasksHere tasks={here} /> : <OpenTasks pages={pages} />}
    </Page>
  )
}

const OpenTasks = ({ pages }: { pages: Pages<CountTaskRow> }) => (
  <List
    pages={pages}
    keyOf={({ id }) => id}
    picture={false}
    row={({ id, name, dueOn, openedAt, numbers }) => (
      <Cell
        icon={ClipboardCheck}
        title={name}
        text={[dueOn && t('截止 {day}', { day: shortDay(dueOn) }), openedAt && t('{time}开始', { time: when(openedAt) })]
          .filter(Boolean)
          .join(' · ')}
        value={`${numbers.done}/${numbers.expected}`}
        onPress={() => openCount(id)}
      />
    )}
    empty={{ title: t('没有要盘点的'), text: t('分派给您的盘点会出现在这里。') }}
  />
)

const TasksHere = ({ tasks }: { tasks: readonly JoinedTask[] }) => (
  <div className="scroller min-h-0 flex-1 px-4 py-3">
    <div className="pb-3">
      <Notice text={t('没有网络。这些盘点的数据在这台设备上，可以继续盘点。')} />
    </div>
    <Card flush>
      {tasks.map(({ task, name, code }) => (
        <Cell key={task} icon={ClipboardCheck} title={name} text={code} onPress={() => openCount(task)} />
      ))}
    </Card>
  </div>
)

const openCount = (taskId: string): void => go('/pages/goods/components/inventoryScan/index', { taskId })
