import type { Place } from '../../kernel/fields/place.ts'
import { inWgs84 } from '../../domain/maps/grid.ts'

/** Where other programs lead a person to a place: AMap, Apple's maps, and whatever the phone has. All are told WGS-84. */
export const navigationLinks = (place: Place): { readonly amap: string; readonly apple: string; readonly phone: string } => {
  const { longitude, latitude, name, address } = inWgs84(place)
  const called = name || address
  const amap = new URLSearchParams({
    position: `${longitude},${latitude}`,
    name: called,
    src: 'zaice',
    coordinate: 'wgs84',
    callnative: '1',
  })
  const apple = new URLSearchParams({ ll: `${latitude},${longitude}`, q: called || `${latitude},${longitude}` })
  const label = called ? `(${encodeURIComponent(called.replace(/[()]/g, ' '))})` : ''
  return {
    amap: `https://uri.amap.com/marker?${amap}`,
    apple: `https://maps.apple.com/?${apple}`,
    phone: `geo:${latitude},${longitude}?q=${latitude},${longitude}${label}`,
  }
}
