import { Play, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { recordOperations } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { nearness, type Search, searchWith, searchFor, shareOf, toneOf } from '../../domain/rfid/finding.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { useConnection } from './connection.ts'
import { pieceOf } from './pieces.ts'
import { ReaderBar } from './ReaderBar.tsx'
import { useReading, useTicking } from './useReading.ts'
import { useSearch } from '../screen.ts'
import { t } from '../words.ts'

/** Leads to one asset by the strength of its tag. */
export default function RfidFind() {
  const { id } = useSearch('/pages/goods/GsGoodsInstance/rfid-find')
  const { data: row, error, refetch } = useAsk(recordOperations(asset).info, { id: id ?? '' })
  if (!row) return <Pending error={error} onRetry={refetch} />
  const epc = row['epc']
  if (typeof epc !== 'string' || epc === '')
    return (
      <Page title={t('找一找')}>
        <Empty title={t('这件资产没有RFID标签')} text={t('写好标签以后，就能按信号的强弱找到它。')} />
      </Page>
    )
  return <Finding key={epc} {...pieceOf(epc, row)} />
}

const tickMs = 100

const Finding = ({ epc, name, code, place }: ReturnType<typeof pieceOf>) => {
  const { reader } = useConnection()
  const [search, setSearch] = useState<Search>(() => searchFor(epc))
  const [now, setNow] = useState(0)
  const { reading, start, stop } = useReading({ session: 0, only: epc, hear: (read) => setSearch((before) => searchWith(before, read)) })
  useTicking(reading, tickMs, () => setNow(performance.now()))
  const near = reading ? nearness(search, Math.max(now, search.lastMs)) : 'lost'

  const { hertz, intervalMs } = toneOf(near) ?? {}
  useEffect(() => host.tone?.(hertz === undefined || intervalMs === undefined ? undefined : { hertz, intervalMs }), [hertz, intervalMs])
  useEffect(() => () => host.tone?.(undefined), [])

  const share = typeof near === 'number' ? shareOf(near) : 0
  return (
    <Page
      title={t('找一找')}
      text={name}
      width="form"
      bottom={
        <Button size="large" wide icon={reading ? Square : Play} disabled={!reader} onClick={reading ? stop : start}>
          {reading ? t('停止') : t('开始寻找')}
        </Button>
      }
    >
      <ReaderBar className="mb-3" />
      <Card className="mb-3">
        <p className="text-body font-medium">{name}</p>
        <p className="mt-0.5 text-small text-quiet">{[code, place].filter(Boolean).join(' · ')}</p>
      </Card>
      <Card className="flex flex-col items-center gap-5 py-8">
        <div
          role="meter"
          aria-label={t('信号强度')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          className="flex size-56 items-center justify-center rounded-full transition-[background] duration-150"
          style={{ background: `conic-gradient(var(--accent) ${share * 360}deg, var(--sunken) 0)` }}
        >
          <div className="flex size-44 flex-col items-center justify-center rounded-full bg-card text-center">
            <p className="text-title font-semibold" role="status">
              {nearWords(reading, near)}
            </p>
            {typeof near === 'number' && <p className="mt-1 text-small text-quiet tabular-nums">{Math.round(near)} dBm</p>}
          </div>
        </div>
        <p className="max-w-72 text-center text-small text-quiet">
          {reader && !reader.tellsStrength
            ? t('这个读写器不知道信号强弱，只能说听到没有。')
            : t('慢慢转身，朝信号变强的方向走；声音越高越密，离它越近。')}
        </p>
      </Card>
    </Page>
  )
}

const nearWords = (isReading: boolean, near: ReturnType<typeof nearness>): string => {
  if (!isReading) return t('还没开始')
  if (near === 'lost') return t('听不到')
  if (near === 'heard') return t('听到了')
  if (near > -40) return t('就在手边')
  if (near > -55) return t('很近')
  return near > -70 ? t('不远') : t('有信号')
}
