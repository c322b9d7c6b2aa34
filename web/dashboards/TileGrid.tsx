import { useRef, useState } from 'react'
import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { type ArrowStep, moveTile, resizeTile } from './arrange.ts'
import { TileCard } from './TileCard.tsx'
import { useTileDrag } from './useTileDrag.ts'
import './dashboards.css'

/** True of a tile that says more than a sentence. */
const hasPicture = ({ shape, answer: { state, groups, nights } }: AnsweredTile): boolean =>
  state === 'answered' && (shape === 'trend' ? nights.length > 0 : (groups?.total.count ?? 0) > 0)

type Props = {
  tiles: readonly AnsweredTile[]
  /** Where they are arranged: hears of the tiles in their new order and sizes, and of the one to be set. */
  arrangement:
    | { readonly onChange: (tiles: readonly AnsweredTile[]) => void; readonly onSettings: (tile: AnsweredTile) => void }
    | undefined
}

/** Tiles on a grid of four columns; one below the other on a phone. */
export const TileGrid = ({ tiles, arrangement }: Props) => {
  const wide = useWide()
  const grid = useRef<HTMLUListElement>(null)
  const [statusWords, setStatusWords] = useState('')
  const change = arrangement?.onChange ?? (() => undefined)
  const { draggedId, startMoving, startSizing } = useTileDrag({ grid, tiles, onChange: change })
  const take = (tile: AnsweredTile, step: ArrowStep) => {
    if ('place' in step) {
      const place = Math.max(0, Math.min(tiles.length - 1, tiles.indexOf(tile) + step.place))
      change(moveTile(tiles, tile.id, place))
      return setStatusWords(t('第{place}项，共{count}项', { place: place + 1, count: tiles.length }))
    }
    const next = resizeTile(tiles, tile.id, { width: tile.width + step.width, height: tile.height + step.height })
    const resizedTile = next.find(({ id }) => id === tile.id)
    change(next)
    setStatusWords(t('宽{width}列，高{height}行', { width: resizedTile?.width ?? 1, height: resizedTile?.height ?? 1 }))
  }
  return (
    <>
      <ul ref={grid} className={wide ? 'tile-grid tile-grid-wide' : 'tile-grid'} data-arranging={arrangement ? '' : undefined}>
        {tiles.map((tile) => (
          <li
            key={tile.id}
            className="tile"
            data-dragged={tile.id === draggedId ? '' : undefined}
            data-low={tile.shape === 'figure' || tile.shape === 'change' ? '' : undefined}
            data-words={hasPicture(tile) ? undefined : ''}
            style={wide ? { gridColumn: `span ${tile.width}`, gridRow: `span ${tile.height}` } : undefined}
          >
            <TileCard
              tile={tile}
              arrangement={
                arrangement && {
                  onStep: (step) => take(tile, step),
                  onGrab: (event) => startMoving(event, tile.id),
                  onSize: (event) => startSizing(event, tile),
                  onSettings: () => arrangement.onSettings(tile),
                }
              }
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {statusWords}
      </p>
    </>
  )
}
