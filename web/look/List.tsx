import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { reachBottomDistancePx } from '../../domain/rules/constants.ts'
import type { Pages } from '../pages.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { Empty } from './Empty.tsx'
import { useKeptPlace } from './Page.tsx'
import { Problem } from './Problem.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { Skeleton } from './Skeleton.tsx'
import { Spinner } from './Spinner.tsx'
import { type ListBeside, useListKeys } from './fields/useListKeys.ts'

export type Column<R> = {
  key: string
  title: string
  cell: (row: R) => ReactNode
  /** A CSS grid track; `1fr` where absent. */ width?: string
  end?: boolean
}

type Props<R> = {
  pages: Pages<R>
  row: (row: R, index: number) => ReactNode
  keyOf: (row: R) => string
  /** What stands where there is nothing. */
  empty: { title: string; text?: string; action?: { label: string; onPress: () => void } }
  /** Scrolls away with the rows. */
  header?: ReactNode
  /** On a wide window the rows become a table with these columns. */
  columns?: readonly Column<R>[] | undefined
  /** Opens a row of the table. */
  onOpen?: ((row: R) => void) | undefined
  /** Which row's detail is shown beside the list. */
  chosenKey?: string | undefined
  /** What opens its rows beside it on a wide window: keys move through them then. */
  beside?: ListBeside<R> | undefined
  /** Rows as separate cards instead of lines of one card. */
  apart?: boolean
  /** On a wide window so many cards stand side by side. */
  abreast?: number
  /** False where pictures would mislead while loading. */
  picture?: boolean
}

/** A list of any length: asks for more 20 px before its end, refreshes by pulling, keeps its place, says what is wrong. */
export const List = <R,>(props: Props<R>) => {
  const { pages, keyOf, empty, header, columns, onOpen, beside, abreast = 1, picture = true } = props
  const scroller = useRef<HTMLDivElement>(null)
  const above = useRef<HTMLDivElement>(null)
  const wide = useWide()
  const table = wide && columns ? columns : undefined
  const across = wide && !table ? abreast : 1
  useKeptPlace(scroller)
  const drawn = useRef<VirtualizerHandle>(null)
  const rowHandlers = useListKeys({
    pages,
    keyOf,
    beside,
    onOpen,
    scroller,
    scrollTo: (index) => drawn.current?.scrollToIndex(Math.floor(index / across), { align: 'nearest' }),
  })
  const startMargin = useHeightOf(above)
  const reach = useReach(scroller, pages)
  useTopForQuestion(scroller, pages.question)
  const place = { list: props, drawn, scroller, startMargin }

  return (
    <div ref={scroller} onScroll={reach} className="scroller min-h-0 flex-1">
      <PullToRefresh scroller={scroller} onRefresh={pages.refresh} />
      <div className="mx-auto w-full px-4 wide:px-6">
        <div ref={above}>{header}</div>
        {pages.status === 'loading' && <Skeleton picture={picture} />}
        {pages.status === 'failed' && <Problem error={pages.error} onRetry={pages.refresh} />}
        {pages.status === 'ready' && pages.rows.length === 0 && <Empty {...empty} />}
        {pages.status === 'ready' && pages.rows.length > 0 && (
          <div
            role={table ? 'table' : 'list'}
            aria-rowcount={table ? (pages.totalCount ?? -1) : undefined}
            aria-busy={pages.old || undefined}
            className={pages.old ? 'opacity-60 transition-opacity delay-150' : ''}
            {...rowHandlers}
          >
            {table && <ColumnTitles columns={table} />}
            {across > 1 ? <CardRows {...place} across={across} /> : <Rows {...place} table={table} />}
          </div>
        )}
        {pages.status === 'ready' && pages.rows.length > 0 && <Foot pages={pages} />}
      </div>
    </div>
  )
}

/** The height of an element, which stands above the rows. */
const useHeightOf = (above: RefObject<HTMLDivElement | null>): number => {
  const [heightPx, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = above.current
    if (!element) return
    const measure = () => setHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [above])
  return heightPx
}

/** Asks for more near the end: after each drawing, and by what is answered whenever the list is scrolled. */
const useReach = (scroller: RefObject<HTMLDivElement | null>, pages: Pages<unknown>): (() => void) => {
  const reach = useEffectEvent(() => {
    const element = scroller.current
    if (!element || element.clientHeight === 0 || !pages.hasMore || pages.loadingMore || pages.moreFailed) return
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= reachBottomDistancePx) pages.more()
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => reach())
    return () => cancelAnimationFrame(frame)
  })
  return () => reach()
}

/** A list of new answers begins at its top. */
const useTopForQuestion = (scroller: RefObject<HTMLDivElement | null>, question: string | undefined): void => {
  const last = useRef(question)
  useLayoutEffect(() => {
    if (last.current === question) return
    last.current = question
    scroller.current?.scrollTo({ top: 0 })
  }, [question, scroller])
}

const tracksOf = (columns: readonly Column<never>[]): string => columns.map((column) => column.width ?? 'minmax(0,1fr)').join(' ')

