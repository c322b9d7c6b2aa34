import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { differenceVerdicts, type Verdict } from '../../../domain/counting/verdict.ts'
import { type CountLineRow, countTaskInfo, countTaskLines, countTaskUnknown } from '../../../domain/counting/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { usePages } from '../../pages.ts'
import { Offers } from '../../documents/Offers.tsx'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { useSearch, useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { DifferenceCard } from './DifferenceCard.tsx'
import { type DecidedOn, DecideSheet } from './DecideSheet.tsx'
import { keyOfLine } from './LineRow.tsx'
import { LineSheet } from './LineView.tsx'
import { ResolveSheet } from './ResolveSheet.tsx'
import { SurplusCard } from './SurplusCard.tsx'
import { useTaskActs } from './useTaskActs.ts'

const groupKeys = ['short', 'over', 'moved', 'doubt', 'documented'] as const
type Group = (typeof groupKeys)[number]
const groups = {
  short: { title: '盘亏', verdicts: ['missing', 'less'] },
  over: { title: '盘盈', verdicts: ['surplus', 'back', 'more'] },
  moved: { title: '位置与使用人', verdicts: ['elsewhere', 'otherHolder', 'twoPlaces'] },
  doubt: { title: '待核', verdicts: ['heard', 'selfOnly', 'incomplete', 'recount'] },
  /** Explained by a posted document that is not over: nothing to decide, and in sight until the count is closed. */
  documented: { title: '单据未完', verdicts: ['underway'] },
} as const satisfies Record<Group, { title: string; verdicts: readonly Verdict[] }>

/** What differs between books and store: with what may explain it, decided on one by one or all of a kind and place at once. */
export default function Differences() {
  const { id = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventoryprofit')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown task={data} onRefresh={refetch} />
}

const Shown = ({ task, onRefresh }: { task: OutputOf<typeof countTaskInfo>; onRefresh: () => Promise<unknown> }) => {
  const wide = useWide()
  const countOf = (key: Group) => groups[key].verdicts.reduce((all, verdict) => all + (task.numbers.byVerdict[verdict] ?? 0), 0)
  const [group, setGroup] = useState<Group>(() => groupKeys.find((key) => countOf(key) > 0) ?? 'short')
  const [isUndecided, setUndecided] = useState(false)
  const [placeId, setPlaceId] = useState('')
  const [deciding, setDeciding] = useState<DecidedOn>()
  const [open, setOpen] = useState<CountLineRow>()
  const [isAdding, setAdding] = useState(false)
  const mayDecide = task.state === 'review' && task.may.includes('review')
  const verdicts = [...groups[group].verdicts]
  const pages = usePages(countTaskLines, {
    taskId: task.id,
    verdicts,
    ...(placeId && { placeId }),
    ...(isUndecided && { undecided: true }),
  })
  const openLines = useAsk(countTaskLines, { taskId: task.id, differing: true, undecided: true, pageSize: 1 }, { keep: true })
  const all = differenceVerdicts.reduce((sum, verdict) => sum + (task.numbers.byVerdict[verdict] ?? 0), 0)
  const { offers, more, busy } = useTaskActs(task)
  const onward = onwardOf([...more, ...offers], openLines.data?.totalCount === 0)
  const show = (line: CountLineRow) => {
    if (wide) setOpen(line)
    else go('/pages/goods/GsInventoryOrder/gsinventory-instance-detail', { id: task.id, lineId: line.itemId, account: line.account })
  }
  return (
    <Page
      text={task.name}
      scroll={false}
      right={
        mayDecide && (
          <Button kind="plain" size="small" icon={Plus} onClick={() => setAdding(true)}>
            {t('登记盘盈')}
          </Button>
        )
      }
      below={
        <Tabs
          label={t('差异')}
          value={group}
          onChange={setGroup}
          tabs={groupKeys.map((value) => ({ value, label: t(groups[value].title), count: countOf(value) }))}
        />
      }
      bottom={onward.length > 0 && <Offers offers={onward} busy={busy} />}
    >
      <List
        pages={pages}
        apart
        abreast={2}
        picture={false}
        keyOf={keyOfLine}
        row={(line) => <DifferenceCard task={task} line={line} mayDecide={mayDecide} onOpen={() => show(line)} onAsk={setDeciding} />}
        header={
          <ListHead
            group={group}
            placeId={placeId}
            onPlace={setPlaceId}
            undecided={mayDecide ? isUndecided : undefined}
            onUndecided={setUndecided}
            progress={mayDecide ? { done: all - (openLines.data?.totalCount ?? all), all } : undefined}
            shownCount={pages.totalCount ?? 0}
            onAll={(words) => setDeciding({ words, filter: { verdicts, ...(placeId && { placeId }) } })}
          >
            {group === 'over' && <Surplus taskId={task.id} mayDecide={mayDecide} />}
          </ListHead>
        }
        empty={{ title: t('这一类没有差异'), text: '' }}
      />
      <DecideSheet task={task} on={deciding} onClose={() => setDeciding(undefined)} onDone={() => void onRefresh()} />
      <LineSheet task={task} line={open} onClose={() => setOpen(undefined)} />
      <ResolveSheet task={task} open={isAdding} onClose={() => setAdding(false)} />
    </Page>
  )
}

/** Once all is decided, documents are made; where there is nothing to book, the count is closed. */
const onwardOf = (acts: ReturnType<typeof useTaskActs>['offers'], isAllDecided: boolean) =>
  acts
    .filter(({ key }) => key === 'settle' || (key === 'close' && isAllDecided))
    .map((offer) => ({ ...offer, kind: offer.key === 'settle' ? ('primary' as const) : ('secondary' as const) }))
    .toReversed()

type HeadProps = {
  group: Group
  placeId: string
  onPlace: (id: string) => void
  /** Undefined for those who do not decide. */
  undecided: boolean | undefined
  onUndecided: (undecided: boolean) => void
  progress: { readonly done: number; readonly all: number } | undefined
  shownCount: number
  onAll: (words: string) => void
  children: ReactNode
}

/** What narrows the list, how far the deciding is, and deciding on all that is shown. */
const ListHead = ({ group, placeId, onPlace, undecided, onUndecided, progress, shownCount, onAll, children }: HeadProps) => (
  <>
    <Card flush className="mb-3 wide:max-w-160">
      <ReferenceField
        control={{ type: 'reference', to: 'location', many: false }}
        label={t('账面区域')}
        value={placeId}
        onChange={onPlace}
        placeholder={t('全部区域')}
      />
      {undecided !== undefined && <Switch label={t('只看未处理的')} value={undecided} onChange={onUndecided} />}
    </Card>
    {progress && (
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <span className="text-small text-quiet" aria-live="polite">
          {t('已处理{done}/{all}', progress)}
        </span>
        {shownCount > 0 && (
          <Button
            kind="secondary"
            size="small"
            onClick={() => onAll(t('{group}共{n}项，一次处理', { group: t(groups[group].title), n: shownCount }))}
          >
            {t('全部一次处理')}
          </Button>
        )}
      </div>
    )}
    {children}
  </>
)

/** Things without a card that were written down. */
const Surplus = ({ taskId, mayDecide }: { taskId: string; mayDecide: boolean }) => {
  const { data } = useAsk(countTaskUnknown, { taskId, pageSize: 100 }, { enabled: mayDecide, keep: true })
  const rows = (data?.list ?? []).filter(({ becomes }) => becomes === 'surplus')
  return rows.map((row) => <SurplusCard key={row.id} row={row} />)
}
