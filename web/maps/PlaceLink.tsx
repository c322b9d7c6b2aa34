import { MapPin } from 'lucide-react'
import { inWgs84 } from '../../domain/maps/grid.ts'
import { type Place, placeWords } from '../../kernel/fields/place.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** A point for reading: what it is called, and the way to the map. */
export const PlaceLink = ({ place }: { place: Place }) => (
  <button type="button" onClick={() => open(place)} className="reach inline-flex items-center gap-1 text-left text-accent-strong">
    <MapPin size={16} className="shrink-0" aria-hidden />
    <span className="min-w-0 break-words">{placeWords(place, t)}</span>
  </button>
)

const open = (place: Place) => {
  const { longitude, latitude, name, address } = inWgs84(place)
  go('/open-location', { longitude: String(longitude), latitude: String(latitude), name, address })
}
