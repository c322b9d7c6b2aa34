import { type Condition, isEither } from '../../../domain/tables/view.ts'
import { type ColumnStanding, joinsOf, type Standings } from '../../tables/columnStanding.ts'
import type { AssetQuery } from '../assetQuery.ts'
import { registerOf } from '../assetRegister.ts'

/** The values of own fields as rows `a` of a question, without the assets themselves. */
export type Lead = {
  readonly from: string
  readonly condition: string
  /** Where columns stand that stand elsewhere than beside an asset. */
  readonly standings: Standings
}

/** Rows of a page, twice: where one order or the other costs the same, the one that does not depend on how values lie is taken. */
const walkedRows = 100

/** Of conditions whose negation is asked of all rows, no values lead to what they find. */
const asksOfAll: readonly Condition['is'][] = ['notIn', 'no', 'empty']

const ownStandingOf = (standings: Standings, key: string): ColumnStanding | undefined =>
  Object.hasOwn(standings, key) && standings[key]?.lead ? standings[key] : undefined

/** True where nothing but own fields is asked for and sorted by: deleted assets have no values. */
const isOfOwnValues = ({ kind, filters, where = [], scope, sought, keyword, part: { sorting } }: AssetQuery): boolean => {
  if (filters.size > 0 || scope || sought || keyword !== undefined) return false
  const { standings } = registerOf(kind)
  const isLeading = ({ key, is }: Condition): boolean => {
    const standing = ownStandingOf(standings, key)
    return standing !== undefined && standing.wholeText === undefined && is !== 'empty'
  }
  return sorting.every(({ lead }) => lead) && where.every((term) => (isEither(term) ? term.any : [term]).every(isLeading))
}

/** The first own field that a condition of a question finds rows by. */
const askedKey = ({ where = [] }: AssetQuery): string | undefined =>
  where.find((term): term is Condition => !isEither(term) && !asksOfAll.includes(term.is))?.key

/** True where it is to be known how many rows there are before they are put in order: no statistics tell the database how own fields go together. */
export const isWeighed = (query: AssetQuery): boolean => {
  const conditionKey = askedKey(query)
  const [first] = query.part.sorting
  return first !== undefined && conditionKey !== undefined && conditionKey !== first.key && isOfOwnValues(query)
}

/**
 * True of matches that are put in order one by one. Of more, those that come first are looked for in the order of an index: the register's size for each
 * match of a page.
 */
export const areFew = (matches: number, registerSize: number): boolean => matches * matches <= walkedRows * registerSize

/** The values that lead to all rows of a question; undefined where more than own fields is asked. */
export const leadOf = (query: AssetQuery): Lead | undefined => {
  if (!isOfOwnValues(query)) return undefined
  const { standings } = registerOf(query.kind)
  const { sorting } = query.part
  const conditionKey = askedKey(query)
  const isFew = isWeighed(query) && query.isFew === true
  const key = isFew ? conditionKey : (sorting[0]?.key ?? conditionKey)
  const standing = key === undefined ? undefined : ownStandingOf(standings, key)
  if (key === undefined || !standing?.lead) return undefined
  const { lead, within: _, emptySql: __, join: ___, ...plainStanding } = standing
  const probes = sorting.map(({ probe = '' }) => ` ${probe}`).join('')
  return {
    from: `${lead.from}${isFew ? probes : joinsOf(sorting.slice(1))}`,
    condition: lead.condition,
    standings: { ...(isWeighed(query) && !isFew && probedStandings(standings)), [key]: plainStanding },
  }
}

/** The same where each row is looked at by itself. */
const probedStandings = (standings: Standings): Standings =>
  Object.fromEntries(
    Object.entries(standings).flatMap(([key, standing]) =>
      standing.probeCondition ? [[key, { ...standing, within: standing.probeCondition }]] : [],
    ),
  )
