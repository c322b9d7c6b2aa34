import type { Tile } from '../../domain/dashboards/operations.ts'
import { createHash } from 'node:crypto'
import { listedRows } from '../../domain/dashboards/tile.ts'
import type { Table } from '../../domain/tables/define.ts'
import { keysIn } from '../../domain/tables/view.ts'
import type { SignedIn } from '../call.ts'
import { type GroupQuestion, groupStatement } from '../views/groups.ts'
import type { SumQuery } from '../views/sums.ts'
import { presentInputs } from '../views/presentInputs.ts'
import { lookedAt, rowsAsked } from '../views/tableRows.ts'

export type TileReader = Pick<SignedIn, 'tx' | 'session' | 'language'>

/** A tile as its reader may ask it: the table with the columns that the organisation added, and the rows in question. */
export type TileQuestion = { readonly table: Table; readonly inputs: Record<string, string>; readonly query: SumQuery }

/** So many groups a chart is answered, and so many a table of the largest. */
const chartedGroups = 500
const rankedGroups = listedRows

/** Throws what the list of the table would answer this reader; undefined where what it asks of is not set up yet. */
export const askedTile = async (reader: TileReader, tile: Tile): Promise<TileQuestion | undefined> => {
  const table = await lookedAt(reader, tile.table)
  const inputs = await presentInputs(reader.tx, tile.table)
  if (!inputs) return undefined
  const { where, likeQuery } = tile
  return { table, inputs, query: await rowsAsked(reader, tile.table, { ...inputs, where, ...(likeQuery && { likeQuery }) }) }
}

/** What a shape asks of the rows: one figure of all, or groups. */
export const groupingOf = ({ shape, by, figures }: Tile): GroupQuestion => {
  if (shape === 'figure' || shape === 'list' || shape === 'trend') return { by: [], figures, limit: 1 }
  if (shape === 'change') return { by: by.slice(0, 1).filter(({ period }) => period !== undefined), figures, limit: chartedGroups }
  return { by, figures, limit: shape === 'table' ? rankedGroups : chartedGroups }
}

/** Any month and any day: a digest is not to change with the present ones. */
const someTime: Readonly<Record<string, string>> = { month: '2000-01', fromMonth: '2000-01', toMonth: '2000-01', day: '2000-01-01' }

/**
 * A digest of what the rights of a reader make of a tile: its rows without the conditions that it asks, and where its columns stand. Two readers
 * with one digest are answered the same figure. Throws where the reader may not be told the figure.
 */
export const scopeKeyOf = async (reader: TileReader, tile: Tile): Promise<string> => {
  const question = await askedTile(reader, tile)
  if (!question) return ''
  const { table, inputs, query } = question
  const figures = tile.figures.slice(0, 1)
  groupStatement(reader, table, query, { by: [], figures, limit: 1 })
  const scope = await rowsAsked(
    reader,
    tile.table,
    Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, someTime[key] ?? value])),
  )
  const { begins = '', from, conditions, openOnly } = scope
  const standings = [...figures.map(({ key }) => key), ...keysIn(tile.where)].map((key) => scope.standings[key])
  const columns = standings.map((column) => [column?.sql, column?.sumSql, column?.join])
  return createHash('sha256')
    .update(JSON.stringify([begins, from, conditions.texts, conditions.values, openOnly, columns]))
    .digest('hex')
}
