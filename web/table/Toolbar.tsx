import type { ReactNode } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import { SearchBox } from '../look/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { ColumnsPop } from './ColumnsPop.tsx'
import { tabOf, tabsOf, withTab } from './conditions.ts'
import { FilterBar } from './FilterBar.tsx'
import type { Looking } from './looking.ts'
import { SortPop } from './SortPop.tsx'

type Props = {
  table: Table
  looking: Looking
  tabs: string | undefined
  /** How many rows stand behind a tab, by its value. */
  counts?: Readonly<Record<string, number>> | undefined
  views: ReactNode
  searched: string | undefined
  beside: ReactNode
  tools: ReactNode
}

/** What stands above the rows: tabs, search, what is asked, what the screen adds, the columns. */
export const Toolbar = ({ table, looking, tabs, counts, views, searched, beside, tools }: Props) => {
  const wide = useWide()
  const { where = [], likeQuery = '' } = looking.view
  const options = tabs === undefined ? undefined : tabsOf(table.columns[tabs]!)
  const tabBar = tabs !== undefined && options && (
    <Tabs
      label={t(table.columns[tabs]!.label)}
      value={tabOf(where, tabs) ?? '-'}
      onChange={(value) => looking.look({ where: withTab(table, where, tabs, value) })}
      tabs={[{ value: '', label: t('全部') }, ...options.map(({ value, label }) => ({ value, label: t(label), count: counts?.[value] }))]}
    />
  )
  const search = (
    <SearchBox
      key={looking.viewId ?? ''}
      value={likeQuery}
      onSearch={(text) => looking.look({ likeQuery: text })}
      placeholder={searched ? t('搜索{labels}', { labels: searched }) : t('搜索')}
    />
  )
  const filters = <FilterBar table={table} looking={looking} tabs={tabs} />

  if (!wide)
    return (
      <div className="table-phone-bar">
        <div className="flex items-center gap-1 px-4 pb-2">
          {search}
          {beside}
          {tools}
        </div>
        {tabBar}
        <div className="table-phone-chips plain-scrollbar">
          {views}
          {filters}
          <SortPop table={table} looking={looking} />
        </div>
      </div>
    )
  return (
    <div className="table-top">
      {tabBar}
      <div className="table-bar">
        {views}
        {search}
        <div className="table-chips">{filters}</div>
        {beside}
        {tools}
        <ColumnsPop table={table} looking={looking} />
      </div>
    </div>
  )
}
