import { ChevronLeft, LocateFixed, MapPin } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { inWgs84, metresBetween, type Point } from '../../domain/maps/grid.ts'
import { type FoundPlace, mapOperations } from '../../domain/maps/operations.ts'
import type { Fix } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import type { Place } from '../../kernel/fields/place.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { SearchBox } from '../look/fields/SearchBox.tsx'
import { t } from '../words.ts'
import { bestFix, coarseMetres, whyNoFix } from './bestFix.ts'
import { distanceWords } from './distanceWords.ts'
import { MapView } from './MapView.tsx'
import { noFixWords } from './noFixWords.ts'

type Props = { begin: Place | undefined; onDone: (place: Place | undefined) => void }

/** Where the map begins while no one knows better. */
const middle: Place = { longitude: 116.397, latitude: 39.908, system: 'WGS-84', name: '', address: '' }

/** A place is chosen: the map moves under a mark in the middle, or one of the places near is tapped, or one that was looked for. */
export const PlaceChooser = ({ begin, onDone }: Props) => {
  const [chosenPlace, setChosenPlace] = useState<Place>(() => (begin ? inWgs84(begin) : middle))
  const [hasMoved, setMoved] = useState(begin !== undefined)
  const [placeName, setPlaceName] = useState(begin?.name ?? '')
  const [sought, setSought] = useState('')
  const choose = (place: Place) => {
    setChosenPlace(place)
    setPlaceName(place.name)
    setMoved(true)
  }
  const { here, locating, trouble, locate } = useHere((fix) => choose({ ...pointOf(fix), name: '', address: '' }))
  const nearby = useAsk(
    mapOperations.search,
    { longitude: roundDegrees(chosenPlace.longitude), latitude: roundDegrees(chosenPlace.latitude), name: sought },
    { keep: true, staleMs: 60_000 },
  )
  // Where no one has said anything yet, a place of theirs is a better middle than none.
  const [first] = nearby.data?.places ?? []
  const middleNow = !hasMoved && !locating && first ? { ...chosenPlace, ...pointOf(first) } : chosenPlace
  const needsName = hasMoved && chosenPlace.name === '' && chosenPlace.address === ''
  const addressAnswer = useAsk(
    mapOperations.address,
    { longitude: chosenPlace.longitude, latitude: chosenPlace.latitude },
    { enabled: needsName, staleMs: 600_000 },
  ).data
  const address = chosenPlace.address || (needsName ? (addressAnswer?.address ?? '') : '')
  const suggestedName = needsName ? (addressAnswer?.name ?? '') : ''

  // A person who begins nowhere begins where they are.
  const begins = useEffectEvent(() => {
    if (!begin && host.follow) void locate()
  })
  useEffect(() => begins(), [])

  return (
    <div className="flex h-full min-h-0 flex-1 flex-col bg-page">
      <header className="flex h-13 shrink-0 items-center gap-1 px-1 pt-safe">
        <IconButton icon={ChevronLeft} iconSize={26} label={t('返回')} onClick={() => onDone(undefined)} />
        <h1 className="flex-1 text-title font-semibold">{t('选择位置')}</h1>
      </header>
      <div className="flex min-h-0 flex-1 flex-col wide:flex-row-reverse">
        <MapPane
          centre={middleNow}
          position={here}
          isLocating={locating}
          onMove={(point) => choose({ ...point, name: '', address: '' })}
          onLocate={() => void locate()}
        />
        <div className="flex min-h-0 flex-1 flex-col wide:w-96 wide:flex-none">
          <div className="shrink-0 px-4 pt-3">
            <SearchBox value={sought} onSearch={setSought} placeholder={t('搜索地点名称或拼音')} />
          </div>
          <div className="scroller min-h-0 flex-1 px-4 pt-3">
            {trouble && (
              <p role="alert" className="mb-3 rounded-card bg-warn-soft px-4 py-2.5 text-small text-warn">
                {trouble}
              </p>
            )}
            <Found
              places={nearby.data?.places}
              failed={nearby.isError}
              complete={nearby.data?.complete ?? true}
              sought={sought}
              from={middleNow}
              onChoose={(place) => choose({ ...pointOf(place), name: place.name, address: place.address })}
            />
          </div>
          <ChosenPlace
            name={placeName}
            suggestedName={suggestedName}
            address={address || `${middleNow.longitude}, ${middleNow.latitude}`}
            onName={setPlaceName}
            onDone={() => onDone({ ...middleNow, name: placeName.trim() || suggestedName, address })}
          />
        </div>
      </div>
    </div>
  )
}

