import { dashboardColumns, tileRowsAtMost } from '../../domain/dashboards/tile.ts'

type TileSize = { readonly id: string; readonly width: number; readonly height: number }

/** The tiles with one of them at another place. */
export const moveTile = <T extends TileSize>(tiles: readonly T[], id: string, to: number): readonly T[] => {
  const tile = tiles.find((candidate) => candidate.id === id)
  if (!tile) return tiles
  const siblings = tiles.filter((candidate) => candidate !== tile)
  const place = Math.max(0, Math.min(siblings.length, to))
  return [...siblings.slice(0, place), tile, ...siblings.slice(place)]
}

/** The tiles with one of them of another size, as far as the grid allows. */
export const resizeTile = <T extends TileSize>(tiles: readonly T[], id: string, { width, height }: Omit<TileSize, 'id'>): readonly T[] =>
  tiles.map((tile) => (tile.id === id ? { ...tile, width: within(width, dashboardColumns), height: within(height, tileRowsAtMost) } : tile))

const within = (size: number, atMost: number): number => Math.max(1, Math.min(atMost, Math.round(size)))

/** What an arrow key does with a tile: where it goes, or with Shift how its size changes. Undefined of other keys. */
export type ArrowStep = { readonly place: number } | { readonly width: number; readonly height: number }
export const arrowStep = (key: string, isResizing: boolean): ArrowStep | undefined => {
  const steps: Readonly<Record<string, readonly [across: number, down: number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  }
  const step = steps[key]
  if (!step) return undefined
  const [across, down] = step
  return isResizing ? { width: across, height: down } : { place: across + down }
}
