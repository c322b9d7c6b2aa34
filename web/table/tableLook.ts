import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Table } from '../../domain/tables/define.ts'
import type { GroupLayout } from '../../domain/tables/grouping.ts'
import type { TableView } from '../../domain/tables/view.ts'
import { hrefOf } from '../frames.ts'
import { useScreen } from '../screen.ts'
import { session, storeAside, stored } from '../session/session.ts'
import { replaceHref } from '../travel.ts'
import { type AddressedView, addressedIn, searchOf } from './address.ts'
import { keptColumns, type LaidOut, laidOut } from './layout.ts'

/** How a person looks at a list now, and the ways to look at it otherwise. */
export type TableLook = {
  readonly view: TableView
  readonly columns: readonly LaidOut[]
  readonly viewId: string | undefined
  /** Whether it is another look than the saved view's, or than the usual one. */
  readonly changed: boolean
  readonly look: (change: LookChange) => void
  /** Shows all rows: without conditions and words. */
  readonly clearFilters: () => void
  /** How often that was done: the search box begins anew each time. */
  readonly clearCount: number
  /** Where the list is with another question: the rows of a group. */
  readonly hrefWith: (change: Pick<LookChange, 'where' | 'groups'>) => string
  /** Goes to a saved view, or to the usual look; what was changed here is forgotten. */
  readonly goTo: (viewId: string | undefined) => void
  /** The column that a condition is being begun for. */
  readonly begun: string | undefined
  readonly begin: (column: string | undefined) => void
}

/** `groups`: null shows the rows. */
type LookChange = Omit<TableView, 'columns' | 'groups'> & { readonly columns?: readonly LaidOut[]; readonly groups?: GroupLayout | null }

type TableLayout = Pick<TableView, 'columns' | 'density'>

const keptKey = (table: Table): string => `_table_${session().uid}_${table.name}`
const keptOf = (table: Table): Readonly<Record<string, TableLayout>> => stored(keptKey(table)) ?? {}

/**
 * What is asked stands in the address, what it looks like is kept on this device; both count before what the saved view says. It is the same object
 * while it says the same, whatever else stands in the address.
 */
export const useLooking = (table: Table, savedLook: TableView | undefined): TableLook => {
  const { path, search } = useScreen()
  const [turn, setTurn] = useState(0)
  const [filterColumn, begin] = useState<string>()
  const [clearCount, setClearCount] = useState(0)
  const currentSearch = useRef(search)
  useLayoutEffect(() => {
    currentSearch.current = search
  }, [search])
  const addressedText = JSON.stringify(addressedIn(table, search))
  const addressedView = useMemo((): AddressedView => JSON.parse(addressedText), [addressedText])
  const { viewId } = addressedView
  const keptUnder = viewId ?? ''
  const storedLook = useMemo(() => (turn < 0 ? {} : (keptOf(table)[keptUnder] ?? {})), [table, keptUnder, turn])
  const view: TableView = useMemo(() => ({ ...savedLook, ...asView(addressedView), ...storedLook }), [savedLook, addressedView, storedLook])

  const columns = useMemo(() => laidOut(table, view.columns), [table, view.columns])

  return useMemo(() => {
    const keep = (change: TableLayout | undefined) => {
      const { [keptUnder]: before, ...others } = keptOf(table)
      storeAside(keptKey(table), change ? { ...others, [keptUnder]: { ...before, ...change } } : others, 0)
      setTurn((last) => last + 1)
    }
    const hrefTo = (next: AddressedView) => hrefOf(path, searchOf(table, currentSearch.current, next))
    const address = (next: AddressedView) => replaceHref(hrefTo(next))
    return {
      view,
      columns,
      viewId,
      changed: Object.keys(asView(addressedView)).length + Object.keys(storedLook).length > 0,
      look: ({ columns: laid, density, ...asked }) => {
        if (laid || density) keep({ ...(laid && { columns: keptColumns(laid) }), ...(density && { density }) })
        if (Object.keys(asked).length > 0) address({ ...addressedView, ...asked })
      },
      clearFilters: () => {
        setClearCount((last) => last + 1)
        address({ ...addressedView, where: [], likeQuery: '' })
      },
      clearCount,
      hrefWith: (change) => hrefTo({ ...addressedView, ...change }),
      goTo: (next) => {
        keep(undefined)
        address({ viewId: next })
      },
      begun: filterColumn,
      begin,
    }
  }, [table, path, view, columns, viewId, keptUnder, addressedView, storedLook, filterColumn, clearCount])
}

const asView = ({ where, sort, likeQuery, groups }: AddressedView): TableView => ({
  ...(where && { where }),
  ...(sort && { sort }),
  ...(likeQuery && { likeQuery }),
  ...(groups !== undefined && { groups: groups ?? undefined }),
})
