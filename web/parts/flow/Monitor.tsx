import { ChevronDown, Ellipsis, SlidersHorizontal, UserRoundMinus } from 'lucide-react'
import { useState } from 'react'
import { flowOperations } from '../../../domain/operations/flows.ts'
import { type IncidentRow, type ProcessRow, processStatuses, workflowOperations } from '../../../domain/operations/workflow.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk, usePages, useSend } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/Choice.tsx'
import { choose } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { toast } from '../../look/toast.ts'
import { go } from '../../travel.ts'
import { t, told } from '../../words.ts'
import { ReferenceField } from '../ReferenceField.tsx'
import { when } from '../when.ts'
import { type ApplicantAndDays, askedOf, NarrowingSheet } from './ApplicantAndDays.tsx'
import { HandOver } from './HandOver.tsx'
import { ApplicationCard, ProcessCard } from './ProcessCard.tsx'
import { StatusTag } from './statusTag.tsx'
import { shownTitle } from './titles.ts'

/** All applications of the organisation and what went wrong with them, for whoever looks after the flows; `mayChange` allows acting on them, `flowKey` is the flow looked at first. */
export const Monitor = ({ mayChange, flowKey }: { mayChange: boolean; flowKey?: string | undefined }) => {
  const [shown, setShown] = useState<'running' | 'ended' | 'incidents'>('running')
  const [acting, setActing] = useState<Acting>()
  const [leaving, setLeaving] = useState(false)
  const incidents = useAsk(workflowOperations.incidents, { pageSize: 1 })
  return (
    <Page
      title={t('流程监控')}
      scroll={false}
      right={mayChange && <IconButton icon={UserRoundMinus} label={t('离职交接')} onClick={() => setLeaving(true)} />}
      below={
        <Tabs
          label={t('状态')}
          value={shown}
          onChange={setShown}
          tabs={[
            { value: 'running', label: t('进行中') },
            { value: 'incidents', label: t('异常'), ...(incidents.data && { count: incidents.data.totalCount }) },
            { value: 'ended', label: t('已结束') },
          ]}
        />
      }
    >
      {shown === 'incidents' ? (
        <Incidents mayChange={mayChange} onAct={setActing} />
      ) : (
        <Processes key={shown} ended={shown === 'ended'} mayChange={mayChange} flowKey={flowKey} onAct={setActing} />
      )}
      <HandOver open={leaving} onClose={() => setLeaving(false)} />
      {acting && <Reasoned key={`${acting.act}/${acting.process.id}`} acting={acting} onDone={() => setActing(undefined)} />}
    </Page>
  )
}

/** What an administrator is about to do and has to give a reason for. */
type Act = 'reassign' | 'suspend' | 'resume' | 'terminate' | 'cancelIncident'
type Acting = { act: Act; process: Pick<ProcessRow, 'id' | 'title' | 'currentSteps'>; incidentId?: Id }

type ProcessesProps = { ended: boolean; mayChange: boolean; flowKey: string | undefined; onAct: (acting: Acting) => void }

