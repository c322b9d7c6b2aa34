import { ListChecks, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { differenceVerdicts, type Verdict, verdicts } from '../../../domain/counting/verdict.ts'
import { type CountLineRow, countTaskLines } from '../../../domain/counting/operations.ts'
import type { Id } from '../../../kernel/id.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choices } from '../../look/fields/Choices.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { type Column, List } from '../../look/List.tsx'
import { SearchBox } from '../../look/fields/SearchBox.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { Tag } from '../../look/Tag.tsx'
import { usePages } from '../../pages.ts'
import { useName } from '../../forms/names.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { type CountTask, isRunning, verdictLook } from './countLook.ts'
import { type DecidedOn, DecideSheet } from './DecideSheet.tsx'
import { decisionWords, keyOfLine, LineRow, lineWords, signed } from './LineRow.tsx'
import { LineSheet } from './LineView.tsx'
import { noMatch } from '../../table/noMatch.ts'
import { OwnFilters, ownListColumns, useOwnColumns } from './OwnColumns.tsx'
import type { OwnColumn } from '../../../domain/counting/ownColumns.ts'
import type { Where } from '../../../domain/tables/view.ts'
import { keysOf } from '../../../kernel/keysOf.ts'

/** What is shown of a count's lines. */
export type LineFilter = {
  readonly verdicts?: readonly Verdict[]
  readonly placeId?: Id
  readonly departmentId?: Id
  readonly holderId?: Id
}

type Tab = 'all' | 'pending' | 'differing' | 'undecided' | 'corrected' | 'found'

type Props = { task: CountTask; filter: LineFilter; onFilter: (filter: LineFilter) => void; above?: ReactNode }

/** The lines of a count: by verdict, place, department and holder; several are decided on together. */
export const Lines = ({ task, filter, onFilter, above }: Props) => {
  const wide = useWide()
  const [tab, setTab] = useState<Tab>('all')
  const [search, setSearch] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const [picked, setPicked] = useState<ReadonlyMap<string, CountLineRow>>()
  const [deciding, setDeciding] = useState<DecidedOn>()
  const [open, setOpen] = useState<CountLineRow>()
  const [ownWhere, setOwnWhere] = useState<Where>([])
  const [clearCount, setClearCount] = useState(0)
  const ownColumns = useOwnColumns(task.plan)
  const mayDecide = task.state === 'review' && task.may.includes('review')
  const { verdicts: wanted, ...where } = filter
  const pages = usePages(countTaskLines, {
    taskId: task.id,
    ...where,
    ...(search && { likeQuery: search }),
    ...(ownWhere.length > 0 && { where: ownWhere }),
    ...(wanted && wanted.length > 0 ? { verdicts: [...wanted] } : askedOf[tab]),
  })
  const press = (line: CountLineRow) => {
    if (picked) return setPicked(toggled(picked, line))
    if (wide) setOpen(line)
    else go('/pages/goods/GsInventoryOrder/gsinventory-instance-detail', { id: task.id, lineId: line.itemId, account: line.account })
  }
  const filterCount = Object.values(filter).filter((value) => value !== undefined && value.length > 0).length
  const isNarrowed = filterCount > 0 || search !== '' || ownWhere.length > 0
  const clearFilters = () => {
    onFilter({})
    setSearch('')
    setOwnWhere([])
    setClearCount(clearCount + 1)
  }
  const chosenLines = [...(picked?.values() ?? [])]
  return (
    <>
      {above}
      <LineSearch
        key={clearCount}
        search={search}
        onSearch={setSearch}
        isFiltered={filterCount > 0}
        onFilters={() => setFiltering(true)}
        action={mayDecide && <ChooseButton isActive={picked !== undefined} onPress={() => setPicked(picked ? undefined : new Map())} />}
      />
      {filterCount > 0 ? (
        <Chips filter={filter} onFilter={onFilter} />
      ) : (
        <Tabs label={t('结果')} value={tab} onChange={setTab} tabs={tabsOf(task)} />
      )}
      <OwnFilters task={task} where={ownWhere} onWhere={setOwnWhere} />
      <List
        pages={pages}
        keyOf={keyOfLine}
        row={(line) => <LineRow line={line} onPress={() => press(line)} picked={picked && picked.has(keyOfLine(line))} />}
        columns={wide && !picked ? columns(task, ownColumns) : undefined}
        onOpen={press}
        empty={isNarrowed ? noMatch(clearFilters) : { title: t(emptyTitles[tab]) }}
      />
      {picked && (
        <ChosenBar
          count={picked.size}
          onAll={() => setPicked(new Map(pages.rows.slice(0, 1000).map((line) => [keyOfLine(line), line])))}
          onDecide={() =>
            setDeciding({
              words: t('已选 {count} 项', { count: picked.size }),
              lines: chosenLines.map(({ itemId, account }) => ({ itemId, account })),
            })
          }
        />
      )}
      <DecideSheet task={task} on={deciding} onClose={() => setDeciding(undefined)} onDone={() => setPicked(undefined)} />
      <FilterSheet open={isFiltering} onClose={() => setFiltering(false)} filter={filter} onFilter={onFilter} />
      <LineSheet task={task} line={open} onClose={() => setOpen(undefined)} />
    </>
  )
}

type LineSearchProps = { search: string; onSearch: (search: string) => void; isFiltered: boolean; onFilters: () => void; action: ReactNode }

const LineSearch = ({ search, onSearch, isFiltered, onFilters, action }: LineSearchProps) => (
  <div className="flex items-center gap-1 px-4 pb-1 pt-1 wide:px-6">
    <SearchBox value={search} onSearch={onSearch} placeholder={t('搜索编码、名称')} />
    {action}
    <span className="relative -mr-2">
      <IconButton icon={SlidersHorizontal} label={t('筛选')} iconSize={20} onClick={onFilters} />
      {isFiltered && <span className="absolute right-2 top-2 size-2 rounded-full bg-accent" aria-label={t('已筛选')} />}
    </span>
  </div>
)

const ChooseButton = ({ isActive, onPress }: { isActive: boolean; onPress: () => void }) => (
  <IconButton icon={isActive ? X : ListChecks} label={isActive ? t('不再选择') : t('选择多项')} iconSize={20} onClick={onPress} />
)

/** How many lines are chosen, and what is done with them. */
const ChosenBar = ({ count, onAll, onDecide }: { count: number; onAll: () => void; onDecide: () => void }) => (
  <div className="flex shrink-0 items-center justify-between gap-3 border-t border-line bg-card px-4 py-2.5 wide:px-6">
    <span role="status" className="text-body text-quiet">
      {t('已选 {count} 项', { count })}
    </span>
    <span className="flex gap-2">
      <Button kind="secondary" onClick={onAll}>
        {t('全选')}
      </Button>
      <Button disabled={count === 0} onClick={onDecide}>
        {t('处理差异')}
      </Button>
    </span>
  </div>
)

const askedOf = {
  all: {},
  pending: { verdicts: ['pending' as const] },
  differing: { differing: true },
  undecided: { differing: true, undecided: true },
  corrected: { corrected: true },
  found: { verdicts: ['found' as const, 'movedIn' as const, 'movedOut' as const, 'added' as const] },
}

const emptyTitles: Readonly<Record<Tab, string>> = {
  all: '没有符合条件的明细',
  pending: '都盘到了',
  differing: '没有差异',
  undecided: '差异都处理了',
  corrected: '登记的内容都相符',
  found: '还没有盘到的',
}

const tabsOf = (task: CountTask): { value: Tab; label: string; count?: number }[] => [
  { value: 'all', label: t('全部') },
  ...(isRunning(task) ? [{ value: 'pending' as const, label: t('未盘'), count: task.numbers.byVerdict['pending'] ?? 0 }] : []),
  { value: 'differing', label: t('差异') },
  ...(task.state === 'review' ? [{ value: 'undecided' as const, label: t('未处理') }] : []),
  ...(task.plan.confirms.includes('ownFields') ? [{ value: 'corrected' as const, label: t('登记不符') }] : []),
  { value: 'found', label: t('已盘到') },
]

const toggled = (picked: ReadonlyMap<string, CountLineRow>, line: CountLineRow): ReadonlyMap<string, CountLineRow> => {
  const next = new Map(picked)
  if (!next.delete(keyOfLine(line))) next.set(keyOfLine(line), line)
  return next
}

const Chips = ({ filter, onFilter }: { filter: LineFilter; onFilter: (filter: LineFilter) => void }) => {
  const place = useName('location', filter.placeId)
  const department = useName('department', filter.departmentId)
  const holder = useName('person', filter.holderId)
  const drop = (key: keyof LineFilter) => {
    const { [key]: _, ...rest } = filter
    onFilter(rest)
  }
  return (
    <div className="plain-scrollbar flex shrink-0 gap-2 overflow-x-auto px-4 pb-2 pt-1 wide:px-6">
      {filter.verdicts && filter.verdicts.length > 0 && (
        <Chip words={filter.verdicts.map((verdict) => t(verdicts[verdict].title)).join(t('、'))} onDrop={() => drop('verdicts')} />
      )}
      {filter.placeId && <Chip words={place} onDrop={() => drop('placeId')} />}
      {filter.departmentId && <Chip words={department} onDrop={() => drop('departmentId')} />}
      {filter.holderId && <Chip words={holder} onDrop={() => drop('holderId')} />}
    </div>
  )
}

const Chip = ({ words, onDrop }: { words: string; onDrop: () => void }) => (
  <button
    type="button"
    aria-label={t('移除{name}', { name: words })}
    onClick={onDrop}
    className="reach flex h-9 max-w-64 shrink-0 items-center gap-1.5 rounded-full bg-accent-soft px-3.5 text-small text-accent-strong"
  >
    <span className="truncate">{words || '…'}</span>
    <X size={14} aria-hidden className="shrink-0" />
  </button>
)

const FilterSheet = ({ open, onClose, filter, onFilter }: { open: boolean; onClose: () => void } & Pick<Props, 'filter' | 'onFilter'>) => {
  const set = (key: 'placeId' | 'departmentId' | 'holderId', value: Id | '') => {
    const { [key]: _, ...rest } = filter
    onFilter(value ? { ...rest, [key]: value } : rest)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('筛选')}
      footer={
        <>
          <Button
            kind="secondary"
            onClick={() => {
              onFilter({})
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
      <Card flush className="shrink-0">
        <Choices
          label={t('结果')}
          value={filter.verdicts ?? []}
          onChange={(verdicts) => onFilter({ ...filter, verdicts: verdicts })}
          options={keysOf(verdicts)
            .filter((verdict) => differenceVerdicts.includes(verdict) || verdict === 'pending' || verdict === 'found')
            .map((value) => ({ value, label: verdicts[value].title }))}
        />
        <ReferenceField
          control={locationControl}
          label={t('账面区域')}
          value={filter.placeId ?? ''}
          onChange={(value) => set('placeId', value)}
          placeholder={t('不限')}
        />
        <ReferenceField
          control={departmentControl}
          label={t('使用部门')}
          value={filter.departmentId ?? ''}
          onChange={(value) => set('departmentId', value)}
          placeholder={t('不限')}
        />
        <ReferenceField
          control={personControl}
          label={t('使用人')}
          value={filter.holderId ?? ''}
          onChange={(value) => set('holderId', value)}
          placeholder={t('不限')}
        />
      </Card>
    </Sheet>
  )
}

const locationControl = { type: 'reference', to: 'location', many: false } as const
const departmentControl = { type: 'reference', to: 'department', many: false } as const
const personControl = { type: 'reference', to: 'person', many: false } as const

/** By how much a supply differs; a piece is there or not. */
const differenceColumn = (): Column<CountLineRow> => ({
  key: 'difference',
  title: t('差异'),
  cell: ({ difference }) => (difference === null || difference === '0' ? '' : signed(difference)),
  end: true,
  width: '6rem',
})

const columns = (task: CountTask, ownColumns: readonly OwnColumn[]): Column<CountLineRow>[] => [
  {
    key: 'name',
    title: t('名称'),
    cell: ({ name, code }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-small text-quiet">{code}</span>
      </>
    ),
    width: 'minmax(7rem,1.3fr)',
  },
  {
    key: 'where',
    title: t('账面与实际'),
    cell: (line) => <span className="line-clamp-2 whitespace-normal text-small text-quiet">{lineWords(line)}</span>,
    width: 'minmax(0,1.6fr)',
  },
  ...ownListColumns(ownColumns),
  ...(task.plan.scope.kinds.includes('consumable') ? [differenceColumn()] : []),
  {
    key: 'verdict',
    title: t('结果'),
    cell: ({ verdict }) => {
      const { words, tone } = verdictLook(verdict)
      return <Tag tone={tone}>{words}</Tag>
    },
    width: '6rem',
  },
  ...(isRunning(task)
    ? []
    : [
        {
          key: 'decision',
          title: t('处理'),
          cell: (line: CountLineRow) => <span className="text-small">{decisionWords(line)}</span>,
          width: '7.5rem',
        },
      ]),
]
