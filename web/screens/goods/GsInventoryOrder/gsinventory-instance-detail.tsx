import { countTaskInfo } from '../../../../domain/operations/counting.ts'
import { useAsk } from '../../../ask.ts'
import { Page } from '../../../look/Page.tsx'
import { Pending } from '../../../look/Pending.tsx'
import { useSearch } from '../../../screen.ts'
import { LineView } from './LineView.tsx'

/** One line of a count with everything that was observed of it. */
export default function CountedLine() {
  const { id = '', lineId = '', account } = useSearch('/pages/goods/GsInventoryOrder/gsinventory-instance-detail')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page width="form" text={data.name} onRefresh={refetch}>
      <LineView task={data} of={{ itemId: lineId, ...(account !== undefined && { account }) }} />
    </Page>
  )
}
