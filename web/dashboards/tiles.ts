import type { AnsweredTile, Dashboard, dashboardSave, Tile } from '../../domain/dashboards/operations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import type { GroupLayout } from '../../domain/tables/grouping.ts'
import { t } from '../words.ts'
import { type Condition, isEither, type SortOrder, type Where } from '../../domain/tables/view.ts'

/** A tile without its answer. */
export const tileOnly = ({ answer: _, ...tile }: AnsweredTile): Tile => tile

/** The tiles of a dashboard as they are shown: titles of a delivered one are texts of ours. */
export const titledTiles = ({ isDelivered, tiles }: Dashboard): readonly AnsweredTile[] =>
  isDelivered ? tiles.map((tile) => ({ ...tile, title: t(tile.title) })) : tiles

/** A dashboard as it is saved. */
export const inputOf = ({ id, version, title, tiles, audience, roles, deptIds, uids }: Dashboard): InputOf<typeof dashboardSave> => ({
  ...{ id, version, title, audience, roles, deptIds, uids },
  tiles: tiles.map(tileOnly),
})

/** A tile that is asked when its dashboard is saved. */
export const withoutAnswer = (tile: Tile): AnsweredTile => ({
  ...tile,
  answer: { state: 'unasked', inputs: {}, groups: null, columns: [], rows: [], nights: [] },
})

type Question = {
  readonly table: string
  readonly where: Where
  readonly by: GroupLayout['by']
  readonly figures: GroupLayout['figures']
  readonly likeQuery?: string | undefined
  readonly sort?: readonly SortOrder[] | undefined
}

/** A question as a tile has it. */
export const questionOf = ({ table, where, by, figures, likeQuery = '', sort = [] }: Question) => ({
  ...{ table, likeQuery, by: [...by], figures: [...figures], sort: [...sort] },
  where: where.map((term) => (isEither(term) ? { any: term.any.map(conditionOf) } : conditionOf(term))),
  ...{ columns: [], isKept: false, days: 30 as const },
})

const conditionOf = ({ key, is, value }: Condition) => ({
  ...{ key, is },
  ...(value !== undefined && { value: typeof value === 'string' ? value : [...value] }),
})
