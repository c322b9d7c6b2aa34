import type { ReactNode } from 'react'
import { countWords } from './numberWords.ts'
import type { Table } from '../../domain/tables/define.ts'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { ColumnsPop } from './ColumnsPop.tsx'
import { tabOf, tabsOf, withTab } from './filter/conditions.ts'
import { AddFilter, FilterTerms } from './filter/FilterBar.tsx'
import { GroupsButton } from './groups/GroupsButton.tsx'
import type { TableLook } from './tableLook.ts'
import { SortPop } from './SortPop.tsx'
import { columnOf } from './layout.ts'

type Props = {
  table: Table
  looking: TableLook
  tabs: string | undefined
  /** How many rows stand behind a tab, by its value. */
  counts?: Readonly<Record<string, number>> | undefined
  views: ReactNode
  searched: string | undefined
  beside: ReactNode
  tools: ReactNode
  /** The screen's own tabs, which stand in the row of the table's on a phone. */
  leading: ReactNode
  /** How many rows there are, and whether they were counted to the end. */
  count: { readonly totalCount: number | undefined; readonly hasUncounted?: boolean }
  /** Stands at the end of a phone's second row: choosing. */
  end?: ReactNode
}

/**
 * What stands above the rows: tabs, search, what is asked, what the screen adds, the columns. On a phone that is two rows: search, and everything
 * that narrows what is searched.
 */
export const Toolbar = ({ table, looking, tabs, counts, views, searched, beside, tools, leading, count, end }: Props) => {
  const wide = useWide()
  const { where = [], likeQuery = '' } = looking.view
  const options = tabs === undefined ? undefined : tabsOf(columnOf(table, tabs))
  const tabBar = tabs !== undefined && options && (
    <Tabs
      label={t(columnOf(table, tabs).label)}
      value={tabOf(where, tabs) ?? '-'}
      onChange={(value) => looking.look({ where: withTab(table, where, tabs, value) })}
      tabs={[{ value: '', label: t('全部') }, ...options.map(({ value, label }) => ({ value, label: t(label), count: counts?.[value] }))]}
    />
  )
  const search = (
    <SearchBox
      key={`${looking.viewId ?? ''} ${looking.clearCount}`}
      value={likeQuery}
      onSearch={(text) => looking.look({ likeQuery: text })}
      placeholder={searched ? t('搜索{labels}', { labels: searched }) : t('搜索')}
    />
  )

  if (!wide)
    return (
      <div className="table-phone-bar">
        <div className="table-phone-search">
          {search}
          {beside}
          {tools}
        </div>
        <div className="table-phone-asked">
          <div className="table-phone-chips plain-scrollbar">
            {looking.viewId !== undefined && views}
            {leading}
            {tabBar}
            <span className="table-phone-count">{count.totalCount ? countWords(count.totalCount, count.hasUncounted === true) : ''}</span>
            <FilterTerms table={table} looking={looking} tabs={tabs} />
            {looking.viewId === undefined && views}
          </div>
          <AddFilter table={table} looking={looking} />
          <SortPop table={table} looking={looking} />
          <GroupsButton table={table} tableLook={looking} />
          {end}
        </div>
      </div>
    )
  return (
    <div className="table-top">
      {tabBar}
      <div className="table-bar">
        {views}
        {search}
        <div className="table-chips">
          <FilterTerms table={table} looking={looking} tabs={tabs} />
          <AddFilter table={table} looking={looking} />
        </div>
        {beside}
        {tools}
        <GroupsButton table={table} tableLook={looking} />
        <ColumnsPop table={table} looking={looking} />
      </div>
    </div>
  )
}
