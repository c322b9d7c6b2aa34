import { ScanLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { myAssets, type RecordRow } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import type { Id } from '../../kernel/id.ts'
import { usePages } from '../pages.ts'
import { Button } from '../look/Button.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { Tag } from '../look/Tag.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { learnRows } from '../forms/names.ts'
import { kindsForAssets, withAssetsHref } from '../../domain/documents/offers.ts'
import { RecordCard } from '../records/RecordCard.tsx'
import { dueOf } from '../shell/dueWords.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { HeldSupplyList } from './HeldSupplyList.tsx'

type HeldState = 'inUse' | 'lent' | 'inRepair'

type HeldTab = HeldState | 'supplies'

type Props = {
  states: readonly [HeldState, ...HeldState[]]
  empty: { title: string; text: string }
  /** One more tab: the supplies that the person has. */
  supplies?: true
  /** Stands above the list. */
  note?: ReactNode
}

/** The assets that the person has, in one of the states or with tabs for several; some of them may be handled together. */
export const HeldAssets = ({ states, empty, supplies, note }: Props) => {
  const allowed = useAllowed()
  const [tab, setTab] = useState<HeldTab>(states[0])
  const state = tab === 'supplies' ? states[0] : tab
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<Id>>()
  const pages = usePages(myAssets, { state, ...(search && { likeQuery: search }) }, { enabled: tab !== 'supplies' })
  const kinds = kindsForAssets([state], allowed).filter(({ forEmployees }) => forEmployees)
  const ofLoans = kinds.filter(({ cardOffer }) => cardOffer?.states.every((cardState) => cardState === 'lent'))
  const panel = usePanel<RecordRow>(({ id }) => ({ what: 'asset', id }))
  const open = (row: RecordRow) => {
    learnRows('asset', [row])
    panel.table.onOpen(row)
  }
  const press = (row: RecordRow) => {
    if (!picked) return open(row)
    const next = new Set(picked)
    if (!next.delete(row.id)) next.add(row.id)
    setPicked(next)
  }
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          <HeldTools
            canPick={tab !== 'supplies' && kinds.length > 0 && pages.rows.length > 0}
            isPicking={picked !== undefined}
            onPick={() => setPicked(picked ? undefined : new Set())}
          />
        }
        below={
          <>
            <HeldSearch value={search} onSearch={setSearch} isOfSupplies={tab === 'supplies'} />
            {note}
            {states.length > 1 && (
              <HeldTabs
                states={states}
                hasSupplies={supplies === true}
                tab={tab}
                onTab={(next) => {
                  setTab(next)
                  setPicked(undefined)
                }}
              />
            )}
          </>
        }
        bottom={picked && <PickedButtons kinds={kinds} ids={picked} onDone={() => setPicked(undefined)} />}
      >
        {tab === 'supplies' ? (
          <HeldSupplyList search={search} />
        ) : (
          <List
            pages={pages}
            abreast={panel.opened ? 1 : 2}
            beside={{ ...panel.table, onOpen: open }}
            keyOf={({ id }) => id}
            row={(row) => <HeldRow row={row} picked={picked} loans={ofLoans} onPress={() => press(row)} />}
            empty={
              search
                ? { title: t('没有符合条件的{title}', { title: t('资产') }), text: t('换一个词再试试。') }
                : { ...empty, ...(state !== states[0] && { title: t('没有{state}的资产', { state: t(stateTitles[state]) }) }) }
            }
          />
        )}
      </Page>
    </Beside>
  )
}

type HeldTabsProps = { states: readonly HeldState[]; hasSupplies: boolean; tab: HeldTab; onTab: (tab: HeldTab) => void }

const HeldTabs = ({ states, hasSupplies, tab, onTab }: HeldTabsProps) => (
  <Tabs
    label={t('状态')}
    value={tab}
    onChange={onTab}
    tabs={[
      ...states.map((value) => ({ value, label: t(stateTitles[value]) })),
      ...(hasSupplies ? [{ value: 'supplies' as const, label: t('耗材') }] : []),
    ]}
  />
)

