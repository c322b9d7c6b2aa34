import { MapPin, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { attendanceOperations, type AttendancePlace } from '../../domain/attendance/operations.ts'
import { metresBetween, type Point } from '../../domain/maps/grid.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { distanceWords } from '../maps/distanceWords.ts'
import { MapView } from '../maps/MapView.tsx'
import { useMay } from '../shell/May.tsx'
import { ReferenceField } from '../forms/ReferenceField.tsx'
import { useSend } from '../send.ts'
import { useWide } from '../screen.ts'
import { t } from '../words.ts'
import { useHere } from './useHere.ts'

/** Where one may punch, how far that reaches, and where one is; the person who keeps attendance moves places and their reach. */
export default function AttendanceMap() {
  const { data, error, refetch } = useAsk(attendanceOperations.places, {})
  const keeps = useMay(['attgroup:save'])
  const wide = useWide()
  const { fix } = useHere()
  const [edited, setEdited] = useState<AttendancePlace | 'new'>()
  const [centre, setCentre] = useState<Point>()
  if (!data) return <Pending error={error} onRetry={refetch} />
  const placesOnMap = data.list.flatMap((place) => (place.point ? [{ ...place, point: place.point }] : []))
  return (
    <Page
      width="full"
      right={
        keeps && (
          <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
            {t('添加')}
          </Button>
        )
      }
    >
      {data.list.length === 0 ? (
        <Empty
          icon={MapPin}
          title={t('还没有打卡地点')}
          text={t('没有地点时，在哪里都可以打卡。')}
          action={keeps ? { label: t('添加打卡地点'), onPress: () => setEdited('new') } : undefined}
        />
      ) : (
        <div className="grid gap-4 pt-2 wide:grid-cols-[22rem_minmax(0,1fr)]">
          <MapView
            className="h-72 rounded-card wide:order-2 wide:h-[70vh]"
            centre={centre}
            here={fix}
            markers={placesOnMap.map(({ id, name, point }) => ({ key: id, place: point, title: name, tone: 'accent' }))}
            circles={placesOnMap.map(({ id, point, radiusMetres }) => ({ key: id, place: point, radiusMetres, tone: 'accent' }))}
            onMarker={(id) => setCentre(placesOnMap.find((place) => place.id === id)?.point)}
          />
          <Section flush>
            {data.list.map((place) => (
              <Cell
                key={place.id}
                icon={MapPin}
                title={place.name}
                text={
                  place.point
                    ? [
                        t('半径{count}米', { count: place.radiusMetres }),
                        fix && t('离您{distance}', { distance: distanceWords(metresBetween(place.point, fix)) }),
                      ]
                        .filter(Boolean)
                        .join(' · ')
                    : t('没有坐标，只能用办公网络打卡')
                }
                onPress={() => {
                  const isEdited = keeps && (!wide || centre === place.point || !place.point)
                  if (isEdited) setEdited(place)
                  else if (place.point) setCentre(place.point)
                  else setEdited(undefined)
                }}
              />
            ))}
            {wide && keeps && <p className="px-4 py-3 text-small text-quiet">{t('再点一次地点可以修改。')}</p>}
          </Section>
        </div>
      )}
      {edited && (
        <PlaceSheet
          key={edited === 'new' ? 'new' : edited.id}
          known={edited === 'new' ? undefined : edited}
          here={fix}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  )
}

const leastMetres = 50
const mostMetres = 2000

const PlaceSheet = ({ known, here, onClose }: { known: AttendancePlace | undefined; here: Point | undefined; onClose: () => void }) => {
  const [locationId, setLocationId] = useState(known?.locationId ?? '')
  const [begin] = useState(known?.point ?? here)
  const [point, setPoint] = useState<Point | undefined>(known?.point ?? undefined)
  const [radiusMetres, setRadius] = useState(known?.radiusMetres ?? 200)
  const [networks, setNetworks] = useState(known?.networks.join('\n') ?? '')
  const save = useSend(attendanceOperations.savePlace, { done: '已保存打卡地点' })
  const update = useSend(attendanceOperations.updatePlace, { done: '已保存打卡地点' })
  const remove = useSend(attendanceOperations.deletePlaces, { done: '已删除' })
  const store = async () => {
    const input = {
      locationId,
      radiusMetres,
      networks: networks.split(/[\s,，]+/).filter(Boolean),
      ...(point && { point: { longitude: point.longitude, latitude: point.latitude, system: point.system } }),
    }
    await (known ? update.send({ id: known.id, ...input }) : save.send(input)).then(onClose, () => undefined)
  }
  const drop = async () => {
    if (known && (await confirmDelete(t('确定删除{name}吗?', { name: known.name }))))
      await remove.send({ ids: [known.id] }).then(onClose, () => undefined)
  }
  return (
    <Sheet
      open
      tall
      onClose={onClose}
      title={known?.name ?? t('添加打卡地点')}
      footer={
        <div className="flex gap-3">
          {known && (
            <Button kind="danger" icon={Trash2} busy={remove.sending} onClick={() => void drop()}>
              {t('删除')}
            </Button>
          )}
          <Button size="large" wide busy={save.sending || update.sending} disabled={!locationId} onClick={() => void store()}>
            {t('保存')}
          </Button>
        </div>
      }
    >
      {!known && (
        <Card flush className="mb-4">
          <ReferenceField
            label={t('资产区域')}
            control={{ type: 'reference', to: 'location', many: false }}
            value={locationId}
            onChange={setLocationId}
            required
          />
        </Card>
      )}
      <MapView
        className="h-64 rounded-card"
        centre={begin ?? china}
        here={undefined}
        target
        circles={point ? [{ key: 'reach', place: point, radiusMetres, tone: 'accent' }] : []}
        onMove={setPoint}
      />
      <RadiusField radiusMetres={radiusMetres} onChange={setRadius} />
      <Card flush className="mt-2">
        <TextArea
          label={t('办公网络')}
          value={networks}
          onChange={setNetworks}
          placeholder="203.0.113.0/24"
          hint={t('每行一个公网地址段。从这些网络连来的人不用定位就能打卡。服务器在代理后面时要设置 TRUSTED_PROXIES。')}
        />
      </Card>
    </Sheet>
  )
}

type RadiusFieldProps = { radiusMetres: number; onChange: (radiusMetres: number) => void }

const RadiusField = ({ radiusMetres, onChange }: RadiusFieldProps) => (
  <label className="mt-4 block px-1">
    <span className="flex justify-between text-body">
      <span>{t('打卡半径')}</span>
      <span className="tabular-nums text-quiet">{t('{count}米', { count: radiusMetres })}</span>
    </span>
    <input
      type="range"
      min={leastMetres}
      max={mostMetres}
      step={50}
      value={radiusMetres}
      onChange={(event) => onChange(Number(event.target.value))}
      className="mt-2 h-11 w-full accent-accent"
    />
  </label>
)

const china: Point = { longitude: 116.397128, latitude: 39.916527, system: 'WGS-84' }
