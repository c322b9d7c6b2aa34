import { type Coords, GridLayer, type GridLayerOptions } from 'leaflet'
import { gridMetres, linesBetween, metresPerPixel } from './gridLines.ts'

/** The paper below everything: lines a round number of metres apart. It needs no network and shows no border. */
export class MetreGrid extends GridLayer {
  #latitude: number

  constructor(latitude: number, options?: GridLayerOptions) {
    super({ ...options, className: 'text-ink' })
    this.#latitude = latitude
  }

  /** Lines stand a true distance apart at this latitude; drawn anew where that is no longer so. */
  showAt(latitude: number): void {
    if (Math.abs(latitude - this.#latitude) < 0.5) return
    this.#latitude = latitude
    this.redraw()
  }

  override createTile({ x, y, z }: Coords): HTMLElement {
    const size = this.getTileSize().x
    const perPixel = metresPerPixel(this.#latitude, z)
    const apart = gridMetres(perPixel) / perPixel
    const lines = (index: number, line: (offset: number) => string) =>
      linesBetween(index * size, size, apart).map(({ offset, strong }) => `<path d="${line(offset)}" opacity="${strong ? 0.16 : 0.07}"/>`)
    const tile = document.createElement('div')
    tile.innerHTML = `<svg width="${size}" height="${size}" stroke="currentColor">${[
      ...lines(x, (offset) => `M${offset} 0V${size}`),
      ...lines(y, (offset) => `M0 ${offset}H${size}`),
    ].join('')}</svg>`
    return tile
  }
}
