import { ArrowDownToLine, LayoutDashboard, SlidersHorizontal, X } from 'lucide-react'
import { type ComponentProps, useMemo, useState } from 'react'
import { conditionOfGroup } from '../../../domain/tables/groupCondition.ts'
import type { Table } from '../../../domain/tables/define.ts'
import { tableGroupsExport } from '../../../domain/tables/groupExportOperations.ts'
import type { GroupLayout, GroupKey } from '../../../domain/tables/grouping.ts'
import { type Group, type Groups, tableGroups } from '../../../domain/tables/groupOperations.ts'
import { reportShown } from '../../../domain/reports/reports.ts'
import { groupKeyWords } from '../../../domain/tables/groupWords.ts'
import { useAsk } from '../../ask.ts'
import { useExport } from '../../forms/ExportButton.tsx'
import { Button } from '../../look/Button.tsx'
import { Empty } from '../../look/Empty.tsx'
import { loadLater } from '../../look/loadLater.tsx'
import { PendingPart } from '../../look/Pending.tsx'
import { useWide } from '../../screen.ts'
import { today } from '../../shell/dateWords.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import type { TableQuery } from '../row.ts'
import type { TableLook } from '../tableLook.ts'
import { chartDataOf } from './chartData.ts'
import { figureColumns } from './figures.ts'
import { GroupRows } from './GroupRows.tsx'
import { GroupSettings } from './GroupSettings.tsx'
import { PivotRows } from './PivotRows.tsx'
import { SendRegularly } from './SendRegularly.tsx'
import type { GroupsQuestion } from './usePivotTotals.ts'
import './groups.css'

type Props = {
  table: Table
  tableLook: TableLook
  layout: GroupLayout
  query: TableQuery
  /** What the list says where it has no rows at all; undefined where conditions or words narrow it. */
  emptyState: ComponentProps<typeof Empty> | undefined
}

const GroupChart = loadLater(() => import('./GroupChart.tsx'), { fallback: <div className="groups-chart-room" /> })

/** A list summarised: what it is grouped by, a chart, and the figures, each of which opens the rows behind it. */
export default function GroupsView({ table, tableLook, layout, query, emptyState }: Props) {
  const { by, figures } = layout
  const question = useMemo(() => {
    const { sort: _, ...conditions } = query
    return { table: table.name, asked: conditions, by: [...by], figures: [...figures] }
  }, [table, query, by, figures])
  const { data, error, refetch } = useAsk(tableGroups, question, { keep: true })
  const open = (keys: readonly GroupKey[], values: readonly (string | null)[]) => {
    const conditions = keys.map((key, index) => conditionOfGroup(table, key, values[index] ?? null))
    goHref(tableLook.hrefWith({ where: [...(tableLook.view.where ?? []), ...conditions], groups: null }))
  }
  const report = reportShown(table.name, { where: tableLook.view.where ?? [], groups: layout }, today())
  const title = report ? t(report.title) : titleOf(table, layout)
  return (
    <div className="groups">
      {report && <h2 className="groups-title">{title}</h2>}
      <div className="groups-top">
        <FoldedSettings table={table} layout={layout} onChange={(groups) => tableLook.look({ groups })} />
        <div className="groups-acts">
          <TakeAway table={table} question={{ ...question, isPivot: layout.isPivot === true && by.length > 1 }} />
          <SendRegularly table={table} tableLook={tableLook} title={title} />
          <ToDashboard table={table} tableLook={tableLook} layout={layout} query={query} title={title} />
          <Button kind="plain" size="small" icon={X} onClick={() => tableLook.look({ groups: null })}>
            {t('返回明细')}
          </Button>
        </div>
      </div>
      {!data && <PendingPart error={error} onRetry={refetch} />}
      {data && data.total.count > 0 && <Answer table={table} layout={layout} question={question} groups={data} onOpen={open} />}
      {data && data.total.count === 0 && <NoGroups tableLook={tableLook} emptyState={emptyState} />}
    </div>
  )
}

