import { Star } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { hrefOf } from '../frames.ts'
import { screenAt, screenTitle } from '../screens.ts'
import { frames, goHref, onFrames } from '../travel.ts'
import { t } from '../words.ts'
import { Entry } from './Entry.tsx'
import { useFavourites } from './favourites.ts'

/** A screen is called as it is in the reader's language; a list as it was looked at, as it was called then. */
const nameOfPage = (path: string, title: string): string => {
  const screen = screenAt(path)
  return screen ? screenTitle(screen, t) : title
}

/** A line where what is dragged will stand: behind what it passes on its way down, before it on its way up. */
const markAt = (behind: boolean): string =>
  `before:absolute before:inset-x-2 before:h-0.5 before:rounded-full before:bg-accent ${behind ? 'before:-bottom-0.5' : 'before:-top-0.5'}`

/** A person's own places, in an order that dragging changes, or Alt with an arrow. `matches` says which are looked for. */
export const Favourites = ({ narrow, matches }: { narrow: boolean; matches: (title: string) => boolean }) => {
  const { list, current } = useSyncExternalStore(onFrames, frames)
  const index = list.find(({ id }) => id === current)
  const currentPath = index ? hrefOf(index.path, index.search) : ''
  const { kept, move } = useFavourites()
  const [draggedIndex, setDraggedIndex] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setDraggedIndex(undefined)
    setOver(undefined)
  }
  const lookAt = (place: number) => {
    if (draggedIndex === place) return 'opacity-50'
    return over === place && draggedIndex !== undefined ? markAt(draggedIndex < place) : ''
  }
  return (
    <ul className="space-y-0.5" aria-label={t('收藏')}>
      {kept.map(
        ({ path, title }, place) =>
          matches(nameOfPage(path, title)) && (
            <li
              key={path}
              draggable
              onDragStart={() => setDraggedIndex(place)}
              onDragOver={(event) => {
                if (draggedIndex === undefined) return
                event.preventDefault()
                setOver(place)
              }}
              onDrop={() => draggedIndex !== undefined && move(draggedIndex, place)}
              onDragEnd={end}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (!event.altKey || step === undefined) return
                event.preventDefault()
                move(place, place + step)
              }}
              className={`relative ${lookAt(place)}`}
            >
              <Entry
                title={nameOfPage(path, title)}
                current={path === currentPath}
                onPress={() => goHref(path)}
                icon={Star}
                narrow={narrow}
              />
            </li>
          ),
      )}
    </ul>
  )
}
