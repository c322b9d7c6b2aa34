import { processOperations } from '../../domain/approval/operations/processes.ts'
import { ApplicationCard } from '../approval/process/ApplicationCard.tsx'
import { useAsk } from '../ask.ts'
import { LeftBehind } from '../records/LeftBehind.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { WaitingCard } from './WaitingCard.tsx'
import { WaitingTasks } from './WaitingTasks.tsx'

/** On a wide window beside the workbench: what waits for this person, where that does not stand in the middle, and how their `own` applications stand. */
export default function Waiting({ own }: { own: boolean }) {
  const mine = useAsk(
    processOperations.processes,
    { scope: 'mine', status: 'running', pageSize: shownMost },
    { staleMs: 30_000, kept: true },
  )
  return (
    <>
      <LeftBehind />
      {!own && <WaitingTasks most={shownMost} />}
      <WaitingCard
        title={t('进行中的申请')}
        count={mine.data?.totalCount}
        none={mine.data && t('没有进行中的申请')}
        onAll={() => go('/pages/personal/myapply')}
      >
        {mine.data?.list.map((process) => (
          <li key={process.id} className="border-b border-line last:border-none">
            <ApplicationCard process={process} onPress={() => go('/pages/flow/progress', { processId: process.id })} />
          </li>
        ))}
      </WaitingCard>
    </>
  )
}

const shownMost = 4