const ColumnTitles = ({ columns }: { columns: readonly Column<never>[] }) => (
  <div
    role="row"
    className="sticky top-0 z-10 grid items-center gap-4 border-b border-line bg-page px-4 py-2.5"
    style={{ gridTemplateColumns: tracksOf(columns) }}
  >
    {columns.map((column) => (
      <span key={column.key} role="columnheader" className={`truncate text-small font-medium text-quiet ${column.end ? 'text-right' : ''}`}>
        {column.title}
      </span>
    ))}
  </div>
)

type RowsProps<R> = {
  list: Props<R>
  drawn: RefObject<VirtualizerHandle | null>
  scroller: RefObject<HTMLDivElement | null>
  startMargin: number
}

const chosenKeyOf = <R,>({ chosenKey, beside }: Props<R>): string | undefined => chosenKey ?? beside?.openKey

/** Cards side by side. */
const CardRows = <R,>({ list, drawn, scroller, startMargin, across }: RowsProps<R> & { across: number }) => {
  const { pages, keyOf, row } = list
  const chosenKey = chosenKeyOf(list)
  return (
    <Virtualizer ref={drawn} data={inRows(pages.rows, across)} scrollRef={scroller} startMargin={startMargin} bufferSize={1400}>
      {(cards, line) => (
        <div
          key={cards[0] && keyOf(cards[0])}
          role="presentation"
          className="grid gap-x-3 pb-3"
          style={{ gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))` }}
        >
          {cards.map((card, index) => (
            <div
              key={keyOf(card)}
              role="listitem"
              data-index={line * across + index}
              aria-current={keyOf(card) === chosenKey || undefined}
              className={`overflow-hidden rounded-card bg-card shadow-lift ${keyOf(card) === chosenKey ? 'ring-2 ring-accent' : ''}`}
            >
              {row(card, line * across + index)}
            </div>
          ))}
        </div>
      )}
    </Virtualizer>
  )
}

/** Rows one below the other: of a table, lines of one card, or cards. */
const Rows = <R,>({ list, drawn, scroller, startMargin, table }: RowsProps<R> & { table: readonly Column<R>[] | undefined }) => {
  const { pages, keyOf, row, apart, onOpen } = list
  const chosenKey = chosenKeyOf(list)
  const tracks = table && tracksOf(table)
  const boxClass = (index: number): string => {
    if (apart) return 'pb-3'
    const first = index === 0 ? 'rounded-t-card' : ''
    const last = index === pages.rows.length - 1 ? 'rounded-b-card' : 'border-b border-line'
    return `overflow-hidden bg-card *:rounded-[inherit] ${first} ${last}`
  }
  return (
    <Virtualizer ref={drawn} data={pages.rows} scrollRef={scroller} startMargin={startMargin} bufferSize={1400}>
      {(item, index) => (
        <div
          key={keyOf(item)}
          role={table ? undefined : 'listitem'}
          data-index={index}
          aria-current={keyOf(item) === chosenKey || undefined}
          className={`${boxClass(index)} ${keyOf(item) === chosenKey ? 'bg-accent-soft!' : ''}`}
        >
          {table ? <TableLine item={item} index={index} columns={table} tracks={tracks} onOpen={onOpen} /> : row(item, index)}
        </div>
      )}
    </Virtualizer>
  )
}

type LineProps<R> = {
  item: R
  index: number
  columns: readonly Column<R>[]
  tracks: string | undefined
  onOpen: ((row: R) => void) | undefined
}

const TableLine = <R,>({ item, index, columns, tracks, onOpen }: LineProps<R>) => (
  <div
    role="row"
    aria-rowindex={index + 2}
    className={`grid min-h-13 items-center gap-4 px-4 py-2 ${onOpen ? 'pressable cursor-pointer' : ''}`}
    style={{ gridTemplateColumns: tracks }}
    {...(onOpen
      ? {
          tabIndex: 0,
          onClick: () => onOpen(item),
          onKeyDown: (event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(item),
        }
      : {})}
  >
    {columns.map((column) => (
      <span key={column.key} role="cell" className={`min-w-0 truncate ${column.end ? 'text-right' : ''}`}>
        {column.cell(item)}
      </span>
    ))}
  </div>
)

const inRows = <R,>(rows: readonly R[], across: number): R[][] =>
  Array.from({ length: Math.ceil(rows.length / across) }, (_, line) => rows.slice(line * across, (line + 1) * across))

const Foot = ({ pages }: { pages: Pages<unknown> }) => (
  <div role="status" className="flex min-h-14 items-center justify-center gap-2 pb-safe text-small text-faint">
    {pages.moreFailed && (
      <button type="button" onClick={pages.more} className="min-h-11 px-4 text-accent-strong">
        {t('加载失败，点击重试')}
      </button>
    )}
    {!pages.moreFailed && pages.loadingMore && (
      <>
        <Spinner size={16} />
        {t('加载中')}
      </>
    )}
    {/* What turns out of sight costs a phone its battery all the same. */}
    {!pages.moreFailed && !pages.loadingMore && !pages.hasMore && t('没有更多了')}
  </div>
)
