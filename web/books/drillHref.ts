import { allocationTable } from '../../domain/books/allocationTable.ts'
import type { EntryKind } from '../../domain/books/entryKind.ts'
import { valueEntryTable } from '../../domain/books/entryTable.ts'
import { firstDayOf, monthOfText } from '../../domain/books/month.ts'
import type { MovementGroup } from '../../domain/books/operations.ts'
import type { Condition } from '../../domain/tables/view.ts'
import { addDays } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { hrefOf } from '../frames.ts'
import { searchOf } from '../table/address.ts'

/** The rows whose value in a column is exactly this one; those without a value where it is null. */
const exactly = (key: string, id: Id | null): Condition => (id === null ? { key, is: 'empty' } : { key, is: 'only', value: [id] })

/** Which entries make a figure of the movements: of which row, in which months, and of which kinds. */
export type MovementDrill = {
  readonly bookId: Id
  readonly by: MovementGroup
  /** Undefined for the sum of all rows. */
  readonly group: Id | null | undefined
  /** The first month; undefined where the figure is a balance, which all months before make. */
  readonly from: string | undefined
  readonly to: string
  readonly kinds?: { readonly is: 'in' | 'notIn'; readonly value: readonly EntryKind[] }
}

/** The entries behind a figure of the movements: their sum is the figure. */
export const movementHref = ({ bookId, by, group, from, to, kinds }: MovementDrill): string => {
  const lastDay = addDays(firstDayOf(monthOfText(to) + 1), -1)
  const where: Condition[] = [
    { key: 'monthOn', is: 'between', value: [from === undefined ? '' : firstDayOf(monthOfText(from)), lastDay] },
    { key: 'isTakenBack', is: 'no' },
    ...(group === undefined ? [] : [exactly(by === 'category' ? 'catId' : 'deptId', group)]),
    ...(kinds ? [{ key: 'kind', is: kinds.is, value: [...kinds.value] }] : []),
  ]
  return hrefOf('/pages/goods/GsBook/entries', searchOf(valueEntryTable, { bookId }, { where }))
}

type AllocationDrill = { readonly bookId: Id; readonly deptId: Id | null; readonly from: string; readonly to: string }

/** The shares of assets that a department bears in a span of months: their sum is what the department bears. */
export const allocationHref = ({ bookId, deptId, from, to }: AllocationDrill): string =>
  hrefOf(
    '/pages/goods/GsBook/allocationLines',
    searchOf(allocationTable, { bookId, fromMonth: from, toMonth: to }, { where: [exactly('deptId', deptId)] }),
  )
