import 'leaflet/dist/leaflet.css'
import {
  canvas,
  circle,
  circleMarker,
  divIcon,
  latLng,
  latLngBounds,
  type LatLng,
  type LatLngTuple,
  layerGroup,
  type LayerGroup,
  type Map as LeafletMapOf,
  marker,
  tileLayer,
} from 'leaflet'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { inWgs84, type Point } from '../../domain/maps/grid.ts'
import { mapOperations } from '../../domain/maps/operations.ts'
import type { Fix } from '../../hosts/host.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'
import { distanceWords } from './distanceWords.ts'
import { gridMetres, metresPerPixel } from './gridLines.ts'
import type { MapCircle, MapMarker, MapProps, Tone } from './MapView.tsx'
import { useLeafletMap } from './useLeafletMap.ts'
import { type Paint, usePaint } from './usePaint.ts'

/** The map itself; its code comes when one is first shown. */
export default function LeafletMap({ centre, markers = none, circles = none, here, target, onMove, onTap, onMarker }: MapProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const view = useRef<{ centre: LatLng; zoom: number }>(undefined)
  // What both sides hold for the middle: what was asked for, or what was told last.
  const settledAt = useRef<LatLng>(undefined)
  const paint = usePaint()
  const handleMarker = useEffectEvent((key: string) => onMarker?.(key))
  const map = useLeafletMap({
    frame,
    initialView: () => view.current ?? begin(centre, markers, circles),
    onRest: (leafletMap) => {
      const now = leafletMap.getCenter()
      view.current = { centre: now, zoom: leafletMap.getZoom() }
      setScale(metresPerPixel(now.lat, leafletMap.getZoom()))
      const before = settledAt.current ?? now
      settledAt.current = before
      if (leafletMap.project(before).distanceTo(leafletMap.project(now)) < samePixels) return
      settledAt.current = now
      onMove?.(pointAt(now))
    },
    onTap: (position) => onTap?.(pointAt(position)),
  })
  const tiles = useTiles(map)

  const [longitude, latitude] = centre ? [inWgs84(centre).longitude, inWgs84(centre).latitude] : []
  useEffect(() => {
    if (!map || longitude === undefined || latitude === undefined) return
    const now = settledAt.current && pointAt(settledAt.current)
    if (now?.longitude === longitude && now.latitude === latitude) return
    settledAt.current = latLng(latitude, longitude)
    map.setView(settledAt.current, Math.max(map.getZoom(), closeZoom))
  }, [map, longitude, latitude])

  useEffect(() => {
    if (!map) return
    const layer = drawn(circles, markers, paint, handleMarker).addTo(map)
    return () => void layer.remove()
  }, [map, circles, markers, paint])

  useEffect(() => {
    if (!map || !here) return
    const marker = position(here).addTo(map)
    return () => void marker.remove()
  }, [map, here])

  return (
    <>
      <div ref={frame} role="application" aria-label={t('地图')} className="absolute inset-0 bg-sunken!" />
      {target && <Target />}
      <div className="absolute bottom-3 right-3 z-1000 flex flex-col overflow-hidden rounded-control bg-raised shadow-lift">
        <ZoomButton label={t('放大')} icon={Plus} onPress={() => map?.zoomIn()} />
        <ZoomButton label={t('缩小')} icon={Minus} onPress={() => map?.zoomOut()} />
      </div>
      {scale > 0 && <Scale perPixel={scale} />}
      {tiles && (tiles.source || tiles.approval) && (
        <p className="pointer-events-none absolute left-0 top-0 z-1000 rounded-br-chip bg-card/80 px-1.5 text-tiny text-quiet">
          {[tiles.source && t(tiles.source), tiles.approval && t('审图号：{number}', { number: tiles.approval })].filter(Boolean).join(' ')}
        </p>
      )}
    </>
  )
}

/** The tiles of the installation on the map; answers their source and their approval number. */
const useTiles = (map: LeafletMapOf | undefined) => {
  const { data: settings } = useAsk(mapOperations.settings, {}, { staleMs: 3_600_000 })
  const tiles = settings?.tiles
  useEffect(() => {
    if (!map || !tiles) return
    const layer = (query: string) =>
      tileLayer(`/map/tiles/{z}/{x}/{y}${query}`, {
        minZoom: 3,
        maxZoom: 20,
        minNativeZoom: tiles.minZoom,
        maxNativeZoom: tiles.maxZoom,
        className: 'dark:[filter:invert(1)_hue-rotate(180deg)_brightness(0.9)]',
      })
    const layers = layerGroup(tiles.names ? [layer(''), layer('?names')] : [layer('')]).addTo(map)
    return () => void layers.remove()
  }, [map, tiles])
  return tiles
}

const none: readonly never[] = []
const closeZoom = 16

/** Maps stand on whole pixels, so what was asked for is met within one. */
const samePixels = 2

const pointAt = ({ lat, lng }: LatLng): Point => {
  const wrappedLng = ((((lng + 180) % 360) + 360) % 360) - 180
  return { longitude: Math.round(wrappedLng * 1e6) / 1e6, latitude: Math.round(lat * 1e6) / 1e6, system: 'WGS-84' }
}

const latLngOf = (point: Point): LatLngTuple => {
  const { longitude, latitude } = inWgs84(point)
  return [latitude, longitude]
}

