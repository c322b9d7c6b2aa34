import { Ellipsis, FileChartColumn } from 'lucide-react'
import { useState } from 'react'
import { countTaskInfo, countTaskProgress } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { useAsk } from '../../ask.ts'
import { choose } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { TalkAbout } from '../../cards/TalkAbout.tsx'
import { Offers } from '../../documents/Offers.tsx'
import { useSearch, useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { Board } from './Board.tsx'
import { isOver, isRunning } from './countLook.ts'
import { type LineFilter, Lines } from './Lines.tsx'
import { RecountSheet } from './RecountSheet.tsx'
import { useBeat } from './useBeat.ts'
import { useTaskActs } from './useTaskActs.ts'

/** One count: how far it is, who counts what, and what may be done with it now; on a wide window its lines beside it. */
export default function CountTask() {
  const { id = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventorytask')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown task={data} onRefresh={refetch} />
}

const Shown = ({ task, onRefresh }: { task: OutputOf<typeof countTaskInfo>; onRefresh: () => Promise<unknown> }) => {
  const wide = useWide()
  const progress = useAsk(countTaskProgress, { taskId: task.id }, { keep: true })
  const [filter, setFilter] = useState<LineFilter>({})
  const { offers, more, busy, recounting, endRecounting } = useTaskActs(task)
  const refresh = () => Promise.all([onRefresh(), progress.refetch()])
  const usualSeconds = task.workingOut === null ? beatSeconds : workingBeatSeconds
  useBeat(refresh, isOver(task) ? undefined : usualSeconds)

  const openMore = async () => {
    const answer = await choose(
      t('更多'),
      more.map(({ key, title, kind }) => ({ value: key, label: title, danger: kind === 'danger' })),
    )
    await more.find(({ key }) => key === answer)?.act()
  }
  // On a phone a filtered list is a screen of its own.
  const show = (next: LineFilter) => {
    if (wide) setFilter(next)
    else
      go('/pages/goods/GsInventoryOrder/gsinventorylines', {
        id: task.id,
        verdict: next.verdicts?.join(','),
        placeId: next.placeId,
        departmentId: next.departmentId,
        holderId: next.holderId,
      })
  }
  const board = (
    <>
      <Board
        task={task}
        progress={progress.data}
        problem={progress.error}
        onLines={show}
        chosen={wide ? filter.verdicts?.[0] : undefined}
      />
      <TalkAbout noun="count" id={task.id} />
    </>
  )
  return (
    <Page
      title={task.name}
      width="page"
      scroll={!wide}
      {...(wide ? {} : { onRefresh: refresh })}
      right={<TaskTools task={task} onMore={more.length > 0 ? () => void openMore() : undefined} />}
      bottom={offers.length > 0 && <Offers offers={offers} busy={busy} />}
    >
      {wide ? (
        <div className="flex min-h-0 flex-1">
          <div className="scroller w-104 shrink-0 border-r border-line px-6 pb-8 pt-1 huge:w-120">{board}</div>
          <div className="flex min-w-0 flex-1 flex-col">
            <Lines task={task} filter={filter} onFilter={setFilter} />
          </div>
        </div>
      ) : (
        board
      )}
      <RecountSheet task={task} open={recounting} onClose={endRecounting} />
    </Page>
  )
}

type TaskToolsProps = { task: OutputOf<typeof countTaskInfo>; onMore: (() => void) | undefined }

const TaskTools = ({ task, onMore }: TaskToolsProps) => (
  <>
    {!isRunning(task) && task.workingOut === null && (
      <IconButton
        icon={FileChartColumn}
        label={t('盘点报告')}
        iconSize={20}
        onClick={() => go('/pages/goods/GsInventoryOrder/gsinventoryreport', { id: task.id })}
      />
    )}
    {onMore && <IconButton icon={Ellipsis} label={t('更多')} iconSize={20} onClick={onMore} />}
  </>
)

/** The socket tells at once; without it the board is still not old. */
const beatSeconds = 15
/** What is being worked out is over in seconds. */
const workingBeatSeconds = 2
