import { dashboardList, type DashboardHead } from '../../domain/dashboards/operations.ts'
import { useAsk } from '../ask.ts'
import { Pending } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useSearch } from '../screen.ts'
import { storeAside, stored, useSession } from '../session/session.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { DashboardView } from './DashboardView.tsx'

/** The dashboards of the reader: one of them, and the way to the others. It opens with the one that was looked at last. */
export default function Dashboards() {
  const { id } = useSearch('/pages/dashboards/index')
  const { uid } = useSession()
  const { data, error, refetch } = useAsk(dashboardList, {}, { staleMs: 60_000 })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const { list } = data
  const head = dashboardAmong(list, id, stored<string>(lastKey(uid)))
  if (!head) return <Pending error={undefined} onRetry={refetch} />
  const choose = (next: string) => {
    storeAside(lastKey(uid), next, 0)
    replace('/pages/dashboards/index', { id: next })
  }
  return (
    <DashboardView
      key={head.id}
      head={head}
      onChoose={choose}
      tabs={
        <Tabs label={t('仪表板')} value={head.id} onChange={choose} tabs={list.map((item) => ({ value: item.id, label: titleOf(item) }))} />
      }
    />
  )
}

const lastKey = (uid: string): string => `_dashboard_${uid}`

const titleOf = ({ title, isDelivered }: DashboardHead): string => (isDelivered ? t(title) : title)

/** What the address names, else what was looked at last, else the first that is delivered. */
const dashboardAmong = (list: readonly DashboardHead[], ...wantedIds: readonly (string | undefined)[]): DashboardHead | undefined =>
  wantedIds.flatMap((wantedId) => list.find(({ id }) => id === wantedId) ?? [])[0] ?? list.find(({ isDelivered }) => isDelivered) ?? list[0]
