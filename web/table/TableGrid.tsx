import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Table } from '../../domain/tables/define.ts'
import { rowHeightPx } from '../../domain/tables/view.ts'
import { useKeptPlace } from '../look/Page.tsx'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import type { Pages } from '../pages.ts'
import { t } from '../words.ts'
import { rowsBetween, isChosen, noChoice, withRows } from './choosing.ts'
import { LoadedEnd } from './LoadedEnd.tsx'
import { tracksOf } from './layout.ts'
import type { TableLook } from './looking.ts'
import { isMoreWanted } from './paging.ts'
import { isIdle, isTyping, liesOver, openAside, stepOf } from './rowKeys.ts'
import type { RowStates } from './rowStates.ts'
import { TableHead } from './TableHead.tsx'
import type { Row, RowKeys } from './row.ts'
import { TableRow } from './TableRow.tsx'
import { type Drawn, drawnAt, isUncovered } from './window.ts'

/** Takes keys that were pressed anywhere on the screen. */
export type TableHandle = { readonly keyElsewhere: (event: KeyboardEvent) => void }

type Props<R extends Row> = {
  ref: Ref<TableHandle>
  table: Table
  looking: TableLook
  pages: Pages<R>
  states: RowStates
  selectable: boolean
  cell?: ((row: R, key: string) => ReactNode) | undefined
  onOpen: (row: R) => void
  hrefOf?: ((row: R) => string) | undefined
  openKey?: string | undefined
  rowKeys?: RowKeys<R> | undefined
  /** What stands there where there is nothing; undefined where conditions leave nothing. */
  nothing: { title: string; text?: string; action?: { label: string; onPress: () => void } } | undefined
}

const headHeightPx = 36
/** So many are drawn before it is known how many are seen. */
const firstRows = 40