/** What is in sight first: the middle that was asked for, else everything that is shown. */
const begin = (centre: Point | undefined, markers: readonly MapMarker[], circles: readonly MapCircle[]) => {
  if (centre) return { centre: latLngOf(centre), zoom: closeZoom }
  const all = [...markers, ...circles].map(({ place }) => latLngOf(place))
  if (all.length === 0) return { centre: middle, zoom: 4 }
  const bounds = latLngBounds(all)
  const degrees = Math.max(bounds.getNorth() - bounds.getSouth(), bounds.getEast() - bounds.getWest())
  const zoom = degrees < 0.002 ? closeZoom : Math.min(closeZoom, Math.max(3, Math.floor(Math.log2(300 / degrees))))
  return { centre: bounds.getCenter(), zoom }
}

/** The middle of the country, where nothing is known. */
const middle: LatLngTuple = [35, 105]

/** Circles below, markers above. Many markers are painted, each in its turn would take seconds. */
const drawn = (circles: readonly MapCircle[], markers: readonly MapMarker[], paint: Paint, choose: (key: string) => void): LayerGroup => {
  const group = layerGroup()
  for (const { place, radiusMetres, tone = 'accent' } of circles)
    group.addLayer(circle(latLngOf(place), { radius: radiusMetres, weight: 1.5, interactive: false, className: areas[tone] }))
  if (markers.length <= singleMarkers)
    for (const { key, place, title, tone = 'accent', label } of markers)
      group.addLayer(
        marker(latLngOf(place), {
          icon: divIcon({ html: pin(tone, label), className: '', iconSize: [36, 44], iconAnchor: [18, 42] }),
          title,
          alt: title,
          keyboard: true,
        }).on('click', () => choose(key)),
      )
  else {
    const renderer = canvas({ padding: 0.3, tolerance: 8 })
    for (const { key, place, title, tone = 'accent' } of markers)
      group.addLayer(
        circleMarker(latLngOf(place), {
          renderer,
          radius: 7,
          weight: 2,
          color: paint.card,
          fillColor: paint[tone === 'plain' ? 'quiet' : tone],
          fillOpacity: 1,
        })
          .bindTooltip(title)
          .on('click', () => choose(key)),
      )
  }
  return group
}

const singleMarkers = 80

const areas: Readonly<Record<Tone, string>> = {
  accent: 'stroke-accent fill-accent [fill-opacity:0.12]',
  good: 'stroke-good fill-good [fill-opacity:0.12]',
  warn: 'stroke-warn fill-warn [fill-opacity:0.12]',
  bad: 'stroke-bad fill-bad [fill-opacity:0.12]',
  plain: 'stroke-quiet fill-quiet [fill-opacity:0.12]',
}
const pins: Readonly<Record<Tone, string>> = {
  accent: 'text-accent',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  plain: 'text-quiet',
}

/** A pin that stands with its tip on the point. */
const pin = (tone: Tone, label = ''): HTMLElement => {
  const element = document.createElement('div')
  element.className = `relative ${pins[tone]}`
  element.innerHTML = `<svg width="36" height="44" viewBox="0 0 36 44" fill="currentColor" class="drop-shadow-sm" aria-hidden="true"><path d="M18 43C14 36 4 28 4 17.5a14 14 0 0 1 28 0C32 28 22 36 18 43z" stroke="var(--card)" stroke-width="1.5"/><circle cx="18" cy="17" r="10" fill="var(--card)"/></svg>`
  const words = document.createElement('span')
  words.className = 'absolute inset-x-0 top-2 text-center text-tiny font-semibold text-ink'
  words.textContent = label || '•'
  element.append(words)
  return element
}

const position = (fix: Fix): LayerGroup =>
  layerGroup([
    circle(latLngOf(fix), { radius: fix.accuracyMetres, weight: 1, interactive: false, className: areas.accent }),
    circleMarker(latLngOf(fix), { radius: 7, weight: 3, interactive: false, className: 'stroke-white fill-accent [fill-opacity:1]' }),
  ])

const ZoomButton = ({ label, icon: Icon, onPress }: { label: string; icon: typeof Plus; onPress: () => void }) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="pressable flex size-11 items-center justify-center border-b border-line last:border-none"
  >
    <Icon size={20} aria-hidden />
  </button>
)

/** What stands in the middle while the map moves below it. */
const Target = () => (
  <div aria-hidden className="pointer-events-none absolute inset-0 z-1000 flex items-center justify-center text-accent">
    <svg width="36" height="88" viewBox="0 0 36 88" fill="currentColor" className="drop-shadow-sm">
      <path d="M18 43C14 36 4 28 4 17.5a14 14 0 0 1 28 0C32 28 22 36 18 43z" stroke="var(--card)" strokeWidth="1.5" />
      <circle cx="18" cy="17" r="5" fill="var(--card)" />
      <circle cx="18" cy="44" r="2" />
    </svg>
  </div>
)

/** How long a round number of metres is here, and where north is. */
const Scale = ({ perPixel }: { perPixel: number }) => {
  const metres = gridMetres(perPixel)
  return (
    <div aria-hidden className="pointer-events-none absolute bottom-3 left-3 z-1000 flex items-end gap-2 text-tiny text-quiet">
      <svg width="16" height="24" viewBox="0 0 16 24" fill="currentColor">
        <path d="M8 0l5 12-5-3-5 3z" />
        <text x="8" y="23" fontSize="10" textAnchor="middle">
          N
        </text>
      </svg>
      <span className="flex flex-col items-center" style={{ width: metres / perPixel }}>
        {distanceWords(metres)}
        <span className="mt-0.5 h-1.5 w-full border-x border-b border-current" />
      </span>
    </div>
  )
}
