import { ListChecks, UserRoundMinus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listExports } from '../../../domain/tables/exportOperations.ts'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { rescueOperations } from '../../../domain/approval/operations/rescue.ts'
import { monitorTable } from '../../../domain/approval/process/applyingTable.ts'
import { useAsk } from '../../ask.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { Button } from '../../look/Button.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { ApplicationName } from '../process/ApplicationName.tsx'
import { HandOver } from '../process/HandOver.tsx'
import { MonitorStuck } from '../process/MonitorStuck.tsx'
import { MonitorRow, type Selection as Marks } from '../process/MonitorTable.tsx'
import { ApplicationCard, waitedFor } from '../process/ApplicationCard.tsx'
import { type RescuedProcess, RescueSheet } from '../process/RescueSheet.tsx'
import { StatusTag } from '../process/statusTag.tsx'
import { useCodes } from '../../shell/codes.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { when } from '../../shell/when.ts'
import { useWide } from '../../screen.ts'
import { isChosen } from '../../table/choice.ts'
import { tabOf } from '../../table/filter/conditions.ts'
import { useLooking } from '../../table/tableLook.ts'
import type { Selection } from '../../table/selection.ts'
import { TableList } from '../../table/TableList.tsx'
import { within } from '../../within.ts'
import { t } from '../../words.ts'

/** All applications of the organisation, for the person who looks after the flows; some may act on them. What does not go on by itself is a list of its own, with causes. */
export default function Monitor() {
  const mayChange = useCodes().has('workflow:reassign')
  const wide = useWide()
  const panel = usePanel<ProcessRow>(({ id }) => ({ what: 'process', id }))
  const { where = [], likeQuery } = useLooking(monitorTable, undefined).view
  const areStuck = tabOf(where, 'phase') === 'stuck' && where.length === 1 && !likeQuery
  const { marked, marks, isMarking, startMarking, stopMarking } = useMarks(mayChange, wide)
  const [rescued, setRescued] = useState<readonly RescuedProcess[]>()
  const [isLeaving, setLeaving] = useState(false)
  const stuck = useAsk(rescueOperations.stuck, { pageSize: 1 })
  const onRescue = mayChange && (wide || !isMarking) ? (process: RescuedProcess) => setRescued([process]) : undefined
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          mayChange && (
            <>
              {!wide && areStuck && !isMarking && <IconButton icon={ListChecks} label={t('批量')} onClick={startMarking} />}
              <IconButton icon={UserRoundMinus} label={t('离职交接')} onClick={() => setLeaving(true)} />
            </>
          )
        }
        bottom={
          areStuck &&
          marks &&
          (marked.size > 0 || isMarking) && (
            <MarkBar count={marked.size} onCancel={stopMarking} onRescue={() => setRescued([...marked.values()])} />
          )
        }
      >
        <TableList<ProcessRow>
          table={monitorTable}
          list={processOperations.processes}
          fixed={fixed}
          tabs="phase"
          tabCounts={stuck.data && { stuck: stuck.data.totalCount }}
          whole={({ phase }) => (phase === 'stuck' ? <MonitorStuck panel={panel} selection={marks} onRescue={onRescue} /> : undefined)}
          searched={within('申请')}
          cell={cellOf}
          card={(process) => (
            <MonitorRow process={process} selection={undefined} onRescue={process.endedAt ? undefined : onRescue}>
              <ApplicationCard process={process} onPress={() => panel.table.onOpen(process)} />
            </MonitorRow>
          )}
          {...panel.table}
          selectable
          bulk={(selection) => (
            <>
              <ExportChosen {...exported()} selection={selection} fixed={fixed} hasLines />
              {mayChange && <RescueChosen selection={selection} rows={panel.rows} onRescue={setRescued} />}
            </>
          )}
          tools={({ asked, columns }) => <ExportButton {...exported()} asked={asked} columns={columns} hasLines />}
          empty={{ title: t('没有流程'), text: t('换个条件试试') }}
        />
        <HandOver open={isLeaving} onClose={() => setLeaving(false)} />
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
    </Beside>
  )
}

/** The applications that are marked to be acted on together. On a phone marks take room that titles need, so they are asked for. */
const useMarks = (mayChange: boolean, wide: boolean) => {
  const [marked, setMarked] = useState<ReadonlyMap<string, RescuedProcess>>(new Map())
  const [isMarking, setMarking] = useState(false)
  const marks: Marks = {
    chosen: marked,
    toggle: (process) => {
      const next = new Map(marked)
      if (!next.delete(process.id) && next.size < rescuedAtOnce) next.set(process.id, process)
      setMarked(next)
    },
    set: (processes) => setMarked(new Map(processes.slice(0, rescuedAtOnce).map((process) => [process.id, process]))),
  }
  return {
    marked,
    marks: mayChange && (wide || isMarking) ? marks : undefined,
    isMarking,
    startMarking: () => setMarking(true),
    stopMarking: () => {
      setMarked(new Map())
      setMarking(false)
    },
  }
}

const MarkBar = ({ count, onCancel, onRescue }: { count: number; onCancel: () => void; onRescue: () => void }) => (
  <>
    <Button size="large" kind="secondary" wide className="wide:w-32!" onClick={onCancel}>
      {t('取消')}
    </Button>
    <Button size="large" wide className="wide:w-56!" disabled={count === 0} onClick={onRescue}>
      {t('处理（{count}）', { count })}
    </Button>
  </>
)

const fixed = { scope: 'all' }
const exported = () => ({ operation: listExports.processes, title: t(monitorTable.title) })

type ChosenProps = { selection: Selection; rows: readonly ProcessRow[]; onRescue: (processes: readonly RescuedProcess[]) => void }

/** Acts on what is chosen, as many as the server takes at once. */
const RescueChosen = ({ selection, rows, onRescue }: ChosenProps) => {
  const act = () => {
    const chosenRows = rows.filter(({ id }) => isChosen(selection, id))
    if (chosenRows.length < selection.count || chosenRows.length > rescuedAtOnce)
      return toast(t('一次最多处理{max}项，请少选一些', { max: rescuedAtOnce }), 'error')
    onRescue(chosenRows)
  }
  return (
    <Button size="small" disabled={selection.count === 0} onClick={act}>
      {t('处理（{count}）', { count: selection.count })}
    </Button>
  )
}

const cellOf = (process: ProcessRow, key: string): ReactNode => {
  switch (key) {
    case 'title':
      return <ApplicationName process={process} />
    case 'initiator':
      return process.initiator.userName
    case 'waiting': {
      const steps = process.status === 'returned' ? [t('发起人')] : process.currentSteps.map(({ nodeName }) => t(nodeName))
      const people = waitedFor(process).map(({ userName }) => userName)
      return [steps.join(t('、')), people.join(t('、'))].filter(Boolean).join(' · ')
    }
    case 'flowKey':
      return t(process.flowName)
    case 'createdAt':
    case 'endedAt':
      return process[key] && when(process[key])
    case 'status':
      return <StatusTag process={process} />
    default:
      return undefined
  }
}

const rescuedAtOnce = 100