/** On a phone the settings are folded under what they say. */
const FoldedSettings = (props: Parameters<typeof GroupSettings>[0]) => {
  const wide = useWide()
  const { table, layout } = props
  if (wide) return <GroupSettings {...props} />
  const keys = layout.by.map((key) => groupKeyWords(table, key, t)).join(' × ')
  const [figure] = figureColumns(table, layout)
  return (
    <details className="groups-folded">
      <summary>
        <SlidersHorizontal size={16} aria-hidden />
        <span>{[keys, figure?.title].filter(Boolean).join(' · ')}</span>
      </summary>
      <GroupSettings {...props} />
    </details>
  )
}

const TakeAway = ({ table, question }: { table: Table; question: Readonly<Record<string, unknown>> }) => {
  const { take, busy } = useExport({
    hasFormats: true,
    operation: tableGroupsExport,
    asked: question,
    title: `${t(table.title)}-${t('汇总')}`,
  })
  return (
    <Button kind="plain" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
      {t('导出')}
    </Button>
  )
}

/** What a summary of one's own is called at first. */
const titleOf = (table: Table, { by }: GroupLayout): string =>
  [t(table.title), by.map((key) => groupKeyWords(table, key, t)).join(' × ')].filter(Boolean).join(t('：')).slice(0, 60)

const PutOnDashboard = loadLater(() => import('../../dashboards/PutOnDashboard.tsx'))

/** What lists ask of their own besides what the address says, and a tile asks as well. */
const ownInputs: readonly string[] = ['where', 'likeQuery', 'status', 'scope', 'bookId', 'month', 'fromMonth', 'toMonth', 'day']

/** Puts the summary on a dashboard. What a tab of the screen leaves out no tile could leave out. */
const ToDashboard = ({ table, tableLook, layout, query, title }: Omit<Props, 'emptyState'> & { title: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  const isWhole = Object.keys(query).every((key) => key === 'sort' || ownInputs.includes(key))
  return (
    <>
      <Button
        kind="plain"
        size="small"
        icon={LayoutDashboard}
        disabled={isWhole ? undefined : t('请先切换到“全部”，再用筛选条件缩小范围')}
        onClick={() => setIsOpen(true)}
      >
        {t('放入仪表板')}
      </Button>
      {isOpen && <PutOnDashboard table={table} view={tableLook.view} layout={layout} title={title} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const NoGroups = ({ tableLook, emptyState }: Pick<Props, 'tableLook' | 'emptyState'>) => (
  <Empty
    {...(emptyState ?? {
      title: t('没有可以汇总的数据'),
      text: t('没有符合条件的记录。可以放宽或清除筛选条件，或返回明细。'),
      action: { label: t('清除筛选'), onPress: tableLook.clearFilters },
    })}
  />
)

type AnswerProps = {
  table: Table
  layout: GroupLayout
  question: GroupsQuestion
  groups: Groups
  onOpen: (keys: readonly GroupKey[], values: readonly (string | null)[]) => void
}

const Answer = ({ table, layout, question, groups, onOpen }: AnswerProps) => {
  const chart = useMemo(() => chartDataOf(table, layout, groups), [table, layout, groups])
  const openGroup = ({ keys }: Group) => onOpen(layout.by, keys)
  return (
    <>
      {chart && (
        <div className="groups-picture">
          <GroupChart data={chart} onOpen={openGroup} />
          {chart.leftOut > 0 && <p className="groups-note">{t('图中未画出其余{count}组，表格中有全部数值。', { count: chart.leftOut })}</p>}
          {layout.chart === 'pie' && chart.kind !== 'pie' && (
            <p className="groups-note">{t('超过7组或有负数时饼图不易看清，已改用柱形图。')}</p>
          )}
        </div>
      )}
      <div className="groups-figures">
        {layout.isPivot && layout.by.length > 1 ? (
          <PivotRows table={table} layout={layout} question={question} groups={groups} onOpen={onOpen} />
        ) : (
          <GroupRows table={table} layout={layout} groups={groups} onOpen={onOpen} />
        )}
        {groups.others && (
          <p className="groups-note">{t('组数很多，只单独列出最大的{count}组，其余合并为“其他”。', { count: groups.list.length })}</p>
        )}
      </div>
    </>
  )
}
