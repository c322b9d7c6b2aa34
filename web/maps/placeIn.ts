import * as v from 'valibot'
import { inWgs84 } from '../../domain/maps/grid.ts'
import { type Place, place } from '../../kernel/fields/place.ts'

/** The place that an address of ours names, in WGS-84 unless it says `crs=gcj02`; undefined where it names none. */
export const placeIn = ({ longitude, latitude, crs, name, address }: Readonly<Record<string, string | undefined>>): Place | undefined => {
  const read = v.safeParse(place.check({ type: 'place' }, ''), {
    longitude,
    latitude,
    system: /gcj/i.test(crs ?? '') ? 'GCJ-02' : 'WGS-84',
    name: (name ?? '').slice(0, 60),
    address: (address ?? '').slice(0, 200),
  })
  return read.success && longitude && latitude ? inWgs84(read.output) : undefined
}
