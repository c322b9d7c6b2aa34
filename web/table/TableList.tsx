import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Operation } from '../../domain/operations/define.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { TableView, Where } from '../../domain/tables/view.ts'
import { whereWords } from '../../domain/tables/words.ts'
import { type Pages, usePagesOf } from '../pages.ts'
import { nameOf } from '../forms/names.ts'
import { loadLater } from '../look/loadLater.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useLook, useScreen, useWide } from '../screen.ts'
import { t } from '../words.ts'
import { Cards } from './Cards.tsx'
import { noChoice } from './choice.ts'
import { tabOf } from './filter/conditions.ts'
import { writtenKeys } from './layout.ts'
import { nextPageSize } from './paging.ts'
import type { TableQuery, Row, RowKeys } from './row.ts'
import { makeRowStates, type RowStates } from './rowStates.ts'
import type { Selection } from './selection.ts'
import { TableFoot } from './TableFoot.tsx'
import { TableGrid, type TableHandle } from './grid/TableGrid.tsx'
import { Toolbar } from './Toolbar.tsx'
import { Views } from './views/Views.tsx'
import { ViewNotice } from './views/ViewNotice.tsx'
import { useShownTable } from './useShownTable.ts'
import { useViewed } from './views/useViewed.ts'
import './table.css'

type Props<R extends Row> = {
  table: Table
  /** The call that answers its rows. */
  list: Operation
  /** What the screen itself asks, besides what the reader asks. */
  fixed?: TableQuery
  /** The choice whose values stand above as tabs. */
  tabs?: string | undefined
  /** The screen's own tabs, on a phone in the row of what narrows the list; on a wide window the screen shows them itself. */
  leading?: ReactNode
  /** How many rows stand behind a tab, by its value. */
  tabCounts?: Readonly<Record<string, number>> | undefined
  /** A cell that says more than the field's value; undefined leaves it to that. */
  cell?: (row: R, key: string) => ReactNode
  /** A row on a phone. It opens the row where it is pressed by itself. */
  card: (row: R) => ReactNode
  onOpen: (row: R) => void
  /** Where a row stands by itself, for a window of its own. */
  hrefOf?: (row: R) => string
  /** The row whose detail is open beside the list; empty where that is none of them. */
  openKey?: string | undefined
  /** Hears of the rows as they come, for the person who goes from one to the next outside the table. */
  onRows?: (pages: Pages<R>) => void
  selectable?: boolean
  /** What may be done with what is chosen. */
  bulk?: ((selection: Selection) => ReactNode) | undefined
  /** What letters do with the row at the cursor. */
  rowKeys?: RowKeys<R>
  /** What search reads, for its empty box. */
  searched?: string
  /** Where there is nothing at all; where conditions leave nothing it says so by itself. */
  empty: { title: string; text?: string; action?: { label: string; onPress: () => void } }
  /** Stands instead of the rows while nothing is asked but what `tabs` say: a tree. Where it is undefined the rows stand there. */
  whole?: ((tab: TableQuery) => ReactNode) | undefined
  /** Stands beside the search: scanning, a map. */
  beside?: ReactNode
  /** Stands at the end of the toolbar and knows what is asked: export, printing. */
  tools?: (now: { asked: TableQuery; columns: readonly string[]; count: number | undefined }) => ReactNode
  /** Pictures stand in its rows while they load. */
  picture?: boolean
  /** Cards on a phone that are not lines of one. */
  apart?: boolean
}

/** Any list as a table: sorted, narrowed, laid out and chosen from by its declaration; on a phone the same as cards. */
export const TableList = <R extends Row>({ table: wholeTable, ...others }: Props<R>) => {
  const table = useShownTable(wholeTable)
  const props: Props<R> = { ...others, table }
  const { tabs, selectable = false, bulk, tools, beside, searched, empty, picture = true } = props
  const wide = useWide()
  const [wantsViews, setWantsViews] = useState(false)
  const wantViews = useCallback(() => setWantsViews(true), [])
  const viewState = useViewed(table, wantsViews)
  const { looking, views, named, saved, isWaiting } = viewState
  const { where = noWhere, likeQuery, groups } = looking.view
  useViewTitle(table, looking.view, saved?.title)
  const { query, pages } = useTableRows<R>(props, viewState)
  const wholeInput = isWaiting || groups ? undefined : wholeOf(looking.view, tabs, props.whole)
  const isWhole = wholeInput !== undefined
  useHeardRows(pages, isWhole, props.onRows)
  const [states] = useState(makeRowStates)
  useForgetfulChoice(states, `${pages.old} ${pages.question}`)
  const grid = useKeysElsewhere(wide)

  const now = { asked: query, columns: writtenKeys(table, looking.columns) }
  const toolbarOf = (end?: ReactNode) => (
    <>
      <Toolbar
        table={table}
        looking={looking}
        tabs={tabs}
        counts={props.tabCounts}
        views={<Views table={table} looking={looking} views={views} onWanted={wantViews} />}
        searched={searched}
        beside={beside}
        tools={groups ? undefined : tools?.({ ...now, count: pages.totalCount })}
        leading={props.leading}
        count={isWhole ? { totalCount: undefined } : pages}
        end={end}
      />
      {views && named !== undefined && !isWaiting && <ViewNotice table={table} saved={saved} />}
    </>
  )
  const emptyState = likeQuery || where.length > 0 ? undefined : empty
  if (groups)
    return (
      <div className="table-list">
        {toolbarOf()}
        <GroupsView table={table} tableLook={looking} layout={groups} query={query} emptyState={emptyState} />
      </div>
    )
  if (isWhole)
    return (
      <div className="table-list">
        {toolbarOf()}
        {wholeInput}
      </div>
    )
  if (!wide)
    return (
      <Cards
        table={table}
        toolbar={toolbarOf}
        pages={pages}
        card={props.card}
        states={states}
        selectable={selectable && bulk !== undefined}
        now={now}
        bulk={bulk}
        nothing={emptyState}
        onClear={looking.clearFilters}
        picture={picture}
        apart={props.apart}
      />
    )
  return (
    <div className="table-list">
      {toolbarOf()}
      <TableGrid
        ref={grid}
        table={table}
        looking={looking}
        pages={pages}
        states={states}
        selectable={selectable}
        cell={props.cell}
        onOpen={props.onOpen}
        hrefOf={props.hrefOf}
        openKey={props.openKey}
        rowKeys={props.rowKeys}
        nothing={emptyState}
      />
      <TableFoot table={table} pages={pages} states={states} now={now} bulk={bulk} />
    </div>
  )
}

