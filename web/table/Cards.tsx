import { Check, CheckCheck, ListChecks } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import type { Id } from '../../kernel/id.ts'
import { BottomBar } from '../look/BottomBar.tsx'
import { CheckMark } from '../look/fields/CheckBox.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { List } from '../look/List.tsx'
import type { Pages } from '../pages.ts'
import { t } from '../words.ts'
import { noMatch } from './noMatch.ts'
import { everyRow, isChosen, noChoice, withRows } from './choice.ts'
import { shortCount } from './numberWords.ts'
import { type RowStates, useIsChosen } from './rowStates.ts'
import { isNarrowed, ListSums } from './Sums.tsx'
import { useSelection } from './useSelection.ts'
import type { Selection } from './selection.ts'
import type { Row } from './row.ts'

type Props<R extends Row> = {
  table: Table
  /** What stands above the rows, with what stands at its end. */
  toolbar: (end: ReactNode) => ReactNode
  pages: Pages<R>
  card: (row: R) => ReactNode
  states: RowStates
  selectable: boolean
  now: Pick<Selection, 'asked' | 'columns'>
  bulk: ((selection: Selection) => ReactNode) | undefined
  nothing: { title: string; text?: string; action?: { label: string; onPress: () => void } } | undefined
  /** Shows all rows where conditions or words leave none. */
  onClear: () => void
  picture: boolean
  apart?: boolean | undefined
}

/** The table on a phone: a card for each row; while one chooses, a press chooses. */
export const Cards = <R extends Row>(props: Props<R>) => {
  const { table, toolbar, pages, card, states, selectable, now, bulk, nothing, onClear, picture, apart } = props
  const [isChoosing, setChoosing] = useState(false)
  const toggle = (id: Id) => states.setChoice(withRows(states.choice(), [id], !isChosen(states.choice(), id)))
  const stop = () => {
    setChoosing(false)
    states.setChoice(noChoice)
  }
  return (
    <>
      {toolbar(
        selectable && (isChoosing || (pages.rows?.length ?? 0) > 0) && (
          <button
            type="button"
            aria-label={isChoosing ? t('完成') : t('选择')}
            onClick={() => (isChoosing ? stop() : setChoosing(true))}
            className={`table-phone-icon ${isChoosing ? 'text-accent-strong' : ''}`}
          >
            {isChoosing ? <Check size={18} aria-hidden /> : <ListChecks size={18} aria-hidden />}
          </button>
        ),
      )}
      {!isChoosing && <PhoneSums table={table} pages={pages} states={states} now={now} />}
      <List
        pages={pages}
        keyOf={({ id }) => id}
        picture={picture}
        apart={apart === true && !isChoosing}
        row={(row) =>
          isChoosing ? (
            <Choosable id={row.id} states={states} onPress={() => toggle(row.id)}>
              {card(row)}
            </Choosable>
          ) : (
            card(row)
          )
        }
        empty={nothing ?? noMatch(onClear)}
      />
      {isChoosing && (
        <BottomBar>
          <Bulk states={states} now={now} pages={pages} bulk={bulk}>
            <IconButton
              icon={CheckCheck}
              label={t('选择已载入的行')}
              onClick={() =>
                states.setChoice(
                  withRows(
                    states.choice(),
                    pages.rows.map(({ id }) => id),
                    true,
                  ),
                )
              }
            />
          </Bulk>
        </BottomBar>
      )}
    </>
  )
}

/** What the rows that conditions leave come to. */
const PhoneSums = (props: Parameters<typeof ListSums>[0]) =>
  isNarrowed(props.now) ? (
    <p className="table-phone-sums">
      <ListSums {...props} />
    </p>
  ) : null

type BulkProps = Pick<Props<Row>, 'states' | 'now' | 'bulk'> & {
  pages: Pick<Pages<Row>, 'totalCount' | 'hasUncounted'>
  children: ReactNode
}

/** How many are chosen and the way to all of them; below what may be done with them. */
const Bulk = ({ states, now, pages, bulk, children }: BulkProps) => {
  const { totalCount = 0, hasUncounted = false } = pages
  const selection = useSelection(states, now, totalCount)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <div className="flex items-center gap-3 text-small text-quiet">
        {children}
        <span role="status" className="flex-1">
          {t('已选 {count} 项', { count: shortCount(selection.count, selection.all && hasUncounted) })}
        </span>
        {!selection.all && selection.count > 0 && selection.count < totalCount && (
          <button type="button" onClick={() => states.setChoice(everyRow)} className="table-link reach">
            {t('全部 {count} 项', { count: shortCount(totalCount, hasUncounted) })}
          </button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3 empty:hidden">{bulk?.(selection)}</div>
    </div>
  )
}

const Choosable = ({ id, states, onPress, children }: { id: Id; states: RowStates; onPress: () => void; children: ReactNode }) => {
  const isChosenRow = useIsChosen(states, id)
  return (
    <div className="table-choosable">
      <CheckMark on={isChosenRow} />
      <div className="min-w-0 flex-1" inert>
        {children}
      </div>
      <button
        type="button"
        aria-pressed={isChosenRow}
        aria-label={isChosenRow ? t('已选') : t('未选')}
        onClick={onPress}
        className="table-over"
      />
    </div>
  )
}
