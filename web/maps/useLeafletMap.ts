import { type LatLng, type LatLngExpression, map as mapIn, type Map as LeafletMapOf } from 'leaflet'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { MetreGrid } from './metreGrid.ts'

type LeafletInput = {
  frame: RefObject<HTMLElement | null>
  initialView: () => { centre: LatLngExpression; zoom: number }
  /** The map stands still after it was moved. */
  onRest: (map: LeafletMapOf) => void
  onTap: (position: LatLng) => void
}

/** A map of Leaflet in an element, above a grid of metres; undefined until it is there. */
export const useLeafletMap = ({ frame, ...input }: LeafletInput): LeafletMapOf | undefined => {
  const [map, setMap] = useState<LeafletMapOf>()
  const initialView = useEffectEvent(input.initialView)
  const handleRest = useEffectEvent(input.onRest)
  const handleTap = useEffectEvent(input.onTap)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const { centre, zoom } = initialView()
    const leafletMap = mapIn(element, {
      center: centre,
      zoom,
      minZoom: 3,
      maxZoom: 20,
      zoomControl: false,
      attributionControl: false,
      worldCopyJump: true,
      // The element is observed below. Leaflet itself would say that the map was moved 200 ms after the window was, when it may be gone.
      trackResize: false,
      zoomAnimation: !calm,
      fadeAnimation: false,
      inertia: !calm,
    })
    const grid = new MetreGrid(leafletMap.getCenter().lat, { maxZoom: 20 }).addTo(leafletMap)
    handleRest(leafletMap)
    leafletMap.on('moveend', () => {
      grid.showAt(leafletMap.getCenter().lat)
      handleRest(leafletMap)
    })
    leafletMap.on('click', ({ latlng }) => handleTap(latlng))
    const sizes = new ResizeObserver(() => leafletMap.invalidateSize({ animate: false }))
    sizes.observe(element)
    // oxlint-disable-next-line react/set-state-in-effect -- there is a map once there is its element
    setMap(leafletMap)
    return () => {
      sizes.disconnect()
      leafletMap.remove()
      setMap(undefined)
    }
  }, [frame])
  return map
}
