import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { documentKind, documentKinds } from '../../domain/documents/all.ts'
import { codeOf, type DocumentKind, type DocumentState } from '../../domain/documents/define.ts'
import { isAboutThings } from '../../domain/documents/lines.ts'
import { tableOfDocument } from '../../domain/documents/table.ts'
import { documentOperations, type ListedDocument } from '../../domain/documents/operations.ts'
import { documentExports } from '../../domain/tables/exportOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Page } from '../look/Page.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { DocumentCard } from './DocumentCard.tsx'
import { stateLook } from './documentState.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { useKindTitle } from './kindTitle.ts'
import { when } from '../shell/when.ts'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { editPathOfKind } from '../places.ts'
import { useScreen, useWide } from '../screen.ts'
import { useSession } from '../session/session.ts'
import type { Selection } from '../table/selection.ts'
import { useWordedTable } from '../forms/useWordedTable.ts'
import { TableList } from '../table/TableList.tsx'
import { useViewed } from '../table/views/useViewed.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { DocumentBar } from './DocumentBar.tsx'
import { NotSubmitted, SubmitChosen, SubmittingBar } from './SubmitChosen.tsx'
import { useSubmitting } from './useSubmitting.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** All documents of a kind as a table. `leading`: tabs that stand before those of the states. */
export default function DocumentList({ kind: name, leading }: { kind: string; leading?: ReactNode }) {
  const kind = assertDefined(documentKind(name), `the kind ${name}`)
  const title = useKindTitle(kind)
  const isAllowed = useAllowed()
  const { uid } = useSession()
  const table = useWordedTable(tableOfDocument(kind))
  const { where, likeQuery } = useViewed(table).looking.view
  const { search: query } = useScreen()
  const [tab, setTab] = useState(query['tab'] ?? 'all')
  const panel = usePanel<ListedDocument>(({ id }) => ({ what: kind.kind, id }))
  const batchSubmission = useSubmitting(kind)
  const tabs = tabsOf(kind)
  const wide = useWide()
  const counts = useCounts(kind, tabs, { ...(where && where.length > 0 && { where }), ...(likeQuery && { likeQuery }) }, uid)
  const mayCreate = isAllowed(`${codeOf(kind)}:save`)
  const create = () => goHref(editPathOfKind(kind.kind))
  const fixedFilter = filterOfTab(
    tabs.find(({ value }) => value === tab),
    uid,
  )
  const states = <StateTabs first={leading} tabs={tabs} tab={tab} counts={counts} onTab={setTab} />
  const emptyText = mayCreate ? t('点“新建”开始第一张。') : ''
  return (
    <Beside panel={panel}>
      <Page
        title={title.list}
        scroll={false}
        right={
          mayCreate && (
            <Button size="small" icon={Plus} onClick={create}>
              {t('新建')}
            </Button>
          )
        }
        bottom={batchSubmission.progress && <SubmittingBar submitting={batchSubmission} />}
        below={wide && states}
      >
        <TableList<ListedDocument>
          table={table}
          list={documentOperations(kind).list}
          fixed={fixedFilter}
          leading={states}
          apart
          picture={false}
          searched={t('单号、物品、人员')}
          cell={(row, key) => cellOf(kind, row, key)}
          card={(row) => <DocumentCard kind={kind} row={row} onPress={() => panel.table.onOpen(row)} />}
          {...panel.table}
          selectable
          bulk={(selection) => (
            <ChosenDocuments kind={kind} title={title.list} selection={selection} batchSubmission={batchSubmission} rows={panel.rows} />
          )}
          tools={({ asked, columns }) =>
            isAllowed(`${codeOf(kind)}:export`) && (
              <ExportButton operation={documentExports(kind).export} asked={asked} columns={columns} title={title.list} hasLines />
            )
          }
          empty={{
            title: tab !== 'all' ? t('没有符合条件的单据') : t('还没有{title}单', { title: title.list }),
            text: tab === 'all' ? emptyText : t('换一个词或放宽筛选条件再试试。'),
            ...(mayCreate && tab === 'all' && { action: { label: t('新建'), onPress: create } }),
          }}
        />
        <NotSubmitted submitting={batchSubmission} onOpen={panel.table.onOpen} />
      </Page>
    </Beside>
  )
}

type StateTabsProps = {
  first: ReactNode
  tabs: readonly StateTab[]
  tab: string
  counts: ReturnType<typeof useCounts>
  onTab: (tab: string) => void
}

const StateTabs = ({ first, tabs, tab, counts, onTab }: StateTabsProps) => (
  <>
    {first}
    <Tabs
      label={t('状态')}
      value={tab}
      onChange={onTab}
      tabs={tabs.map(({ value, label }) => ({ value, label: t(label), count: counts.get(value) }))}
    />
  </>
)

type ChosenDocumentsProps = {
  kind: DocumentKind
  title: string
  selection: Selection
  batchSubmission: ReturnType<typeof useSubmitting>
  rows: readonly ListedDocument[]
}

/** What is done with several documents at once. */
const ChosenDocuments = ({ kind, title, selection, batchSubmission, rows }: ChosenDocumentsProps) => {
  const isAllowed = useAllowed()
  return (
    <>
      <DocumentBar kind={kind} title={title} selection={selection} />
      {isAllowed(`${codeOf(kind)}:submit`) && <SubmitChosen {...{ kind, selection, submitting: batchSubmission }} rows={rows} />}
    </>
  )
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

const filterOfTab = (tab: StateTab | undefined, uid: Id) => ({
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
          label: kind.fulfilmentWords?.none ?? '待到货',
          states: ['posted'] as const,
          open: true as const,
          queue: kind.shortfallRule !== undefined,
          counted: true,
        },
      ]
    : []),
  { value: 'posted', label: '已完成', states: ['posted'], ...(kind.fulfilmentWords && { open: false }) },
  { value: 'reversed', label: '已冲销', states: ['reversed'] },
]

/** How many wait in the states in which something is still to be done. */
const useCounts = (kind: DocumentKind, tabs: readonly StateTab[], question: object, uid: Id): ReadonlyMap<string, number | undefined> => {
  const list = documentOperations(kind).list
  const inputOfTab = (tab: StateTab | undefined) => ({ ...question, ...filterOfTab(tab, uid), pageSize: 1 })
  const countedTabs = tabs.filter((tab) => tab.counted)
  const first = useAsk(list, inputOfTab(countedTabs[0]), { keep: true })
  const second = useAsk(list, inputOfTab(countedTabs[1]), { keep: true })
  const third = useAsk(list, inputOfTab(countedTabs[2]), { keep: true, enabled: countedTabs.length > 2 })
  return new Map(countedTabs.map(({ value }, index) => [value, [first, second, third][index]?.data?.totalCount]))
}

/** Its state in its colour, and when it was submitted as people say it. */
const cellOf = (kind: DocumentKind, row: ListedDocument, key: string): ReactNode => {
  if (key === 'submittedAt') return row.submittedAt && when(row.submittedAt)
  if (key === 'postedAt') return row.postedAt && when(row.postedAt)
  if (key === 'summary') return row.summary || (isAboutThings(kind) ? t('没有明细') : '')
  // Nothing was said of money, as in the head of the document.
  if (key === 'amount' && row.amount === '0') return ''
  if (key !== 'state') return undefined
  const { words, tone } = stateLook(kind, row)
  return <Tag tone={tone}>{words}</Tag>
}
