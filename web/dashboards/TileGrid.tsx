import { useRef, useState } from 'react'
import type { AnsweredTile } from '../../domain/dashboards/operations.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { type ArrowStep, moveTile, resizeTile } from './arrange.ts'
import { TileCard } from './TileCard.tsx'
import { useTileDrag } from './useTileDrag.ts'
import './dashboards.css'

type Props = {
  tiles: readonly AnsweredTile[]
  /** Where they are arranged: hears of the tiles in their new order and sizes, and of the one to be set. */
  arranging: { readonly onChange: (tiles: readonly AnsweredTile[]) => void; readonly onSettings: (tile: AnsweredTile) => void } | undefined
}

/** Tiles on a grid of four columns; one below the other on a phone. */
export const TileGrid = ({ tiles, arranging }: Props) => {
  const wide = useWide()
  const grid = useRef<HTMLUListElement>(null)
  const [spoken, setSpoken] = useState('')
  const change = arranging?.onChange ?? (() => undefined)
  const { dragged, startMoving, startSizing } = useTileDrag({ grid, tiles, onChange: change })
  const take = (tile: AnsweredTile, step: ArrowStep) => {
    if ('place' in step) {
      const place = Math.max(0, Math.min(tiles.length - 1, tiles.indexOf(tile) + step.place))
      change(moveTile(tiles, tile.id, place))
      return setSpoken(t('第{place}项，共{count}项', { place: place + 1, count: tiles.length }))
    }
    const next = resizeTile(tiles, tile.id, { width: tile.width + step.width, height: tile.height + step.height })
    const sized = next.find(({ id }) => id === tile.id)
    change(next)
    setSpoken(t('宽{width}列，高{height}行', { width: sized?.width ?? 1, height: sized?.height ?? 1 }))
  }
  return (
    <>
      <ul ref={grid} className={wide ? 'tile-grid tile-grid-wide' : 'tile-grid'} data-arranging={arranging ? '' : undefined}>
        {tiles.map((tile) => (
          <li
            key={tile.id}
            className="tile"
            data-dragged={tile.id === dragged ? '' : undefined}
            data-low={tile.shape === 'figure' || tile.shape === 'change' ? '' : undefined}
            style={wide ? { gridColumn: `span ${tile.width}`, gridRow: `span ${tile.height}` } : undefined}
          >
            <TileCard
              tile={tile}
              arranging={
                arranging && {
                  onStep: (step) => take(tile, step),
                  onGrab: (event) => startMoving(event, tile.id),
                  onSize: (event) => startSizing(event, tile),
                  onSettings: () => arranging.onSettings(tile),
                }
              }
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
