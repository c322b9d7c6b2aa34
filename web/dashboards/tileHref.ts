import type { Tile } from '../../domain/dashboards/operations.ts'
import { conditionOfGroup } from '../../domain/tables/groupCondition.ts'
import type { Table } from '../../domain/tables/define.ts'
import type { GroupKey } from '../../domain/tables/grouping.ts'
import { tableNamed } from '../../domain/tables/operations.ts'
import { hrefOf } from '../frames.ts'
import { searchOf } from '../table/address.ts'

/** A group of a tile: the values of some of its columns. */
export type TileGroup = { readonly by: readonly GroupKey[]; readonly keys: readonly (string | null)[] }

/** Where the rows behind a tile are listed, or those of one of its groups; `inputs` is what the screen is asked besides. */
export const hrefOfTile = (table: Table, tile: Tile, inputs: Readonly<Record<string, string>>, group?: TileGroup): string => {
  const { screen = '', search = '' } = tableNamed(tile.table) ?? {}
  const conditions = group?.by.map((key, at) => conditionOfGroup(table, key, group.keys[at] ?? null)) ?? []
  const before = { ...Object.fromEntries(new URLSearchParams(search)), ...inputs }
  const view = { where: [...tile.where, ...conditions], sort: tile.sort, ...(tile.likeQuery && { likeQuery: tile.likeQuery }) }
  return hrefOf(screen, searchOf(table, before, view))
}
