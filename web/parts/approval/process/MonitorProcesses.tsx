import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { processStatuses } from '../../../../domain/approval/flow/statuses.ts'
import type { ProcessRow } from '../../../../domain/operations/process.ts'
import { processOperations } from '../../../../domain/operations/processes.ts'
import { usePages } from '../../../pages.ts'
import { choose } from '../../../look/confirm.ts'
import { type Column, List } from '../../../look/List.tsx'
import { SearchBox } from '../../../look/SearchBox.tsx'
import { go } from '../../../travel.ts'
import { t } from '../../../words.ts'
import { moneyWords } from '../../../../kernel/fields/moneyWords.ts'
import { when } from '../../when.ts'
import { type ApplicantAndDays, askedOf, NarrowingSheet } from './ApplicantAndDays.tsx'
import { useFlowChoice } from '../flow/flowChoice.ts'
import { Chip, chip, chosenChip, MarkAll, type MonitorListProps, MonitorRow, withActs } from './MonitorTable.tsx'
import { ApplicationCard, waitedFor } from './ProcessCard.tsx'
import { StatusTag } from './statusTag.tsx'
import { titleOf } from './titles.ts'

type Props = MonitorListProps & { ended: boolean; flowKey: string | undefined }

/** The applications that run, or that are over: narrowed by words, flow, state, applicant and days. */
export const MonitorProcesses = ({ ended, flowKey, ...acts }: Props) => {
  const [keyword, setKeyword] = useState('')
  const flow = useFlowChoice(flowKey)
  const [status, setStatus] = useState<ProcessRow['status']>()
  const [narrowing, setNarrowing] = useState(anybody)
  const [open, setOpen] = useState(false)
  const pages = usePages(processOperations.processes, {
    scope: 'all',
    status: status ?? (ended ? 'ended' : 'running'),
    ...(flow.key !== undefined && { flowKey: flow.key }),
    ...askedOf(narrowing),
    ...(keyword && { likeQuery: keyword }),
  })
  const inSheet = Object.keys(askedOf(narrowing)).length
  const offered = (['running', 'returned', 'posting', 'approved', 'rejected', 'withdrawn', 'terminated'] as const).filter(
    (one) => over.has(one) === ended,
  )
  const chooseStatus = async () => {
    const answer = await choose(t('状态'), [
      { value: '', label: t('全部状态'), chosen: status === undefined },
      ...offered.map((one) => ({ value: one, label: t(processStatuses[one]), chosen: status === one })),
    ])
    if (answer !== undefined) setStatus(offered.find((one) => one === answer))
  }
  const openProcess = ({ id }: ProcessRow) => go('/pages/flow/progress', { processId: id })
  return (
    <>
      <div className="flex shrink-0 flex-col gap-1 px-4 pb-2 pt-1 wide:flex-row wide:items-center wide:gap-3 wide:px-6">
        <div className="wide:w-72 wide:shrink-0">
          <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索申请')} />
        </div>
        <div className="plain-scrollbar flex shrink-0 items-center gap-2 overflow-x-auto">
          {acts.selection && <MarkAll processes={pages.rows} selection={acts.selection} />}
          <Chip label={flow.label} chosen={flow.key !== undefined} onClick={() => void flow.choose()} />
          <Chip
            label={status ? t(processStatuses[status]) : t('全部状态')}
            chosen={status !== undefined}
            onClick={() => void chooseStatus()}
          />
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={`${chip} ${inSheet > 0 ? chosenChip : ''}`}>
            <SlidersHorizontal size={14} aria-hidden />
            {inSheet > 0 ? t('筛选 {count}', { count: inSheet }) : t('筛选')}
          </button>
        </div>
      </div>
      <NarrowingSheet
        key={String(open)}
        open={open}
        filter={narrowing}
        cleared={anybody}
        onClose={() => setOpen(false)}
        onChange={setNarrowing}
      />
      <List
        pages={pages}
        keyOf={(process) => process.id}
        columns={withActs(columns(), (process) => process, acts)}
        onOpen={openProcess}
        row={(process) => (
          <MonitorRow process={process} {...acts}>
            <ApplicationCard process={process} onPress={() => openProcess(process)} />
          </MonitorRow>
        )}
        empty={{ title: t('没有流程'), text: t('换个条件试试') }}
      />
    </>
  )
}

const columns = (): readonly Column<ProcessRow>[] => [
  {
    key: 'title',
    title: t('申请'),
    width: 'minmax(0,2.6fr)',
    cell: (process) => (
      <span className="block">
        <span className="block truncate font-medium">{titleOf(process)}</span>
        <span className="block truncate text-small text-quiet">{[process.number, process.summary].filter(Boolean).join(' · ')}</span>
      </span>
    ),
  },
  { key: 'flow', title: t('流程'), cell: ({ flowName }) => t(flowName) },
  { key: 'applicant', title: t('申请人'), width: '6rem', cell: ({ initiator }) => initiator.userName },
  {
    key: 'waits',
    title: t('等待谁'),
    width: 'minmax(0,1.4fr)',
    cell: (process) => (
      <span className="block">
        <span className="block truncate">
          {process.status === 'returned' ? t('发起人') : process.currentSteps.map(({ nodeName }) => t(nodeName)).join(t('、'))}
        </span>
        <span className="block truncate text-small text-quiet">
          {waitedFor(process)
            .map(({ userName }) => userName)
            .join(t('、'))}
        </span>
      </span>
    ),
  },
  { key: 'amount', title: t('金额'), width: '7rem', end: true, cell: ({ amount }) => (amount && amount !== '0' ? moneyWords(amount) : '') },
  { key: 'state', title: t('状态'), width: '5.5rem', cell: (process) => <StatusTag process={process} /> },
  { key: 'time', title: t('申请时间'), width: '7rem', cell: ({ createdAt }) => <time className="text-quiet">{when(createdAt)}</time> },
]

const anybody: ApplicantAndDays = { applicant: '', from: '', to: '' }

const over: ReadonlySet<ProcessRow['status']> = new Set(['approved', 'rejected', 'withdrawn', 'terminated'])
