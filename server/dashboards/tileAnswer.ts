import { RefusalError } from '../../kernel/refusal.ts'
import type { TileAnswer, Tile } from '../../domain/dashboards/operations.ts'
import { listedColumnsAtMost, listedRows } from '../../domain/dashboards/tile.ts'
import { shownKeys, type Table } from '../../domain/tables/define.ts'
import type { Groups } from '../../domain/tables/groupOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { openRecentReads } from '../../kernel/recent.ts'
import { lastWriteOf } from '../db/lastWrites.ts'
import type { Session } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { HttpError } from '../httpError.ts'
import { joinsOf } from '../tables/columnStanding.ts'
import { orderOf, sortedPartOf } from '../tables/order.ts'
import { groupStatement, type GroupStatement, type KeyStanding, keySql, namesOf, requireColumn, runGroups } from '../views/groups.ts'
import type { SumQuery } from '../views/sums.ts'
import { nightsOf } from './keptFigures.ts'
import { askedTile, groupingOf, scopeKeyOf, type TileReader } from './tileQuestion.ts'

/** So long the database works on one statement of a tile; the screen behind it has more time. */
const secondsForTile = 3
/** So many tiles of one dashboard are worked on at a time. */
const tilesAtOnce = 3

const blank: Omit<TileAnswer, 'state'> = { inputs: {}, groups: null, columns: [], rows: [], nights: [] }

export type TileAsking = {
  readonly database: Database
  readonly session: Session
  readonly language: 'zh' | 'en'
  /** The dashboard whose nights are kept; undefined of a delivered one. */
  readonly dashboardId: Id | undefined
}

type PlacedTile = { readonly tile: Tile; readonly place: number }

/** Answers tiles in the rights of their reader, each for itself: none fails with one that is slow. */
export const answerTiles = async (tileReading: TileAsking, tiles: readonly Tile[]): Promise<TileAnswer[]> => {
  const answers: TileAnswer[] = []
  let next = 0
  const takeTile = (): PlacedTile | undefined => {
    const place = next++
    const tile = tiles[place]
    return tile && { tile, place }
  }
  await Promise.all(Array.from({ length: tilesAtOnce }, () => answerInTurn(tileReading, takeTile, answers)))
  return answers
}

/** Answers one tile after the other in one transaction; one that takes too long ends it, and the next begins another. */
const answerInTurn = async (tileReading: TileAsking, takeTile: () => PlacedTile | undefined, answers: TileAnswer[]): Promise<void> => {
  const { database, session } = tileReading
  // Kept until it is answered: a transaction may run again.
  let current = takeTile()
  const answerRest = async (tx: Tx): Promise<void> => {
    for (; current; current = takeTile()) answers[current.place] = await answerTile(tileReading, { ...tileReading, tx }, current.tile)
  }
  while (current) {
    try {
      await database.readingReplica(session.orgId, answerRest, { statementSeconds: secondsForTile })
    } catch (error) {
      if (!isTooSlow(error)) throw error
      answers[current.place] = { ...blank, state: 'slow' }
      current = takeTile()
    }
  }
}

const isTooSlow = (error: unknown): boolean => error instanceof HttpError && error.refusal.reason === 'server.slow'

const answerTile = async (tileReading: TileAsking, reader: TileReader, tile: Tile): Promise<TileAnswer> => {
  try {
    return await readTile(tileReading, reader, tile)
  } catch (error) {
    if (error instanceof RefusalError || (error instanceof HttpError && !isTooSlow(error))) return { ...blank, state: 'closed' }
    throw error
  }
}

const readTile = async ({ database, dashboardId }: TileAsking, reader: TileReader, tile: Tile): Promise<TileAnswer> => {
  const question = await askedTile(reader, tile)
  if (!question) return { ...blank, state: 'unset' }
  const { table, inputs, query } = question
  // Before the statement of the groups, which adds a value of its own to those of the conditions.
  const listing = tile.shape === 'list' ? listStatement(reader, { table, query }, tile) : undefined
  const statement = groupStatement(reader, table, query, groupingOf(tile))
  const firstRows = listing && (await readList(reader, listing))
  const figures = await readGroups(database, reader, statement)
  const names = { ...(await namesOf(reader, statement.keys, figures.list)), ...firstRows?.names }
  const isKept = tile.isKept && dashboardId !== undefined
  const nights = isKept ? await nightsOf(reader.tx, { dashboardId, tileId: tile.id, scopeKey: await scopeKeyOf(reader, tile) }) : []
  return {
    ...{ state: 'answered', inputs, nights },
    groups: { ...figures, names },
    columns: listing?.columns ?? [],
    rows: firstRows?.rows ?? [],
  }
}

type Figures = Omit<Groups, 'names'>

/** What took longer than this is answered again for a while, but not to a person who wrote since; the rest is read anew each time. */
const rememberedFromMs = 15
const recentFigures = openRecentReads<Database, { readonly figures: Figures; readonly tookMs: number }>({
  ageMs: 10_000,
  atMost: 500,
  isLasting: ({ tookMs }) => tookMs >= rememberedFromMs,
})

/** Those who are asked the same by their rights are answered the same, and by one reading where they ask at one moment. */
const readGroups = async (database: Database, reader: TileReader, statement: GroupStatement): Promise<Figures> => {
  const key = JSON.stringify([reader.session.orgId, statement.text, statement.values])
  const read = async () => {
    const begunAt = performance.now()
    return { figures: await runGroups(reader, statement), tookMs: performance.now() - begunAt }
  }
  const { figures } = await recentFigures.read(database, key, read, lastWriteOf(reader.session))
  return figures
}

type Listing = {
  readonly columns: string[]
  readonly keys: readonly KeyStanding[]
  readonly text: string
  readonly values: readonly unknown[]
}

/** The first rows by the columns that this reader sees; those that the tile names, else those that its list shows. */
const listStatement = (reader: TileReader, source: { readonly table: Table; readonly query: SumQuery }, tile: Tile): Listing => {
  const { table, query } = source
  const columnKeys = tile.columns.length > 0 ? tile.columns : shownKeys(table)
  const keys = columnKeys.flatMap((key) => seenColumn(reader, source, key)).slice(0, listedColumnsAtMost)
  for (const { key } of tile.sort) requireColumn(reader, source, key, (column) => column.sorted === true)
  const { sorting: sortOrder } = sortedPartOf(table, query.standings, { sort: tile.sort })
  const { begins = '', from, conditions, id } = query
  const cells = keys.map((key) => keySql({ ...key, period: 'day' }))
  const text = `${begins} select array[${cells.join(', ')}]::text[] as keys from ${from}${joinsOf([...keys.map(({ place }) => place), ...sortOrder])}
    where ${conditions.texts.join(' and ')} order by ${orderOf(sortOrder, id)} limit ${listedRows}`
  return { columns: keys.map(({ key }) => key), keys, text, values: [...conditions.values] }
}

const seenColumn = (reader: TileReader, source: { readonly table: Table; readonly query: SumQuery }, key: string): KeyStanding[] => {
  try {
    return [{ key, ...requireColumn(reader, source, key, () => true) }]
  } catch (error) {
    if (error instanceof HttpError) return []
    throw error
  }
}

const readList = async (reader: TileReader, { keys, text, values }: Listing) => {
  const rows = await reader.tx.query<{ keys: (string | null)[] }>(text, values, 'anew')
  return { rows: rows.map((row) => row.keys), names: await namesOf(reader, keys, rows) }
}