type MapPaneProps = {
  centre: Point
  position: Fix | undefined
  isLocating: boolean
  onMove: (point: Point) => void
  onLocate: () => void
}

/** The map with its mark in the middle, and the way to where the person is. */
const MapPane = ({ centre, position, isLocating, onMove, onLocate }: MapPaneProps) => (
  <div className="relative min-h-28 shrink grow-0 basis-[44%] wide:grow wide:basis-0">
    <MapView className="h-full" centre={centre} target here={position} onMove={onMove} />
    <Button
      size="small"
      kind="secondary"
      icon={LocateFixed}
      busy={isLocating}
      className="absolute! right-3 top-3 z-10 bg-raised! shadow-lift"
      onClick={onLocate}
    >
      {t('我的位置')}
    </Button>
  </div>
)

type ChosenPlaceProps = { name: string; suggestedName: string; address: string; onName: (name: string) => void; onDone: () => void }

/** What the place is called and where it is, and the button that takes it. */
const ChosenPlace = ({ name, suggestedName, address, onName, onDone }: ChosenPlaceProps) => (
  <div className="shrink-0 border-t border-line bg-card px-4 pb-[calc(0.75rem+env(safe-area-inset-bottom,0px))] pt-2.5">
    <label className="flex items-center gap-3">
      <span className="shrink-0 text-small text-quiet">{t('名称')}</span>
      <input
        value={name}
        maxLength={60}
        placeholder={suggestedName || t('给这里起个名字（可不填）')}
        onChange={(event) => onName(event.target.value)}
        className="h-11 min-w-0 flex-1 bg-transparent text-input outline-none"
      />
    </label>
    <p className="truncate pb-2.5 text-small text-quiet">{address}</p>
    <Button size="large" wide onClick={onDone}>
      {t('就选这里')}
    </Button>
  </div>
)

type FoundProps = {
  places: readonly FoundPlace[] | undefined
  failed: boolean
  complete: boolean
  sought: string
  from: Point
  onChoose: (place: FoundPlace) => void
}

const Found = ({ places, failed, complete, sought, from, onChoose }: FoundProps) => {
  if (failed && !places) return <Quiet words={t('没有网络时也可以拖动地图选择。')} />
  if (!places) return null
  return (
    <>
      {!complete && <Quiet words={t('地图服务暂时没有回答，只列出本单位的区域。')} />}
      {places.length === 0 ? (
        <Quiet
          words={sought ? t('没有找到“{name}”，可以拖动地图选择。', { name: sought }) : t('附近没有本单位的区域，可以拖动地图选择。')}
        />
      ) : (
        <Card flush className="mb-3">
          <ul aria-label={t('附近的地点')}>
            {places.map((place) => (
              <li
                key={`${place.locId} ${place.name} ${place.longitude} ${place.latitude}`}
                className="border-b border-line last:border-none"
              >
                <button
                  type="button"
                  onClick={() => onChoose(place)}
                  className="pressable flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left"
                >
                  <MapPin size={18} className={place.locId ? 'shrink-0 text-accent' : 'shrink-0 text-faint'} aria-hidden />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-body">{place.name}</span>
                    {place.address && <span className="block truncate text-small text-quiet">{place.address}</span>}
                  </span>
                  <span className="shrink-0 text-small text-faint">{distanceWords(metresBetween(from, pointOf(place)))}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

const Quiet = ({ words }: { words: string }) => <p className="px-1 pb-3 text-small text-quiet">{words}</p>

/** Looks for the device when it is asked, and says what stood in the way. */
const useHere = (onFix: (fix: Fix) => void) => {
  const [ownFix, setOwnFix] = useState<Fix>()
  const [isLocating, setLocating] = useState(false)
  const [trouble, setTrouble] = useState('')
  const locate = async () => {
    setLocating(true)
    setTrouble('')
    try {
      const fix = await bestFix(host, setOwnFix)
      setOwnFix(fix)
      onFix(fix)
      if (fix.accuracyMetres > coarseMetres)
        setTrouble(t('定位不够准（误差约{metres}米）。请打开手机的精确定位后再试，或拖动地图微调。', { metres: fix.accuracyMetres }))
    } catch (error) {
      setTrouble(noFixWords(whyNoFix(error)))
    } finally {
      setLocating(false)
    }
  }
  return { here: ownFix, locating: isLocating, trouble, locate }
}

const pointOf = ({ longitude, latitude }: Pick<Point, 'longitude' | 'latitude'>): Point => ({ longitude, latitude, system: 'WGS-84' })

/** A hundred metres: what is near is asked for again only after as much. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1000) / 1000
