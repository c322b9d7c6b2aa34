import gcoord from 'gcoord'
import * as v from 'valibot'
import { type Field, type Required, place } from '../../kernel/field.ts'
import type { Place } from '../../kernel/fields/place.ts'

/** Where something is, degrees east and north, of a grid that is said beside it. */
export type Point = Pick<Place, 'longitude' | 'latitude' | 'system'>

/** The same spot in the grid of satellites, which is the one that we keep; to 6 decimals, a decimetre. */
export const inWgs84 = <P extends Point>(point: P): P => inGrid(point, 'WGS-84')

/** The same spot in the grid of maps made in China, which AMap, Tencent, DingTalk and WeCom speak. Outside China both are the same. */
export const inGcj02 = <P extends Point>(point: P): P => inGrid(point, 'GCJ-02')

const names = { 'WGS-84': gcoord.WGS84, 'GCJ-02': gcoord.GCJ02 } as const

const inGrid = <P extends Point>(point: P, system: Point['system']): P => {
  if (point.system === system) return point
  const [longitude, latitude] = gcoord.transform([point.longitude, point.latitude], names[point.system], names[system])
  return { ...point, longitude: sixPlaces(longitude), latitude: sixPlaces(latitude), system }
}

const sixPlaces = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Metres over the ground between two points of whichever grids, on a round earth: wrong by half a percent at most. */
export const metresBetween = (a: Point, b: Point): number => {
  const [from, to] = [inWgs84(a), inWgs84(b)]
  const [north, east] = [radians(to.latitude - from.latitude), radians(to.longitude - from.longitude)]
  const chord = Math.sin(north / 2) ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthMetres * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** In which direction one goes from `a` to `b`: degrees from north, clockwise, 0 to 360. */
export const bearingBetween = (a: Point, b: Point): number => {
  const [from, to] = [inWgs84(a), inWgs84(b)]
  const east = radians(to.longitude - from.longitude)
  const [south, north] = [radians(from.latitude), radians(to.latitude)]
  const x = Math.cos(south) * Math.sin(north) - Math.sin(south) * Math.cos(north) * Math.cos(east)
  return ((Math.atan2(Math.sin(east) * Math.cos(north), x) * 180) / Math.PI + 360) % 360
}

const earthMetres = 6_371_008.8

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** A field whose point is kept in the grid of satellites, whichever it came in. */
export const pointOnGround = <R extends Required>(label: string, common: { required: R; hint?: string }): Field<Place, R> => {
  const field = place<R>(label, common)
  return { ...field, schema: v.pipe(field.schema, v.transform(inWgs84<Place>)) }
}
