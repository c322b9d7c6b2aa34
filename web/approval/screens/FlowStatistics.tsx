import { ChevronDown, CircleCheckBig, Clock, Hourglass, RotateCcw, Send, TimerOff } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { flowInstallPageSize } from '../../../domain/rules/constants.ts'
import { addDays, type Day } from '../../../kernel/day.ts'
import { useAsk } from '../../ask.ts'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { tookWords } from '../process/duration.ts'
import { StatisticsDays } from '../process/StatisticsDays.tsx'
import { StatisticsPeople } from '../process/StatisticsPeople.tsx'
import { StatisticsSteps } from '../process/StatisticsSteps.tsx'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { Tile } from '../../workbench/Tile.tsx'
import { today } from '../../shell/dateWords.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { keysOf } from '../../../kernel/keysOf.ts'

/** How flows went in a period: how many, how long, where they wait and what comes back; from here to the applications themselves. */
export default function FlowStatistics() {
  const [period, setPeriod] = useState<Period>('month')
  const [flowKey, setFlowKey] = useState<string>()
  const to = today()
  const from = addDays(to, 1 - periods[period].days)
  const { data, error, refetch } = useAsk(
    flowOperations.statistic,
    { from, to, ...(flowKey !== undefined && { flowKey }) },
    { keep: true, staleMs: 30_000 },
  )
  return (
    <Page
      width="full"
      onRefresh={refetch}
      below={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pb-2 pt-1 wide:px-5">
          <div className="w-full tablet:w-96">
            <Tabs
              look="pill"
              label={t('时间')}
              value={period}
              onChange={setPeriod}
              tabs={keysOf(periods).map((value) => ({ value, label: t(periods[value].title) }))}
            />
          </div>
          <FlowChoice flowKey={flowKey} onChange={setFlowKey} />
        </div>
      }
    >
      {data && <Figures figures={data} from={from} to={to} />}
      {!data && error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
    </Page>
  )
}

type Period = keyof typeof periods
const periods = {
  week: { title: '近7天', days: 7 },
  month: { title: '近30天', days: 30 },
  season: { title: '近90天', days: 90 },
  year: { title: '近一年', days: 365 },
}

type Statistic = OutputOf<typeof flowOperations.statistic>

const Figures = ({ figures, from, to }: { figures: Statistic; from: Day; to: Day }) => {
  const { total, approved, rejected, returned, running, overdueTasks, averageSeconds } = figures
  const isEmpty = total + approved + rejected + returned + figures.nodes.length + figures.people.length === 0
  return (
    <div className="pt-2">
      <div className="mb-4 grid grid-cols-2 gap-3 tablet:grid-cols-3 wide:grid-cols-6">
        <Tile title={t('发起')} value={total} icon={Send} />
        <Tile title={t('通过')} value={approved} icon={CircleCheckBig} color="var(--good)" />
        <Tile title={t('平均用时')} value={averageSeconds === null ? '–' : tookWords(averageSeconds)} icon={Clock} color="#7a5af8" />
        <Tile title={t('退回次数')} value={returned} icon={RotateCcw} color="var(--warn)" />
        <Tile title={t('进行中')} value={running} icon={Hourglass} color="#12b5cb" onPress={() => openMonitor()} />
        <Tile
          title={t('超时未办')}
          value={overdueTasks}
          icon={TimerOff}
          color="var(--bad)"
          alarm={overdueTasks > 0}
          onPress={() => openMonitor()}
        />
      </div>
      {isEmpty ? (
        <Card>
          <Empty title={t('这段时间没有审批')} text={t('换个时间或流程看看')} />
        </Card>
      ) : (
        <>
          <div className="grid gap-x-4 wide:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] wide:items-start">
            <Section title={t('每天的申请')} flush={false}>
              <StatisticsDays days={figures.days} from={from} to={to} />
            </Section>
            <FlowList flows={figures.flows} />
          </div>
          {figures.nodes.length > 0 && <StatisticsSteps steps={figures.nodes} onOpen={({ flowKey }) => openMonitor(flowKey)} />}
          {figures.people.length > 0 && <StatisticsPeople people={figures.people} onOpen={({ flowKey }) => openMonitor(flowKey)} />}
        </>
      )}
    </div>
  )
}

/** The busiest flows first; each leads to its applications. */
const FlowList = ({ flows }: { flows: Statistic['flows'] }) => (
  <Section title={t('各流程')}>
    {flows
      .toSorted((a, b) => b.total - a.total || b.running - a.running)
      .slice(0, flowsAtMost)
      .map((flow) => (
        <Cell
          key={flow.flowKey}
          icon={menuIcon(flow.flowIcon)}
          tint={flow.color}
          title={t(flow.flowName)}
          text={[
            t('通过{n}项', { n: flow.approved }),
            flow.averageSeconds === null ? '' : t('平均{time}', { time: tookWords(flow.averageSeconds) }),
            flow.returned > 0 ? t('退回{n}次', { n: flow.returned }) : '',
            flow.overdueTasks > 0 ? t('超时{n}项', { n: flow.overdueTasks }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          value={<span className="tabular-nums">{flow.total}</span>}
          onPress={() => openMonitor(flow.flowKey)}
        />
      ))}
  </Section>
)

const FlowChoice = ({ flowKey, onChange }: { flowKey: string | undefined; onChange: (flowKey: string | undefined) => void }) => {
  const flows = useAsk(flowOperations.installedFlows, { all: true, pageSize: flowInstallPageSize }, { staleMs: 60_000 })
  const list = flows.data?.list ?? []
  const chosenFlow = list.find((flow) => flow.flowKey === flowKey)
  const ask = async () => {
    const answer = await choose(t('流程'), [
      { value: '', label: t('全部流程'), chosen: !chosenFlow },
      ...list.map((flow) => ({ value: flow.flowKey, label: t(flow.flowName), chosen: flow === chosenFlow })),
    ])
    if (answer !== undefined) onChange(answer === '' ? undefined : answer)
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => void ask()}
      className={`reach flex h-9 items-center gap-1 rounded-full px-3.5 text-small ${chosenFlow ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-quiet'}`}
    >
      {chosenFlow ? t(chosenFlow.flowName) : t('全部流程')}
      <ChevronDown size={14} aria-hidden />
    </button>
  )
}

const flowsAtMost = 6

const openMonitor = (flowKey?: string) => go('/pages/flow/monitor', flowKey === undefined ? {} : { flowKey })