const Processes = ({ ended, mayChange, flowKey, onAct }: ProcessesProps) => {
  const [keyword, setKeyword] = useState('')
  const [chosenKey, setChosenKey] = useState(flowKey)
  const [status, setStatus] = useState<ProcessRow['status']>()
  const [narrowing, setNarrowing] = useState(anybody)
  const [open, setOpen] = useState(false)
  const flows = useAsk(flowOperations.installedFlows, { pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const flow = flows.data?.list.find((one) => one.flowKey === chosenKey)
  const pages = usePages(workflowOperations.processes, {
    scope: 'all',
    status: status ?? (ended ? 'ended' : 'running'),
    ...(chosenKey !== undefined && { flowKey: chosenKey }),
    ...askedOf(narrowing),
    ...(keyword && { likeQuery: keyword }),
  })
  const inSheet = Object.keys(askedOf(narrowing)).length
  const offered = (['running', 'returned', 'posting', 'approved', 'rejected', 'withdrawn', 'terminated'] as const).filter(
    (one) => over.has(one) === ended,
  )
  const chooseFlow = async () => {
    const list = flows.data?.list ?? []
    const answer = await choose(t('流程'), [
      { value: '', label: t('全部流程'), chosen: chosenKey === undefined },
      ...list.map((one) => ({ value: one.flowKey, label: t(one.flowName), chosen: one.flowKey === chosenKey })),
    ])
    if (answer !== undefined) setChosenKey(answer === '' ? undefined : answer)
  }
  const chooseStatus = async () => {
    const answer = await choose(t('状态'), [
      { value: '', label: t('全部状态'), chosen: status === undefined },
      ...offered.map((one) => ({ value: one, label: t(processStatuses[one]), chosen: status === one })),
    ])
    if (answer !== undefined) setStatus(offered.find((one) => one === answer))
  }
  const act = async (process: ProcessRow) => {
    const chosen = (await choose(shownTitle(process.title), [
      ...(process.currentSteps.length > 0 ? [{ value: 'reassign', label: t('改派') }] : []),
      process.suspended ? { value: 'resume', label: t('恢复') } : { value: 'suspend', label: t('暂停') },
      { value: 'terminate', label: t('终止'), danger: true },
    ])) as Act | undefined
    if (chosen) onAct({ act: chosen, process })
  }
  return (
    <>
      <div className="px-4 py-1 wide:px-6">
        <SearchBox value={keyword} onSearch={setKeyword} placeholder={t('搜索申请')} />
      </div>
      <div className="plain-scrollbar flex shrink-0 gap-2 overflow-x-auto px-4 pb-2 pt-1 wide:px-6">
        <button type="button" aria-haspopup="dialog" onClick={() => void chooseFlow()} className={`${chip} ${flow ? chosenChip : ''}`}>
          {flow ? t(flow.flowName) : t('全部流程')}
          <ChevronDown size={14} aria-hidden />
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => void chooseStatus()} className={`${chip} ${status ? chosenChip : ''}`}>
          {status ? t(processStatuses[status]) : t('全部状态')}
          <ChevronDown size={14} aria-hidden />
        </button>
        <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={`${chip} ${inSheet > 0 ? chosenChip : ''}`}>
          <SlidersHorizontal size={14} aria-hidden />
          {inSheet > 0 ? t('筛选 {count}', { count: inSheet }) : t('筛选')}
        </button>
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
        row={(process) => (
          <div className="flex items-center">
            <div className="min-w-0 flex-1">
              <ApplicationCard process={process} onPress={() => go('/pages/flow/progress', { processId: process.id })} />
            </div>
            {mayChange && !ended && (
              <IconButton
                icon={Ellipsis}
                iconSize={20}
                label={t('处理{title}', { title: shownTitle(process.title) })}
                className="mr-1 text-quiet"
                onClick={() => void act(process)}
              />
            )}
          </div>
        )}
        empty={{ title: t('没有流程'), text: t('换个条件试试') }}
      />
    </>
  )
}

const anybody: ApplicantAndDays = { applicant: '', from: '', to: '' }

const Incidents = ({ mayChange, onAct }: { mayChange: boolean; onAct: (acting: Acting) => void }) => {
  const pages = usePages(workflowOperations.incidents, {})
  const { send, sending } = useSend(workflowOperations.incidentRetry, { changes: ['workflow'] })
  const retry = async ({ id, kind }: IncidentRow) => {
    try {
      const { status } = await send({ id })
      const failed = kind === 'posting' && status === 'posting'
      toast(failed ? t('仍未能入账') : t(triedWords[kind]), failed ? 'error' : 'success')
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <List
      pages={pages}
      keyOf={(incident) => incident.id}
      row={(incident) => (
        <div className="pb-3">
          {incident.process && (
            <ProcessCard
              process={incident.process}
              time={incident.createdAt}
              tag={<StatusTag process={incident.process} />}
              onPress={() => go('/pages/flow/progress', { processId: incident.instanceId })}
            />
          )}
          <p className="px-4 text-body text-bad">{told(incident)}</p>
          <div className="mt-2 flex gap-2 px-4">
            <Button size="small" busy={sending} onClick={() => void retry(incident)}>
              {t('重试')}
            </Button>
            {mayChange && incident.kind === 'posting' && (
              <Button
                size="small"
                kind="secondary"
                onClick={() => go('/pages/flow/progress', { processId: incident.instanceId, edit: '1' })}
              >
                {t('修改')}
              </Button>
            )}
            {mayChange && incident.process && (
              <Button
                size="small"
                kind="secondary"
                onClick={() =>
                  onAct(
                    incident.kind === 'posting'
                      ? { act: 'cancelIncident', process: incident.process!, incidentId: incident.id }
                      : { act: 'terminate', process: incident.process! },
                  )
                }
              >
                {t(actTitles[incident.kind === 'posting' ? 'cancelIncident' : 'terminate'])}
              </Button>
            )}
            <span className="ml-auto self-center text-small text-faint">{when(incident.createdAt)}</span>
          </div>
        </div>
      )}
      empty={{ title: t('没有异常'), text: t('未能入账的单据、失败的外部服务和子流程会出现在这里。') }}
    />
  )
}

/** What is said when something was tried again: only the books answer at once. */
const triedWords: Readonly<Record<IncidentRow['kind'], string>> = { posting: '已入账', service: '已重新请求', child: '已重新发起' }

/** Asks why, and to whom where that matters; then does it. */
const Reasoned = ({ acting, onDone }: { acting: Acting; onDone: () => void }) => {
  const { act, process, incidentId } = acting
  const [reason, setReason] = useState('')
  const [toUid, setToUid] = useState<Id | ''>('')
  const [chosenTask, setChosenTask] = useState('')
  const changes = { changes: ['workflow', 'workbench'] }
  const reassign = useSend(workflowOperations.reassign, changes)
  const suspend = useSend(workflowOperations.suspend, changes)
  const resume = useSend(workflowOperations.resume, changes)
  const terminate = useSend(workflowOperations.terminate, changes)
  const cancel = useSend(workflowOperations.incidentCancel, changes)
  const detail = useAsk(workflowOperations.process, { id: process.id }, { enabled: act === 'reassign' })
  const open = (detail.data?.progress ?? []).flatMap(({ people }) =>
    people.filter(({ state, taskId }) => state === 'open' && taskId !== null),
  )
  const from = open.find(({ taskId }) => taskId === chosenTask) ?? (open.length === 1 ? open[0] : undefined)
  const why = reason.trim()
  const acts: Readonly<Record<Act, () => Promise<unknown>>> = {
    reassign: async () => {
      const { moved, refused } = await reassign.send({ taskIds: [from!.taskId!], toUid, reason: why })
      toast(moved > 0 ? t('已改派') : (refused[0]?.words ?? t('没有可以改派的任务')), moved > 0 ? 'success' : 'error')
    },
    suspend: () => suspend.send({ instanceId: process.id, reason: why }).then(() => toast(t('已暂停'), 'success')),
    resume: () => resume.send({ instanceId: process.id, ...(why && { reason: why }) }).then(() => toast(t('已恢复'), 'success')),
    terminate: () => terminate.send({ instanceId: process.id, reason: why }).then(() => toast(t('已终止'), 'success')),
    cancelIncident: () => cancel.send({ id: incidentId!, reason: why }).then(() => toast(t('已取消入账'), 'success')),
  }
  const run = async () => {
    try {
      await acts[act]()
      onDone()
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  const ready = (why !== '' || act === 'resume') && (act !== 'reassign' || (toUid !== '' && from !== undefined))
  const busy = [reassign, suspend, resume, terminate, cancel].some(({ sending }) => sending)
  return (
    <Sheet
      open
      onClose={onDone}
      title={t(actTitles[act])}
      footer={
        <Button
          size="large"
          wide
          kind={act === 'terminate' || act === 'cancelIncident' ? 'danger' : 'primary'}
          busy={busy}
          disabled={!ready}
          onClick={() => void run()}
        >
          {t(actTitles[act])}
        </Button>
      }
    >
      <p className="px-1 pb-2 text-body text-quiet">{shownTitle(process.title)}</p>
      <Card flush>
        {act === 'reassign' && (
          <Choice
            label={t('原处理人')}
            required
            value={from?.taskId ?? ''}
            onChange={setChosenTask}
            options={open.map(({ taskId, userName }) => ({ value: taskId!, label: userName }))}
          />
        )}
        {act === 'reassign' && (
          <ReferenceField
            control={{ type: 'reference', to: 'person', many: false }}
            label={t('新处理人')}
            required
            value={toUid}
            onChange={setToUid}
          />
        )}
        <TextArea label={t('原因')} value={reason} onChange={setReason} max={200} lines={3} required={act !== 'resume'} />
      </Card>
    </Sheet>
  )
}

const actTitles: Readonly<Record<Act, string>> = {
  reassign: '改派',
  suspend: '暂停',
  resume: '恢复',
  terminate: '终止',
  cancelIncident: '取消入账',
}

const over: ReadonlySet<ProcessRow['status']> = new Set(['approved', 'rejected', 'withdrawn', 'terminated'])

const chip = 'flex h-9 shrink-0 items-center gap-1 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60'
const chosenChip = 'bg-accent-soft! text-accent-strong!'
