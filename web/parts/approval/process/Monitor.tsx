import { ListChecks, UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { rescueOperations } from '../../../../domain/operations/rescue.ts'
import { useAsk } from '../../../ask.ts'
import { IconButton } from '../../../look/IconButton.tsx'
import { Page } from '../../../look/Page.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { Button } from '../../../look/Button.tsx'
import { useWide } from '../../../screen.ts'
import { t } from '../../../words.ts'
import { HandOver } from './HandOver.tsx'
import type { Selection } from './MonitorTable.tsx'
import { MonitorProcesses } from './MonitorProcesses.tsx'
import { MonitorStuck } from './MonitorStuck.tsx'
import { type Rescued, RescueSheet } from './RescueSheet.tsx'

type Tab = 'running' | 'stuck' | 'ended'

/**
 * All applications of the organisation and what does not go on, for whoever looks after the flows; `mayChange` allows acting on them, one
 * or several at once, `flowKey` is the flow looked at first.
 */
export const Monitor = ({ mayChange, flowKey }: { mayChange: boolean; flowKey?: string | undefined }) => {
  const [shown, setShown] = useState<Tab>('running')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Rescued>>(new Map())
  const [rescued, setRescued] = useState<readonly Rescued[]>()
  /** On a phone marks take room that titles need, so they are asked for. */
  const [marking, setMarking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const wide = useWide()
  const stuck = useAsk(rescueOperations.stuck, { pageSize: 1 })
  const selection: Selection | undefined =
    mayChange && shown !== 'ended' && (wide || marking)
      ? {
          chosen,
          toggle: (process) => {
            const next = new Map(chosen)
            if (!next.delete(process.id) && next.size < rescuedAtOnce) next.set(process.id, process)
            setChosen(next)
          },
          set: (processes) => setChosen(new Map(processes.slice(0, rescuedAtOnce).map((process) => [process.id, process]))),
        }
      : undefined
  const stopMarking = () => {
    setChosen(new Map())
    setMarking(false)
  }
  const list = { selection, onRescue: mayChange && (wide || !marking) ? (process: Rescued) => setRescued([process]) : undefined }
  return (
    <Page
      title={t('流程监控')}
      scroll={false}
      width="full"
      right={
        mayChange && (
          <>
            {!wide && shown !== 'ended' && !marking && <IconButton icon={ListChecks} label={t('批量')} onClick={() => setMarking(true)} />}
            <IconButton icon={UserRoundMinus} label={t('离职交接')} onClick={() => setLeaving(true)} />
          </>
        )
      }
      below={
        <Tabs
          label={t('状态')}
          value={shown}
          onChange={(next) => {
            setShown(next)
            setChosen(new Map())
          }}
          tabs={[
            { value: 'running', label: t('进行中') },
            { value: 'stuck', label: t('等待无人'), ...(stuck.data && { count: stuck.data.totalCount }) },
            { value: 'ended', label: t('已结束') },
          ]}
        />
      }
      bottom={
        selection &&
        (chosen.size > 0 || marking) && (
          <>
            <Button size="large" kind="secondary" wide className="wide:w-32!" onClick={stopMarking}>
              {t('取消')}
            </Button>
            <Button size="large" wide className="wide:w-56!" disabled={chosen.size === 0} onClick={() => setRescued([...chosen.values()])}>
              {t('处理（{count}）', { count: chosen.size })}
            </Button>
          </>
        )
      }
    >
      {shown === 'stuck' ? (
        <MonitorStuck {...list} />
      ) : (
        <MonitorProcesses key={shown} ended={shown === 'ended'} flowKey={flowKey} {...list} />
      )}
      <HandOver open={leaving} onClose={() => setLeaving(false)} />
      {rescued && (
        <RescueSheet
          key={rescued.map(({ id }) => id).join()}
          processes={rescued}
          onDone={() => {
            setRescued(undefined)
            stopMarking()
          }}
        />
      )}
    </Page>
  )
}

/** As many as the server takes at once. */
const rescuedAtOnce = 100
