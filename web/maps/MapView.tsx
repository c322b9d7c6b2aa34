import type { Point } from '../../domain/maps/grid.ts'
import type { Fix } from '../../hosts/host.ts'
import { Spinner } from '../look/Spinner.tsx'
import { loadLater } from '../look/loadLater.tsx'

export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'plain'

/** A point with its name; `label` is a few characters that stand in it. */
export type MapMarker = { key: string; place: Point; title: string; tone?: Tone; label?: string }

export type MapCircle = { key: string; place: Point; radiusMetres: number; tone?: Tone }

export type MapProps = {
  /** What is in the middle, in any grid; it goes there whenever this is another point. Without it all markers and circles are in sight. */
  centre?: Point | undefined
  markers?: readonly MapMarker[]
  circles?: readonly MapCircle[]
  /** Where the reader is. */
  here?: Fix | undefined
  /** Shows a mark in the middle that the map moves under. */
  target?: boolean
  /** Told what is in the middle when the map has come to rest. */
  onMove?: (centre: Point) => void
  onTap?: (point: Point) => void
  onMarker?: (key: string) => void
  /** Its size and corners. */
  className?: string
}

/**
 * A map: tiles where the server has some, else paper with lines a round number of metres apart. What it shows stands in a list beside it as
 * well, for the person who does not see it. Points that it tells are of the grid of satellites.
 */
export const MapView = (props: MapProps) => (
  <div className={`relative isolate overflow-hidden bg-sunken ${props.className ?? ''}`}>
    <LeafletMap {...props} />
  </div>
)

const load = () => import('./LeafletMap.tsx')
// The person who has the code of a screen with a map shows it at once.
void load().catch(() => undefined)

const LeafletMap = loadLater<MapProps>(load, {
  fallback: (
    <div className="flex h-full items-center justify-center">
      <Spinner />
    </div>
  ),
})
