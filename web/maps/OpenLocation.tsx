import { Copy, LocateFixed, Navigation } from 'lucide-react'
import { useState } from 'react'
import { bearingBetween, metresBetween } from '../../domain/maps/grid.ts'
import type { Fix } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { copyText } from '../shell/copyText.ts'
import { bestFix, whyNoFix } from './bestFix.ts'
import { directionWords, distanceWords } from './distanceWords.ts'
import { MapView } from './MapView.tsx'
import { navigationLinks } from './navigation.ts'
import { noFixWords } from './noFixWords.ts'
import { useScreen } from '../screen.ts'
import { t } from '../words.ts'
import { placeIn } from './placeIn.ts'

/** One place on a map: what it is called, how far it is from here, and the way there. Query: longitude, latitude, name, address, crs. */
export default function OpenLocation() {
  const { path, search } = useScreen()
  const place = placeIn(search)
  const [ownFix, setOwnFix] = useState<Fix>()
  const [isLocating, setLocating] = useState(false)
  const [trouble, setTrouble] = useState('')
  if (!place)
    return (
      <Page>
        <Empty title={t('链接里没有位置')} text={t('请从列表或聊天中重新打开。')} />
      </Page>
    )
  const locate = async () => {
    setLocating(true)
    setTrouble('')
    try {
      setOwnFix(await bestFix(host, setOwnFix))
    } catch (error) {
      setTrouble(noFixWords(whyNoFix(error)))
    } finally {
      setLocating(false)
    }
  }
  const { longitude, latitude, name, address } = place
  const links = navigationLinks(place)
  const title = name || address || t('位置')
  return (
    <Page scroll={false} text={path === '/pages/message/chatmap' ? t('聊天中发来的') : undefined}>
      <div className="flex min-h-0 flex-1 flex-col wide:flex-row-reverse">
        <MapView
          className="min-h-28 shrink grow-0 basis-[52%] wide:grow wide:basis-0"
          centre={place}
          markers={[{ key: 'place', place, title }]}
          here={ownFix}
        />
        <div className="scroller min-h-0 flex-1 px-4 pt-4 wide:w-96 wide:flex-none">
          <Section flush={false}>
            <div className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <h2 className="break-words text-title font-semibold">{title}</h2>
                {address && address !== title && <p className="mt-1 break-words text-body text-quiet">{address}</p>}
                <p className="mt-1 text-small text-faint">
                  {latitude}, {longitude}
                </p>
              </div>
              <IconButton
                icon={Copy}
                iconSize={18}
                label={t('复制')}
                onClick={() => void copyText([name, address, `${latitude},${longitude}`].filter(Boolean).join('\n'))}
              />
            </div>
            <div className="mt-3 flex items-center justify-between gap-3">
              <span className="text-body text-quiet" role="status">
                {ownFix &&
                  t('在您{direction}方向{distance}', {
                    direction: directionWords(bearingBetween(ownFix, place)),
                    distance: distanceWords(metresBetween(ownFix, place)),
                  })}
              </span>
              <Button size="small" kind="secondary" icon={LocateFixed} busy={isLocating} onClick={() => void locate()}>
                {t('离我多远')}
              </Button>
            </div>
            {trouble && <p className="mt-2 text-small text-warn">{trouble}</p>}
          </Section>
          <Section title={t('导航前往')}>
            <Way href={links.amap} words={t('高德地图')} />
            <Way href={links.apple} words={t('苹果地图')} />
            <Way href={links.phone} words={t('手机上的其他地图')} />
          </Section>
        </div>
      </div>
    </Page>
  )
}

const Way = ({ href, words }: { href: string; words: string }) => (
  <a
    href={href}
    target={href.startsWith('https:') ? '_blank' : undefined}
    rel="noopener noreferrer"
    className="pressable flex min-h-13 items-center gap-3 border-b border-line px-4 text-body last:border-none"
  >
    <Navigation size={18} className="text-accent" aria-hidden />
    {words}
  </a>
)
