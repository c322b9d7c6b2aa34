import { Plus, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { documentKind, documentKinds } from '../../../domain/documents/all.ts'
import { codeOf, type DocumentKind, type DocumentState } from '../../../domain/documents/define.ts'
import { documentOperations, type DocumentRow } from '../../../domain/operations/documents.ts'
import { documentExports } from '../../../domain/operations/exports.ts'
import type { Day } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { usePages } from '../../pages.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { DateField } from '../../look/DateField.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { type Column, List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import { SearchBox } from '../../look/SearchBox.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { SplitView } from '../../look/SplitView.tsx'
import { Switch } from '../../look/Switch.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { useAllowed } from '../../parts/allowed.ts'
import { DocumentCard } from '../../parts/DocumentCard.tsx'
import { stateLook } from '../../parts/documentState.ts'
import { ExportButton } from '../../parts/ExportButton.tsx'
import { useKindTitle } from '../../parts/kindTitle.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { when } from '../../parts/when.ts'
import { documentHref, editPathOfKind } from '../../places.ts'
import { useWide } from '../../screen.ts'
import { useSession } from '../../session.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { DocumentDetail } from './DocumentDetail.tsx'

/** All documents of a kind. On a wide window a table, and once one is opened the list stands beside it. `above` stands before search and tabs. */
export default function DocumentList({ kind: name, above }: { kind: string; above?: ReactNode }) {
  const kind = documentKind(name)!
  const title = useKindTitle(kind)
  const wide = useWide()
  const allowed = useAllowed()
  const { uid } = useSession()
  const [tab, setTab] = useState('all')
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>({})
  const [filtering, setFiltering] = useState(false)
  const [chosen, setChosen] = useState<Id>()
  const tabs = tabsOf(kind)
  const asked = { ...filter, ...(search && { likeQuery: search }) }
  const shown = {
    ...asked,
    ...narrowed(
      tabs.find(({ value }) => value === tab),
      uid,
    ),
  }
  const pages = usePages(documentOperations(kind).list, shown)
  const counts = useCounts(kind, tabs, asked, uid)
  const mayCreate = allowed(`${codeOf(kind)}:save`)
  const create = () => goHref(editPathOfKind(kind.kind))
  const open = (row: DocumentRow) => {
    if (wide && row.state !== 'draft') setChosen(row.id)
    else goHref(documentHref(kind.kind, row.id))
  }
  const filtered = Object.values(filter).some(Boolean)

  const list = (
    <List
      pages={pages}
      apart={!wide || chosen !== undefined}
      picture={false}
      keyOf={({ id }) => id}
      row={(row) => <DocumentCard kind={kind} row={row} onPress={() => open(row)} chosen={wide && row.id === chosen} />}
      columns={chosen === undefined ? columnsOf(kind) : undefined}
      onOpen={open}
      empty={{
        title: search || filtered ? t('没有符合条件的单据') : t('还没有{title}单', { title: title.list }),
        text: search || filtered ? t('换一个词或放宽筛选条件再试试。') : mayCreate ? t('点“新建”开始第一张。') : '',
        ...(mayCreate && !search && !filtered && { action: { label: t('新建'), onPress: create } }),
      }}
    />
  )
  return (
    <Page
      title={title.list}
      scroll={false}
      right={
        <>
          {allowed(`${codeOf(kind)}:export`) && <ExportButton operation={documentExports(kind).export} asked={shown} title={title.list} />}
          {mayCreate && (
            <Button size="small" icon={Plus} onClick={create}>
              {t('新建')}
            </Button>
          )}
        </>
      }
      below={
        <>
          {above}
          <div className="flex items-center gap-1 px-4 pb-1">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索单号、物品、人员')} />
            <span className="relative -mr-2">
              <IconButton icon={SlidersHorizontal} label={t('筛选')} iconSize={20} onClick={() => setFiltering(true)} />
              {filtered && <span className="absolute right-2 top-2 size-2 rounded-full bg-accent" aria-label={t('已筛选')} />}
            </span>
          </div>
          <Tabs
            label={t('状态')}
            value={tab}
            onChange={setTab}
            tabs={tabs.map(({ value, label }) => ({ value, label: t(label), count: counts.get(value) }))}
          />
        </>
      }
    >
      {chosen === undefined ? (
        list
      ) : (
        <SplitView list={list} detail={<Beside key={chosen} kind={kind} id={chosen} onClose={() => setChosen(undefined)} />} empty="" />
      )}
      <FilterSheet open={filtering} onClose={() => setFiltering(false)} filter={filter} onChange={setFilter} />
    </Page>
  )
}

const Beside = ({ kind, id, onClose }: { kind: DocumentKind; id: Id; onClose: () => void }) => {
  const { data, error, isError, refetch } = useAsk(documentOperations(kind).info, { id })
  if (isError && !data) return <Problem error={error} onRetry={refetch} />
  if (!data)
    return (
      <div className="p-6">
        <Skeleton rows={8} picture={false} />
      </div>
    )
  return <DocumentDetail kind={kind} document={data} onRefresh={refetch} onClose={onClose} />
}

/** `own`: only the reader's; `open`: only what others have still to fulfil, or only the rest; `queue`: in the order in which it was asked for. */
type StateTab = {
  value: string
  label: string
  states?: readonly DocumentState[]
  own?: true
  open?: boolean
  queue?: boolean
  counted?: boolean
}

const narrowed = (tab: StateTab | undefined, uid: Id) => ({
  ...(tab?.states && { state: [...tab.states] }),
  ...(tab?.own && { authorUid: uid }),
  ...(tab?.open !== undefined && { open: tab.open }),
  ...(tab?.queue && { sidx: 'submittedAt' as const, order: 'asc' as const }),
})

const tabsOf = (kind: DocumentKind): StateTab[] => [
  { value: 'all', label: '全部' },
  { value: 'mine', label: '待提交', states: ['draft', 'returned', 'withdrawn', 'rejected'], own: true, counted: true },
  { value: 'inApproval', label: '审批中', states: ['inApproval', 'approved'], counted: true },
  ...(kind.stages ? [{ value: 'inProgress', label: '执行中', states: ['inProgress'] as const, counted: true }] : []),
  ...(documentKinds.some(({ from }) => from?.kind === kind.kind)
    ? [
        {
          value: 'open',
          label: kind.fulfilled?.none ?? '待到货',
          states: ['posted'] as const,
          open: true as const,
          queue: kind.short !== undefined,
          counted: true,
        },
      ]
    : []),
  { value: 'posted', label: '已完成', states: ['posted'], ...(kind.fulfilled && { open: false }) },
  { value: 'reversed', label: '已冲销', states: ['reversed'] },
]

/** How many wait in the states in which something is still to be done. */
const useCounts = (kind: DocumentKind, tabs: readonly StateTab[], asked: object, uid: Id): ReadonlyMap<string, number | undefined> => {
  const list = documentOperations(kind).list
  const one = (tab: StateTab | undefined) => ({ ...asked, ...narrowed(tab, uid), pageSize: 1 })
  const counted = tabs.filter((tab) => tab.counted)
  const first = useAsk(list, one(counted[0]), { keep: true })
  const second = useAsk(list, one(counted[1]), { keep: true })
  const third = useAsk(list, one(counted[2]), { keep: true, enabled: counted.length > 2 })
  return new Map(counted.map(({ value }, index) => [value, [first, second, third][index]?.data?.totalCount]))
}

const columnsOf = (kind: DocumentKind): Column<DocumentRow>[] => [
  { key: 'code', title: t('单号'), cell: ({ code }) => <span className="text-quiet">{code}</span>, width: '13rem' },
  { key: 'summary', title: t('明细'), cell: ({ summary }) => summary || t('没有明细'), width: 'minmax(0,2fr)' },
  ...(kind.subject
    ? [{ key: 'subject', title: t(kind.header[kind.subject]!.label), cell: (row: DocumentRow) => row.subjectName, width: '7rem' }]
    : []),
  { key: 'author', title: t('制单人'), cell: ({ authorName }) => authorName, width: '7rem' },
  ...(kind.amount
    ? [{ key: 'amount', title: t('金额'), cell: (row: DocumentRow) => moneyWords(row.amount), width: '9rem', end: true }]
    : []),
  { key: 'at', title: t('时间'), cell: (row) => when(row.submittedAt ?? row.createdAt), width: '8rem' },
  {
    key: 'state',
    title: t('状态'),
    cell: (row) => {
      const { words, tone } = stateLook(kind, row)
      return <Tag tone={tone}>{words}</Tag>
    },
    width: '6.5rem',
  },
]

type Filter = { mine?: boolean; from?: Day; to?: Day }

const FilterSheet = ({
  open,
  onClose,
  filter,
  onChange,
}: {
  open: boolean
  onClose: () => void
  filter: Filter
  onChange: (filter: Filter) => void
}) => (
  <Sheet
    open={open}
    onClose={onClose}
    title={t('筛选')}
    footer={
      <>
        <Button
          kind="secondary"
          onClick={() => {
            onChange({})
            onClose()
          }}
        >
          {t('清空')}
        </Button>
        <Button wide onClick={onClose}>
          {t('完成')}
        </Button>
      </>
    }
  >
    <Card flush>
      <Switch
        label={t('只看与我有关的')}
        value={filter.mine ?? false}
        onChange={(mine) => onChange({ ...filter, mine: mine || undefined })}
      />
      <DateField label={t('开始日期')} value={filter.from ?? ''} onChange={(from) => onChange({ ...filter, from: from || undefined })} />
      <DateField label={t('结束日期')} value={filter.to ?? ''} onChange={(to) => onChange({ ...filter, to: to || undefined })} />
    </Card>
  </Sheet>
)
