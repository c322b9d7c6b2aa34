import { type ReactNode, useState } from 'react'
import type { Id } from '../../../kernel/id.ts'
import { rescueOperations, type StuckCause, stuckCauses, type StuckRow } from '../../../domain/approval/operations/rescue.ts'
import { incidentOperations } from '../../../domain/approval/operations/incidents.ts'
import type { ListRows } from '../../look/fields/useListKeys.ts'
import { usePages } from '../../pages.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { type Column, List } from '../../look/List.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { when } from '../../shell/when.ts'
import { useFlowChoice } from '../flow/flowChoice.ts'
import type { ProcessRow } from '../../../domain/approval/operations/process.ts'
import type { Panel } from '../../panel/usePanel.ts'
import { Chip, MarkAll, type MonitorListProps, MonitorRow, withActs } from './MonitorTable.tsx'
import { ProcessCard } from './ProcessCard.tsx'
import { refusedAgain } from '../batch/refusedAgain.ts'
import { StatusTag } from './statusTag.tsx'
import { titleOf } from './titles.ts'
import { keysOf } from '../../../kernel/keysOf.ts'

/** What does not go on by itself, with its cause: no one is asked, a person has left, or what is outside has failed. */
export const MonitorStuck = ({ panel, ...acts }: MonitorListProps & { panel: Panel<ProcessRow> }) => {
  const flow = useFlowChoice(undefined)
  const { cause, chooseCause } = useCauseChoice()
  const pages = usePages(rescueOperations.stuck, {
    ...(flow.key !== undefined && { flowKey: flow.key }),
    ...(cause !== undefined && { cause }),
  })
  const tries = (row: StuckRow) =>
    row.incidentId !== null && <Tries row={row} incidentId={row.incidentId} mayEdit={Boolean(acts.onRescue)} />
  const columns = columnsWith(tries)
  const { table } = panel
  const beside = {
    onOpen: ({ process }: StuckRow) => table.onOpen(process),
    hrefOf: ({ process }: StuckRow) => table.hrefOf(process),
    openKey: table.openKey,
    onRows: (all: ListRows<StuckRow>) => table.onRows({ ...all, rows: all.rows.map(({ process }) => process) }),
  }
  return (
    <>
      <div className="plain-scrollbar flex shrink-0 items-center gap-2 overflow-x-auto px-4 pb-2 pt-1 wide:px-6">
        {acts.selection && pages.rows.length > 0 && (
          <MarkAll processes={pages.rows.map(({ process }) => process)} selection={acts.selection} />
        )}
        <Chip label={flow.label} chosen={flow.key !== undefined} onClick={() => void flow.choose()} />
        <Chip label={cause ? t(stuckCauses[cause]) : t('全部原因')} chosen={cause !== undefined} onClick={() => void chooseCause()} />
      </div>
      <List
        pages={pages}
        keyOf={({ process }) => process.id}
        columns={withActs(panel.opened ? columns.filter(({ key }) => !besides.has(key)) : columns, ({ process }) => process, acts)}
        beside={beside}
        onOpen={beside.onOpen}
        row={(row) => (
          <MonitorRow process={row.process} {...acts}>
            <ProcessCard
              process={row.process}
              time={row.since}
              tag={<StatusTag process={row.process} />}
              foot={<span className="text-bad">{row.words}</span>}
              onPress={() => beside.onOpen(row)}
            />
            {row.incidentId !== null && <div className="flex gap-2 px-4 pb-3">{tries(row)}</div>}
          </MonitorRow>
        )}
        empty={{ title: t('都有人处理'), text: t('没有处理人、处理人已停用、未能入账的申请，以及失败的外部服务和子流程会出现在这里。') }}
      />
    </>
  )
}

/** Of which cause the list shows what does not go on; all where none is chosen. */
const useCauseChoice = () => {
  const [cause, setCause] = useState<StuckCause>()
  const chooseCause = async () => {
    const answer = await choose(t('停下的原因'), [
      { value: '', label: t('全部原因'), chosen: cause === undefined },
      ...causes.map((value) => ({ value, label: t(stuckCauses[value]), chosen: value === cause })),
    ])
    if (answer !== undefined) setCause(causes.find((value) => value === answer))
  }
  return { cause, chooseCause }
}
const causes = keysOf(stuckCauses)

type TriesProps = { row: StuckRow; incidentId: Id; mayEdit: boolean }

/** Tries again what has failed, or changes the application. */
const Tries = ({ row: { process, cause }, incidentId, mayEdit }: TriesProps) => {
  const { send, sending } = useSend(incidentOperations.incidentRetry)
  const retry = async () => {
    try {
      const { refusal } = await send({ id: incidentId })
      if (refusal) toast(refusedAgain(refusal), 'notify')
      else toast(t(triedWords[cause] ?? '已重新请求'), 'success')
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <span className="flex gap-2">
      <Button
        size="small"
        kind="secondary"
        busy={sending}
        onClick={(event) => {
          event.stopPropagation()
          void retry()
        }}
      >
        {t('重试')}
      </Button>
      {mayEdit && (
        <Button
          size="small"
          kind="secondary"
          onClick={(event) => {
            event.stopPropagation()
            go('/pages/flow/progress', { processId: process.id, edit: '1' })
          }}
        >
          {t('修改')}
        </Button>
      )}
    </span>
  )
}

const columnsWith = (tries: (row: StuckRow) => ReactNode): readonly Column<StuckRow>[] => [
  {
    key: 'title',
    title: t('申请'),
    width: 'minmax(0,1.6fr)',
    cell: ({ process }) => (
      <span className="block">
        <span className="block truncate font-medium">{titleOf(process)}</span>
        <span className="block truncate text-small text-quiet">{[process.number, process.summary].filter(Boolean).join(' · ')}</span>
      </span>
    ),
  },
  { key: 'flow', title: t('流程'), cell: ({ process }) => t(process.flowName) },
  {
    key: 'cause',
    title: t('停下的原因'),
    width: 'minmax(0,1.8fr)',
    cell: ({ words }) => <span className="block truncate text-bad" title={words}>{words}</span>, // prettier-ignore
  },
  { key: 'step', title: t('环节'), cell: ({ process }) => process.currentSteps.map(({ nodeName }) => t(nodeName)).join(t('、')) },
  { key: 'since', title: t('从何时起'), width: '7rem', cell: ({ since }) => <time className="text-quiet">{when(since)}</time> },
  { key: 'tries', title: '', width: '9.5rem', cell: tries },
]

/** What is said beside the list as well. */
const besides: ReadonlySet<string> = new Set(['flow', 'step'])

/** What is said when something was tried again: only the books answer at once. */
const triedWords: Partial<Record<StuckCause, string>> = { posting: '已入账', service: '已重新请求', child: '已重新发起' }
