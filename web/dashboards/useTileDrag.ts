import { type PointerEvent, type RefObject, useState } from 'react'
import { dashboardColumns } from '../../domain/dashboards/tile.ts'
import { moveTile, resizeTile } from './arrange.ts'

type TileSize = { readonly id: string; readonly width: number; readonly height: number }
type Grid<T extends TileSize> = {
  readonly grid: RefObject<HTMLUListElement | null>
  readonly tiles: readonly T[]
  readonly onChange: (tiles: readonly T[]) => void
}

/** Dragging a tile by its handle changes its place, dragging it by its corner its size; `draggedId` is the id of the one under way. */
export const useTileDrag = <T extends TileSize>({ grid, tiles, onChange }: Grid<T>) => {
  const [draggedId, setDraggedId] = useState<string>()
  const follow = (event: PointerEvent<HTMLElement>, id: string, move: (to: globalThis.PointerEvent) => void) => {
    if (event.button !== 0) return
    event.preventDefault()
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    setDraggedId(id)
    handle.addEventListener('pointermove', move)
    const end = () => {
      handle.removeEventListener('pointermove', move)
      setDraggedId(undefined)
    }
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  const startMoving = (event: PointerEvent<HTMLElement>, id: string) => {
    let current = tiles
    follow(event, id, ({ clientX, clientY }) => {
      const place = tileAt(grid.current, clientX, clientY)
      if (place === undefined || current[place]?.id === id) return
      current = moveTile(current, id, place)
      onChange(current)
    })
  }
  const startSizing = (event: PointerEvent<HTMLElement>, { id, width, height }: TileSize) => {
    const element = event.currentTarget.closest('li')
    if (!element || !grid.current) return
    const box = element.getBoundingClientRect()
    const unitWidth = grid.current.clientWidth / dashboardColumns
    const unitHeight = box.height / height
    follow(event, id, ({ clientX, clientY }) =>
      onChange(
        resizeTile(tiles, id, {
          width: width + (clientX - box.right) / unitWidth,
          height: height + (clientY - box.bottom) / unitHeight,
        }),
      ),
    )
  }
  return { draggedId, startMoving, startSizing }
}

/** The place of the tile under a point; undefined between tiles. */
const tileAt = (grid: HTMLElement | null, x: number, y: number): number | undefined => {
  const place = [...(grid?.children ?? [])].findIndex((child) => {
    const box = child.getBoundingClientRect()
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  })
  return place === -1 ? undefined : place
}
