import { Boxes, CircleAlert, HandHelping, PackageCheck, UserRound, Wrench } from 'lucide-react'
import { openRequests } from '../../domain/documents/operations.ts'
import { type RecordRow, recordOperations } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { addDays, type Day } from '../../kernel/day.ts'
import { useAsk } from '../ask.ts'
import { hrefOf } from '../frames.ts'
import { Section } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { Tag } from '../look/Tag.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { LeftBehind } from '../records/LeftBehind.tsx'
import { FurtherEntries } from '../workbench/FurtherEntries.tsx'
import { RecordCard } from '../records/RecordCard.tsx'
import { Tile } from '../workbench/Tile.tsx'
import { today } from '../shell/dateWords.ts'
import { dueOf, soonDays } from '../shell/dueWords.ts'
import { detailHrefOf, listPathOfNoun } from '../places.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

const shownDue = 10

/** How the assets stand: how many there are in which state, and what is due. What is done with them stands on the workbench. */
export default function AssetHome() {
  const allowed = useAllowed()
  const all = useCount()
  const idle = useCount('idle')
  const inUse = useCount('inUse')
  const inRepair = useCount('inRepair')
  const lent = useAsk(recordOperations(asset).list, { pageSize: 200, state: 'lent' }, { keep: true })
  const requests = useAsk(openRequests, { pageSize: 1 }, { keep: true, enabled: allowed('gsapplyoutstockorder:list') })
  const now = today()
  const soon = addDays(now, soonDays)
  const due = (lent.data?.list ?? [])
    .filter((row) => typeof row['dueOn'] === 'string' && row['dueOn'] <= soon)
    .toSorted((a, b) => (String(a['dueOn']) < String(b['dueOn']) ? -1 : 1))
  const overdue = due.filter((row) => String(row['dueOn']) < now)
  const soonDue = due.filter((row) => String(row['dueOn']) >= now)
  const open = (state?: string) => goHref(hrefOf(listPathOfNoun('asset'), state ? { state } : {}))
  const refresh = () => Promise.all([all, idle, inUse, inRepair, lent, requests].map(({ refetch }) => refetch()))

  return (
    <Page onRefresh={refresh}>
      <div className="mb-4 grid grid-cols-2 gap-3 tablet:grid-cols-3 wide:grid-cols-6">
        <Tile title={t('资产总数')} value={all.data?.totalCount} icon={Boxes} onPress={() => open()} />
        <Tile title={t('闲置')} value={idle.data?.totalCount} icon={PackageCheck} color="#00a86b" onPress={() => open('idle')} />
        <Tile title={t('在用')} value={inUse.data?.totalCount} icon={UserRound} onPress={() => open('inUse')} />
        <Tile title={t('借出')} value={lent.data?.totalCount} icon={HandHelping} color="#ff8a00" onPress={() => open('lent')} />
        <Tile title={t('维修中')} value={inRepair.data?.totalCount} icon={Wrench} color="#7a5af8" onPress={() => open('inRepair')} />
        <Tile
          title={t('待发放申领')}
          value={requests.data?.totalCount}
          icon={CircleAlert}
          color="#e5343d"
          alarm={(requests.data?.totalCount ?? 0) > 0}
          onPress={() => goHref('/pages/goods/GsApplyOutstockOrder/index')}
        />
      </div>
      <LeftBehind />
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <Due title={t('逾期未还')} rows={overdue} />
        <Due title={t('即将到期归还')} rows={soonDue} />
      </div>
      <FurtherEntries groups={['gs_work', 'gs_base']} />
    </Page>
  )
}

/** Pieces on loan with their day, the earliest first; nothing where there are none. */
const Due = ({ title, rows }: { title: string; rows: readonly RecordRow[] }) =>
  rows.length > 0 && (
    <Section title={title}>
      {rows.slice(0, shownDue).map((row) => (
        <div key={row.id} className="border-b border-line last:border-none">
          <RecordCard
            kind={asset}
            row={row}
            onPress={() => goHref(detailHrefOf('asset', row.id))}
            extra={<DueTag day={String(row['dueOn'])} />}
          />
        </div>
      ))}
    </Section>
  )

const DueTag = ({ day }: { day: Day }) => {
  const { words, tone } = dueOf(day)
  return (
    <span className="mt-1 block">
      <Tag tone={tone}>{words}</Tag>
    </span>
  )
}

const useCount = (state?: string) => useAsk(recordOperations(asset).list, { pageSize: 1, ...(state && { state }) }, { keep: true })
