import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Where } from '../../domain/tables/view.ts'
import type { AssetScope } from '../access/scope.ts'
import type { ChosenRows } from '../tables/chosenRows.ts'
import type { SortedPart } from '../tables/order.ts'

/** Which assets are asked for. */
export type AssetQuery = {
  /** Assets with the fields that the organisation added to them. */
  readonly kind: RecordKind
  readonly part: SortedPart
  /** By the keys of the asset's fields; read and checked. */
  readonly filters: ReadonlyMap<string, unknown>
  /** What else must hold, of the day that it is today. */
  readonly where?: Where
  readonly today?: Day
  /** What lies below the nodes of trees in `where` is named there as well. */
  readonly spread?: boolean
  /** The place asked for with what is below it, where they are to be known when it is planned. */
  readonly places?: readonly Id[] | undefined
  /** Of these only some. */
  readonly chosen?: ChosenRows | undefined
  /** False: `locId` means that place alone, without what is below it. */
  readonly below: boolean
  readonly keyword: string | undefined
  /** The data scope; undefined for all. */
  readonly scope: AssetScope | undefined
  /** True where rows are among them of which the reader sees the open fields only: the keyword is looked for in those. */
  readonly openOnly?: boolean
  /** What the keyword found, once it was looked for beforehand. */
  readonly sought?: readonly Id[] | 'many'
  /** They are so few that each is looked at, once they were counted beforehand. */
  readonly isFew?: boolean
}
