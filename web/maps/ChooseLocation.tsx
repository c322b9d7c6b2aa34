import type { Place } from '../../kernel/fields/place.ts'
import { PlaceChooser } from './PlaceChooser.tsx'
import { useSearch } from '../screen.ts'
import { back, replace } from '../travel.ts'
import { placeIn } from './placeIn.ts'

/** Chooses a place. The person who opened the address hears it as an event of the window; the person sees the place and may go there. */
export default function ChooseLocation() {
  const begin = placeIn(useSearch('/choose-location'))
  return (
    <main className="h-full">
      <PlaceChooser begin={begin} onDone={(place) => (place ? answer(place) : void back())} />
    </main>
  )
}

const answer = ({ longitude, latitude, system, name, address }: Place) => {
  dispatchEvent(new CustomEvent('choose-location', { detail: { lng: longitude, lat: latitude, crs: system, name, address } }))
  replace('/open-location', { longitude: String(longitude), latitude: String(latitude), name, address })
}
