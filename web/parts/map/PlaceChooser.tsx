import { ChevronLeft, LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { inWgs84, type Point } from '../../../domain/maps/grid.ts'
import type { Fix } from '../../../hosts/host.ts'
import { host } from '../../../hosts/here.ts'
import type { Place } from '../../../kernel/fields/place.ts'
import { Button } from '../../look/Button.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Notice } from '../../look/Notice.tsx'
import { useWide } from '../../screen.ts'
import { t } from '../../words.ts'
import { bestFix, coarseMetres, whyNoFix } from './bestFix.ts'
import { noFixWords } from './noFixWords.ts'
import { MapView } from './MapView.tsx'

/** Where the map begins while nobody knows better. */
const middle: Point = { longitude: 116.397, latitude: 39.908, system: 'WGS-84' }

/** A place is chosen: the map moves under a mark in the middle. */
export const PlaceChooser = ({ begin, onDone }: { begin: Place | undefined; onDone: (place: Place | undefined) => void }) => {
  const wide = useWide()
  const [chosen, setChosen] = useState<Place>(() => (begin ? inWgs84(begin) : { ...middle, name: '', address: '' }))
  const [here, setHere] = useState<Fix>()
  const [locating, setLocating] = useState(false)
  const [trouble, setTrouble] = useState('')
  const locate = async () => {
    setLocating(true)
    setTrouble('')
    try {
      const fix = await bestFix(host, setHere)
      setHere(fix)
      setChosen({ longitude: fix.longitude, latitude: fix.latitude, system: 'WGS-84', name: '', address: '' })
      if (fix.accuracyMetres > coarseMetres)
        setTrouble(t('定位不够准（误差约{metres}米）。请打开手机的精确定位后再试，或拖动地图微调。', { metres: fix.accuracyMetres }))
    } catch (error) {
      setTrouble(noFixWords(whyNoFix(error)))
    } finally {
      setLocating(false)
    }
  }
  return (
    <div className="flex h-full min-h-0 flex-1 flex-col bg-page">
      <header className="flex h-13 shrink-0 items-center gap-1 px-1 pt-safe">
        <IconButton icon={ChevronLeft} iconSize={26} label={t('返回')} onClick={() => onDone(undefined)} />
        <h1 className="flex-1 text-title font-semibold">{t('选择位置')}</h1>
      </header>
      <div className={`flex min-h-0 flex-1 ${wide ? 'flex-row-reverse' : 'flex-col'}`}>
        <div className="relative min-h-0 flex-1">
          <MapView
            className="h-full"
            centre={chosen}
            target
            here={here}
            onMove={(point) => setChosen({ ...point, name: '', address: '' })}
          />
          <Button
            size="small"
            kind="secondary"
            icon={LocateFixed}
            busy={locating}
            className="absolute! right-3 top-3 z-10 bg-raised! shadow-lift"
            onClick={() => void locate()}
          >
            {t('我的位置')}
          </Button>
        </div>
        <div className="shrink-0 space-y-3 p-4 wide:w-96">
          {trouble && <Notice text={trouble} />}
          <p className="text-small text-quiet">
            {chosen.longitude}, {chosen.latitude}
          </p>
          <Button size="large" wide onClick={() => onDone(chosen)}>
            {t('就选这里')}
          </Button>
        </div>
      </div>
    </div>
  )
}