/** Picks several, or scans one. */
const HeldTools = ({ canPick, isPicking, onPick }: { canPick: boolean; isPicking: boolean; onPick: () => void }) => (
  <>
    {canPick && (
      <Button kind="plain" size="small" onClick={onPick}>
        {isPicking ? t('取消') : t('多选')}
      </Button>
    )}
    {!isPicking && (
      <IconButton icon={ScanLine} label={t('扫一扫')} iconSize={20} onClick={() => go('/pages/goods/components/scan-qrcode')} />
    )}
  </>
)

/** What is done with the assets that were picked. */
const PickedButtons = ({ kinds, ids, onDone }: { kinds: readonly DocumentKind[]; ids: ReadonlySet<Id>; onDone: () => void }) =>
  kinds.map((kind, index) => (
    <PickedButton
      key={kind.kind}
      kind={kind}
      isFirst={index === 0}
      count={ids.size}
      onPress={() => {
        onDone()
        goHref(withAssetsHref(kind, [...ids]))
      }}
    />
  ))

type SearchProps = { value: string; onSearch: (search: string) => void; isOfSupplies: boolean }

const HeldSearch = ({ value, onSearch, isOfSupplies }: SearchProps) => (
  <div className="flex px-4 pb-2 wide:px-5">
    <SearchBox value={value} onSearch={onSearch} placeholder={isOfSupplies ? t('搜索名称、编码') : t('搜索名称、编码、序列号')} />
  </div>
)

type PickedProps = { kind: DocumentKind; isFirst: boolean; count: number; onPress: () => void }

const PickedButton = ({ kind, isFirst, count, onPress }: PickedProps) => {
  const label = offerTitle(kind)
  return (
    <Button wide kind={isFirst ? 'primary' : 'secondary'} disabled={count === 0} onClick={onPress} className="wide:w-auto!">
      {count > 0 ? t('{label}（{count}）', { label, count }) : label}
    </Button>
  )
}

const offerTitle = ({ cardOffer, title }: DocumentKind): string => t(cardOffer?.title ?? title)

type RowProps = { row: RecordRow; picked: ReadonlySet<Id> | undefined; loans: ReturnType<typeof kindsForAssets>; onPress: () => void }

/** An asset; where some are being picked, whether it is. Of a loan, what may be done at once. */
const HeldRow = ({ row, picked, loans, onPress }: RowProps) => (
  <div className="flex items-center big-text:flex-wrap">
    {picked && <CheckMark on={picked.has(row.id)} className="ml-4" />}
    <div className="min-w-0 flex-1 big-text:basis-full">
      <RecordCard
        kind={asset}
        row={row}
        onPress={onPress}
        picked={picked?.has(row.id)}
        extra={<Due day={typeof row['dueOn'] === 'string' ? row['dueOn'] : null} />}
        evident={ownFields}
      />
    </div>
    {!picked && row['state'] === 'lent' && loans.length > 0 && (
      <span className="mr-4 flex flex-col gap-1.5 tablet:flex-row big-text:ml-4 big-text:flex-row big-text:pb-3">
        {loans.map((kind) => (
          <Button key={kind.kind} kind="secondary" size="small" onClick={() => goHref(withAssetsHref(kind, [row.id]))}>
            {offerTitle(kind)}
          </Button>
        ))}
      </span>
    )}
  </div>
)

const stateTitles: Readonly<Record<HeldState, string>> = { inUse: '在用', lent: '借用中', inRepair: '维修中' }

/** It is the person's own list. */
const ownFields = ['deptId', 'holderUid'] as const

/** When a borrowed thing has to be back. */
const Due = ({ day }: { day: string | null }) => {
  if (!day) return null
  const { words, tone } = dueOf(day)
  return (
    <span className="mt-1 block">
      <Tag tone={tone}>{words}</Tag>
    </span>
  )
}