/** The rows and columns of a table in a window that scrolls both ways; keys move a cursor through it. */
export const TableGrid = <R extends Row>(props: Props<R>) => {
  const { ref, table, looking, pages, states, selectable, onOpen, hrefOf, openKey, rowKeys, nothing } = props
  const { rows } = pages
  const scroller = useRef<HTMLDivElement>(null)
  const heightPx = rowHeightPx[looking.view.density ?? 'usual']
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const drawing = useRef({ cell: props.cell, hrefOf })
  useLayoutEffect(() => {
    drawing.current = { cell: props.cell, hrefOf }
  })
  useKeptPlace(scroller)

  const [last, setDrawn] = useState<Drawn>({ from: 0, to: 0 })
  const drawn = last.to === 0 || last.to > rows.length ? { from: 0, to: Math.min(rows.length, firstRows) } : last
  /** What of the table is seen, as it was when nothing had to be laid out to know it. */
  const lastSeen = useRef({ scrollTop: 0, heightPx: 0 })
  const look = () => {
    const element = scroller.current
    if (element) lastSeen.current = { scrollTop: element.scrollTop, heightPx: element.clientHeight }
    element?.toggleAttribute('data-aside', element.scrollLeft > 0)
  }
  const draw = (isUrgent: boolean) => {
    if (lastSeen.current.heightPx === 0) return
    const place = { ...lastSeen.current, rowHeightPx: heightPx, rows: rows.length }
    const next = drawnAt(place, drawn)
    if (next.from === last.from && next.to === last.to) return
    if (!isUncovered(place, drawn)) startTransition(() => setDrawn(next))
    else if (isUrgent) flushSync(() => setDrawn(next))
    else setDrawn(next)
  }
  const handleScroll = () => {
    look()
    draw(true)
    reach()
  }
  const drawAnew = useEffectEvent(() => draw(false))
  const handleResize = useEffectEvent(() => {
    look()
    draw(true)
  })
  useLayoutEffect(() => drawAnew())
  useEffect(() => {
    const observer = new ResizeObserver(() => handleResize())
    if (scroller.current) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [])

  const reach = useEffectEvent(() => {
    const element = scroller.current
    if (!element || !pages.hasMore || pages.loadingMore || pages.moreFailed || pages.old) return
    if (isMoreWanted(element, heightPx)) pages.more()
  })
  useEffect(() => {
    const frame = requestAnimationFrame(() => reach())
    return () => cancelAnimationFrame(frame)
  })

  const question = useRef(pages.question)
  useLayoutEffect(() => {
    if (question.current === pages.question) return
    question.current = pages.question
    scroller.current?.scrollTo({ top: 0 })
    states.setCursor(undefined)
  }, [pages.question, states])

  const goTo = (index: number) => {
    const rowIndex = Math.min(rows.length - 1, Math.max(0, index))
    const id = ids[rowIndex]
    const element = scroller.current
    if (id === undefined || !element) return
    states.setCursor({ id, index: rowIndex })
    const top = rowIndex * heightPx
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + heightPx + headHeightPx - element.clientHeight
    if (bottom > element.scrollTop) element.scrollTop = bottom
  }
  /** Rows that came before it since may have moved the one at the cursor. */
  const cursorIndex = (): number => {
    const cursor = states.cursor()
    if (!cursor) return -1
    return ids[cursor.index] === cursor.id ? cursor.index : ids.indexOf(cursor.id)
  }
  const wentOnAt = useRef(-Infinity)
  /** The cursor stands at what is open, however that was opened. */
  const goToOpen = useEffectEvent(() => {
    // Where a key has gone on meanwhile, what it went to will be open in a moment.
    const isFollowed = performance.now() - wentOnAt.current < followedMs
    if (openKey && !isFollowed && states.cursor()?.id !== openKey && ids.includes(openKey)) goTo(ids.indexOf(openKey))
  })
  /** Where its row went out of the list, the cursor stands at the one that came after. */
  const keepCursor = useEffectEvent(() => {
    const cursor = states.cursor()
    if (cursor && rows.length > 0 && !ids.includes(cursor.id)) goTo(cursor.index)
  })
  useEffect(() => {
    if (ids.length > 0) keepCursor()
  }, [ids])
  const isThere = rows.length > 0
  useEffect(() => {
    if (openKey && isThere) goToOpen()
  }, [openKey, isThere])
  const firstSeen = () => Math.ceil((scroller.current?.scrollTop ?? 0) / heightPx)

  const toggle = (index: number) => {
    const id = ids[index]
    if (id === undefined) return
    const choice = withRows(states.choice(), [id], !isChosen(states.choice(), id))
    states.setChoice(choice)
    states.setRange({ from: index, to: index, besides: choice })
  }
  /** Chooses everything from where the range began; one that ended elsewhere begins anew. */
  const extend = (from: number, index: number) => {
    const last = states.range()
    const range = last?.to === from ? last : { from, besides: states.choice() }
    const to = Math.min(rows.length - 1, Math.max(0, index))
    states.setChoice(withRows(range.besides, rowsBetween(ids, range.from, to), true))
    states.setRange({ ...range, to })
  }

  const key = useEffectEvent((event: KeyboardEvent) => {
    const element = scroller.current
    const target = event.target as HTMLElement
    if (!element || event.defaultPrevented || event.altKey || isTyping(target) || liesOver(target)) return
    const inside = isIdle(target) || target === element || (element.contains(target) && !target.closest('[data-head]'))
    const cursorAt = cursorIndex()
    const { key: pressed, shiftKey } = event
    const preventDefault = () => event.preventDefault()

    if (event.ctrlKey || event.metaKey) {
      if (!inside) return
      if (pressed === 'a' && selectable) {
        preventDefault()
        states.setChoice(withRows(noChoice, ids, true))
      } else if (pressed === 'Enter' && rows[cursorAt] && hrefOf) openAside(hrefOf(rows[cursorAt]))
      return
    }
    const page = Math.max(1, Math.floor((element.clientHeight - headHeightPx) / heightPx) - 1)
    const step = stepOf(pressed, { page, rows: rows.length, inside })
    if (step !== undefined && rows.length > 0) {
      preventDefault()
      const to = cursorAt === -1 ? (step > 0 && step < rows.length ? firstSeen() : step) : cursorAt + step
      if (target !== element && inside) element.focus({ preventScroll: true })
      if (shiftKey && selectable && cursorAt !== -1) extend(cursorAt, to)
      goTo(to)
      const next = rows[cursorIndex()]
      if (openKey !== undefined && next) {
        wentOnAt.current = performance.now()
        onOpen(next)
      }
      return
    }
    if (pressed === 'Escape' && inside && openKey === undefined) {
      if (states.choice() !== noChoice) preventDefault()
      states.setChoice(noChoice)
      return
    }
    const row = rows[cursorAt]
    if (!row || shiftKey) return
    if (pressed === 'Enter' && inside) {
      preventDefault()
      onOpen(row)
    } else if (pressed.toLowerCase() === 'x' || (pressed === ' ' && inside)) {
      preventDefault()
      if (selectable) toggle(cursorAt)
    } else if (rowKeys?.[pressed.toLowerCase()]) {
      preventDefault()
      if (!event.repeat) rowKeys[pressed.toLowerCase()]!(row)
    }
  })
  useImperativeHandle(ref, () => ({ keyElsewhere: (event) => key(event) }), [])

  const pressedAt = (event: MouseEvent): { index: number; row: R } | undefined => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN)
    const row = rows[index]
    return row && { index, row }
  }
  const press = (event: MouseEvent) => {
    const pressedCell = pressedAt(event)
    if (!pressedCell) return
    const target = event.target as HTMLElement
    const { index, row } = pressedCell
    states.setCursor({ id: row.id, index })
    if (target.closest('[data-check]')) return event.shiftKey ? extend(states.range()?.to ?? index, index) : toggle(index)
    const link = target.closest('a')
    if (target.closest('button') || (link && !link.hasAttribute('data-name'))) return
    const aside = event.ctrlKey || event.metaKey || event.shiftKey
    if (link && aside) return
    event.preventDefault()
    if (getSelection()?.isCollapsed === false) return
    if (aside && hrefOf) openAside(hrefOf(row))
    else onOpen(row)
  }
  const pressAside = (event: MouseEvent) => {
    const pressedCell = pressedAt(event)
    if (event.button === 1 && pressedCell && hrefOf && !(event.target as HTMLElement).closest('a')) openAside(hrefOf(pressedCell.row))
  }
  const hold = (event: MouseEvent) => {
    if (!(event.target as HTMLElement).closest('[data-check]') && !event.shiftKey) return
    event.preventDefault()
    scroller.current?.focus({ preventScroll: true })
  }

  const width = looking.columns.reduce((sum, { widthPx }) => sum + widthPx, 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the grid is what keys move in
    <div
      ref={scroller}
      role="grid"
      aria-label={t(table.title)}
      aria-rowcount={pages.totalCount === undefined ? -1 : pages.totalCount + 1}
      aria-colcount={looking.columns.length}
      aria-multiselectable={selectable || undefined}
      aria-busy={pages.old || pages.status === 'loading' || undefined}
      tabIndex={0}
      onScroll={handleScroll}
      className="table-scroller"
      data-density={looking.view.density ?? 'usual'}
      style={{ '--tracks': tracksOf(looking.columns), '--row-height': `${heightPx}px`, '--width': `${width}px` } as never}
    >
      <TableHead table={table} looking={looking} states={states} ids={ids} selectable={selectable} scroller={scroller} />
      {pages.status === 'loading' && (
        <div role="row">
          <div role="gridcell">
            <Bones columns={looking.columns.length} />
          </div>
        </div>
      )}
      {pages.status === 'failed' && (
        <Aside>
          <Problem error={pages.error} onRetry={pages.refresh} />
        </Aside>
      )}
      {pages.status === 'ready' && rows.length === 0 && (
        <Aside>
          <Empty
            {...(nothing ?? {
              title: t('没有找到'),
              text: t('换一个词或放宽筛选条件再试试。'),
              action: { label: t('清除筛选'), onPress: () => looking.look({ where: [], likeQuery: '' }) },
            })}
          />
        </Aside>
      )}
      {rows.length > 0 && (
        <div
          role="rowgroup"
          className={`table-rows ${pages.old ? 'table-old' : ''}`}
          onClick={press}
          onAuxClick={pressAside}
          onMouseDown={hold}
        >
          <div className="table-whole" style={{ height: rows.length * heightPx }}>
            <div className="table-drawn" style={{ top: drawn.from * heightPx }}>
              {rows.slice(drawn.from, drawn.to).map((row, index) => (
                <TableRow
                  key={row.id}
                  row={row}
                  index={drawn.from + index}
                  table={table}
                  columns={looking.columns}
                  states={states}
                  selectable={selectable}
                  isOpen={row.id === openKey}
                  drawing={drawing as never}
                  scroller={scroller}
                />
              ))}
            </div>
          </div>
          <LoadedEnd pages={pages} />
        </div>
      )}
    </div>
  )
}

/** So long what is open may stay behind the cursor. */
const followedMs = 1000

/** What stands in a table instead of rows. */
const Aside = ({ children }: { children: ReactNode }) => (
  <div role="row" className="table-aside">
    <div role="gridcell">{children}</div>
  </div>
)

const Bones = ({ columns }: { columns: number }) => (
  <div className="table-rows appear-late" role="status" aria-label={t('加载中')}>
    {Array.from({ length: 14 }, (_, line) => (
      <div key={line} className="table-row" aria-hidden>
        {Array.from({ length: columns }, (_each, index) => (
          <span key={index} className="table-cell">
            <span className="table-bone animate-pulse" />
          </span>
        ))}
      </div>
    ))}
  </div>
)
