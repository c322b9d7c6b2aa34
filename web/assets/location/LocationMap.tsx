import { MapPin } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { Virtualizer } from 'virtua'
import { mapOperations } from '../../../domain/maps/operations.ts'
import { useAsk } from '../../ask.ts'
import { hrefOf } from '../../frames.ts'
import { Cell } from '../../look/Cell.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useAllowed } from '../../shell/useAllowed.ts'
import { MapView } from '../../maps/MapView.tsx'
import { listPathOfNoun } from '../../places.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** The register on a map: places with a point, and how many assets stand there. */
export default function LocationMap() {
  const scroller = useRef<HTMLDivElement>(null)
  const allowed = useAllowed()('gsgoodsinstance:list')
  const { data, error, refetch } = useAsk(mapOperations.locations, {}, { enabled: allowed })
  const shownPlaces = useMemo(
    () =>
      (data?.locations ?? []).map(({ locId, locName, longitude, latitude, assets, radiusMetres }) => ({
        key: locId,
        place: { longitude, latitude, system: 'WGS-84' as const },
        title: `${locName} · ${t('{count}件', { count: assets })}`,
        label: assets > 9999 ? '9999+' : String(assets),
        tone: assets > 0 ? ('accent' as const) : ('plain' as const),
        radiusMetres,
      })),
    [data],
  )
  const circles = useMemo(
    () => shownPlaces.flatMap(({ radiusMetres, ...each }) => (radiusMetres === null ? [] : [{ ...each, radiusMetres }])),
    [shownPlaces],
  )
  if (!allowed)
    return (
      <Page>
        <Empty icon={MapPin} title={t('区域地图由资产管理员查看')} text={t('它显示每个区域有多少资产。')} />
      </Page>
    )
  if (!data) return <Pending error={error} onRetry={refetch} />
  const open = (locId: string) => goHref(hrefOf(listPathOfNoun('asset'), { locId }))
  if (data.locations.length === 0)
    return (
      <Page>
        <Empty
          icon={MapPin}
          title={t('还没有区域标在地图上')}
          text={t('在区域里填写“地图位置”，这里就会显示它和它的资产。')}
          action={{ label: t('去填写'), onPress: () => goHref(listPathOfNoun('location')) }}
        />
      </Page>
    )
  return (
    <Page scroll={false}>
      <div className="flex min-h-0 flex-1 flex-col wide:flex-row-reverse">
        <MapView
          className="min-h-28 shrink grow-0 basis-[52%] wide:grow wide:basis-0"
          markers={shownPlaces}
          circles={circles}
          onMarker={open}
        />
        <div ref={scroller} className="scroller min-h-0 flex-1 px-4 pb-4 wide:w-96 wide:flex-none">
          <div className="h-4" />
          <Virtualizer data={data.locations} scrollRef={scroller} startMargin={16}>
            {({ locId, locName, address, assets }, index) => (
              <div
                key={locId}
                className={`overflow-hidden bg-card ${index === 0 ? 'rounded-t-card' : ''} ${index === data.locations.length - 1 ? 'rounded-b-card' : ''}`}
              >
                <Cell title={locName} text={address} value={t('{count}件', { count: assets })} onPress={() => open(locId)} />
              </div>
            )}
          </Virtualizer>
          {data.without > 0 && (
            <p className="px-1 pt-2 text-small text-faint">{t('另有{count}件资产所在的区域没有标在地图上。', { count: data.without })}</p>
          )}
        </div>
      </div>
    </Page>
  )
}
