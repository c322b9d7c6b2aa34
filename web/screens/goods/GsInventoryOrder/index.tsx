import { ClipboardList, Plus } from 'lucide-react'
import { useState } from 'react'
import { countTaskList, type CountTaskRow } from '../../../../domain/operations/counting.ts'
import { Button } from '../../../look/Button.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { type Column, List } from '../../../look/List.tsx'
import { Page } from '../../../look/Page.tsx'
import { SearchBox } from '../../../look/SearchBox.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { Tag } from '../../../look/Tag.tsx'
import { usePages } from '../../../pages.ts'
import { useAllowed } from '../../../parts/allowed.ts'
import { when } from '../../../parts/when.ts'
import { useScreen, useWide } from '../../../screen.ts'
import { go } from '../../../travel.ts'
import { t } from '../../../words.ts'
import DocumentList from '../../documents/list.tsx'
import { differingOf, dueWords, isOver, percentOf, taskLook } from './countLook.ts'
import { CountCard } from './CountCard.tsx'
import { StartSheet } from './StartSheet.tsx'
import { useBeat } from './useBeat.ts'

/**
 * Counts first: those under way with how far they are, then what was counted before; beside them the documents that book differences. The query
 * may say to `start` one.
 */
export default function Inventory() {
  const [view, setView] = useState<'counts' | 'documents'>('counts')
  const above = (
    <div className="px-4 pb-2 wide:px-6">
      <div className="wide:w-80">
        <Tabs
          look="pill"
          label={t('资产盘点')}
          value={view}
          onChange={setView}
          tabs={[
            { value: 'counts', label: t('盘点任务') },
            { value: 'documents', label: t('盘点单') },
          ]}
        />
      </div>
    </div>
  )
  return view === 'documents' ? <DocumentList kind="GsInventoryOrder" above={above} /> : <Counts above={above} />
}

type State = 'all' | 'under' | 'review' | 'closed'

const Counts = ({ above }: { above: React.ReactNode }) => {
  const allowed = useAllowed()
  const mayPlan = allowed('gsinventorytask:plan')
  const wide = useWide()
  const [search, setSearch] = useState('')
  const [state, setState] = useState<State>('all')
  const { search: query } = useScreen()
  const [starting, setStarting] = useState('start' in query)
  const pages = usePages(countTaskList, {
    ...(search && { likeQuery: search }),
    ...(state === 'under' && { state: 'open' as const }),
    ...(state === 'review' && { state: 'review' as const }),
    ...(state === 'closed' && { state: 'closed' as const }),
  })
  const running = pages.rows.some((row) => !isOver(row))
  useBeat(pages.refresh, running ? 30 : undefined)
  const open = ({ id }: CountTaskRow) => go('/pages/goods/GsInventoryOrder/gsinventorytask', { id })
  return (
    <Page
      scroll={false}
      right={
        mayPlan && (
          <>
            {wide ? (
              <Button kind="plain" size="small" icon={ClipboardList} onClick={() => go('/pages/goods/GsInventoryOrder/gsinventoryplan')}>
                {t('盘点计划')}
              </Button>
            ) : (
              <IconButton
                icon={ClipboardList}
                label={t('盘点计划')}
                iconSize={20}
                onClick={() => go('/pages/goods/GsInventoryOrder/gsinventoryplan')}
              />
            )}
            <Button size="small" icon={Plus} onClick={() => setStarting(true)}>
              {t('开始盘点')}
            </Button>
          </>
        )
      }
      below={
        <>
          {above}
          <div className="flex px-4 pb-1 wide:px-6">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索盘点名称、编号')} />
          </div>
          <Tabs
            label={t('状态')}
            value={state}
            onChange={setState}
            tabs={[
              { value: 'all', label: t('全部') },
              { value: 'under', label: t('盘点中') },
              { value: 'review', label: t('待处理') },
              { value: 'closed', label: t('已完成') },
            ]}
          />
        </>
      }
    >
      <List
        pages={pages}
        apart={!wide}
        picture={false}
        keyOf={({ id }) => id}
        row={(row) => <CountCard task={row} onPress={() => open(row)} />}
        columns={columns()}
        onOpen={open}
        empty={{
          title: search || state !== 'all' ? t('没有符合条件的盘点') : t('还没有盘点'),
          text: search || state !== 'all' ? t('换一个词或放宽筛选条件再试试。') : mayPlan ? t('选一个区域，几下就能开始。') : '',
          ...(mayPlan && !search && state === 'all' && { action: { label: t('开始盘点'), onPress: () => setStarting(true) } }),
        }}
      />
      <StartSheet open={starting && mayPlan} onClose={() => setStarting(false)} />
    </Page>
  )
}

const columns = (): Column<CountTaskRow>[] => [
  {
    key: 'name',
    title: t('盘点'),
    cell: ({ name, code }) => (
      <span className="block min-w-0 py-1">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-small text-quiet">{code}</span>
      </span>
    ),
    width: 'minmax(12rem,2fr)',
  },
  {
    key: 'done',
    title: t('进度'),
    cell: ({ numbers }) => (
      <span className="flex items-center gap-3 tabular-nums">
        <span className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <span className="block h-full bg-good" style={{ width: `${percentOf(numbers)}%` }} />
        </span>
        {numbers.done}/{numbers.expected}
      </span>
    ),
    width: '13rem',
  },
  {
    key: 'differing',
    title: t('差异'),
    cell: ({ numbers }) => <span className={differingOf(numbers) > 0 ? 'text-warn' : 'text-faint'}>{differingOf(numbers)}</span>,
    end: true,
    width: '4rem',
  },
  { key: 'by', title: t('发起人'), cell: ({ openedBy }) => openedBy?.name, width: '7rem' },
  { key: 'at', title: t('开始'), cell: ({ openedAt }) => when(openedAt), width: '8rem' },
  {
    key: 'due',
    title: t('截止'),
    cell: (row) => {
      const { words, late } = dueWords(row)
      return <span className={late ? 'font-medium text-bad' : ''}>{words || row.dueOn}</span>
    },
    width: '8rem',
  },
  {
    key: 'state',
    title: t('状态'),
    cell: (row) => {
      const { words, tone } = taskLook(row)
      return <Tag tone={tone}>{words}</Tag>
    },
    width: '6rem',
  },
]