const noWhere: Where = []

const GroupsView = loadLater(() => import('./groups/GroupsView.tsx'), { fallback: <Skeleton rows={8} picture={false} /> })

/** Says what is looked at: the saved view, else what is searched and narrowed to. */
const useViewTitle = (table: Table, { where = noWhere, likeQuery }: TableView, title: string | undefined): void => {
  const words = whereWords(table, where, { say: t, nameOf: (id) => nameOf(id) ?? '' })
  useLook(title ?? [likeQuery ?? '', ...words].filter(Boolean).join('、'))
}

/**
 * The rows that a view asks for. Until it is known what the view asks, the rows from before stay; those of no view at all would be others.
 */
const useTableRows = <R extends Row>({ list, fixed }: Pick<Props<R>, 'list' | 'fixed'>, state: ReturnType<typeof useViewed>) => {
  const query = useTableQuery(fixed, state.looking.view)
  const pages = usePagesOf<R>({
    operation: list,
    input: state.isWaiting ? { view: state.named } : query,
    mark: ['table'],
    sizeBehind: nextPageSize,
    enabled: !state.isWaiting && !state.looking.view.groups,
  })
  return { query, pages }
}

/** Tells of the rows as they come, where they are shown. */
const useHeardRows = <R extends Row>(pages: Pages<R>, isWhole: boolean, onRows: ((pages: Pages<R>) => void) | undefined): void => {
  const tellRows = useEffectEvent(() => onRows?.(pages))
  useEffect(() => {
    if (pages.rows && !isWhole) tellRows()
  }, [pages.rows, isWhole])
}

/** What the call is asked; the same object while it says the same. */
const useTableQuery = (fixed: TableQuery | undefined, { where, sort, likeQuery }: TableView): TableQuery => {
  const fixedText = JSON.stringify(fixed ?? {})
  const fixedQuery = useMemo((): TableQuery => JSON.parse(fixedText), [fixedText])
  return useMemo(
    () => ({
      ...fixedQuery,
      ...(where && where.length > 0 && { where }),
      ...(sort && sort.length > 0 && { sort }),
      ...(likeQuery && { likeQuery }),
    }),
    [fixedQuery, where, sort, likeQuery],
  )
}

/** What stands instead of the rows while nothing is asked but what the tabs say. */
const wholeOf = (
  { where = [], sort = [], likeQuery }: TableView,
  tabs: string | undefined,
  whole: ((tab: TableQuery) => ReactNode) | undefined,
): ReactNode => {
  const tab = tabs === undefined ? '' : tabOf(where, tabs)
  const isPlain = !likeQuery && sort.length === 0 && where.length === (tab ? 1 : 0) && tab !== undefined
  return isPlain ? whole?.(tabs !== undefined && tab ? { [tabs]: tab } : {}) : undefined
}

/**
 * What was chosen belongs to a question; and what was chosen among the rows from before goes with them when those come that were asked for.
 */
const useForgetfulChoice = (states: RowStates, answerKey: string): void => {
  const lastAnswerKey = useRef(answerKey)
  useEffect(() => {
    if (lastAnswerKey.current === answerKey) return
    lastAnswerKey.current = answerKey
    states.setChoice(noChoice)
  }, [answerKey, states])
}

/** The grid, which takes the keys that are pressed anywhere while its screen is shown on a wide window. */
const useKeysElsewhere = (wide: boolean): RefObject<TableHandle | null> => {
  const { shown } = useScreen()
  const grid = useRef<TableHandle>(null)
  useEffect(() => {
    if (!shown || !wide) return
    const onKeyDown = (event: KeyboardEvent) => grid.current?.keyElsewhere(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shown, wide])
  return grid
}
