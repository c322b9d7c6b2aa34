import { type ReactNode, type Ref, useEffectEvent, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { Table } from '../../../domain/tables/define.ts'
import { rowHeightPx } from '../../../domain/tables/view.ts'
import { Empty } from '../../look/Empty.tsx'
import { useKeptPlace } from '../../look/Page.tsx'
import { Problem } from '../../look/Problem.tsx'
import type { Pages } from '../../pages.ts'
import { t } from '../../words.ts'
import { handleGridKey } from './gridKeys.ts'
import { tracksOf } from '../layout.ts'
import { LoadedEnd } from '../LoadedEnd.tsx'
import { noMatch } from '../noMatch.ts'
import type { TableLook } from '../tableLook.ts'
import type { Row, RowKeys } from '../row.ts'
import { makeRowChoice } from './rowChoice.ts'
import type { RowStates } from '../rowStates.ts'
import { TableHead } from '../TableHead.tsx'
import { TableRow } from '../TableRow.tsx'
import { useDrawnRows } from './useDrawnRows.ts'
import { useGridCursor } from './useGridCursor.ts'
import { useGridPresses } from './useGridPresses.ts'

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
  const { drawn, handleScroll } = useDrawnRows({ scroller, pages, rowHeightPx: heightPx })
  const cursor = useGridCursor({ scroller, ids, states, rowHeightPx: heightPx, question: pages.question, openKey })
  const choice = makeRowChoice(ids, states)
  const presses = useGridPresses({ scroller, rows, states, choice, onOpen, hrefOf })
  const key = useEffectEvent((event: KeyboardEvent) =>
    handleGridKey(event, {
      element: scroller.current,
      rows,
      ids,
      rowHeightPx: heightPx,
      states,
      cursor,
      choice,
      selectable,
      openKey,
      onOpen,
      hrefOf,
      rowKeys,
    }),
  )
  useImperativeHandle(ref, () => ({ keyElsewhere: (event) => key(event) }), [])
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
      style={{ '--tracks': tracksOf(looking.columns), '--row-height': `${heightPx}px`, '--width': `${width}px` }}
    >
      <TableHead table={table} looking={looking} states={states} ids={ids} selectable={selectable} scroller={scroller} />
      <RowsNotice pages={pages} columnCount={looking.columns.length} empty={<NoRows nothing={nothing} looking={looking} />} />
      {rows.length > 0 && (
        <div role="rowgroup" className={`table-rows ${pages.old ? 'table-old' : ''}`} {...presses}>
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
                  drawing={drawing}
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

type RowsNoticeProps<R extends Row> = { pages: Pages<R>; columnCount: number; empty: ReactNode }

/** What stands where there are no rows: bones while they load, why they did not come, or that there are none. */
const RowsNotice = <R extends Row>({ pages, columnCount, empty }: RowsNoticeProps<R>) => (
  <>
    {pages.status === 'loading' && (
      <div role="row">
        <div role="gridcell">
          <Bones columns={columnCount} />
        </div>
      </div>
    )}
    {pages.status === 'failed' && (
      <Aside>
        <Problem error={pages.error} onRetry={pages.refresh} />
      </Aside>
    )}
    {pages.status === 'ready' && pages.rows.length === 0 && empty}
  </>
)

type NoRowsProps = Pick<Props<Row>, 'nothing' | 'looking'>

const NoRows = ({ nothing, looking }: NoRowsProps) => (
  <Aside>
    <Empty {...(nothing ?? noMatch(looking.clearFilters))} />
  </Aside>
)

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
