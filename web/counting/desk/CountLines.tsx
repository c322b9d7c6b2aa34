import { useState } from 'react'
import { type Verdict, verdicts } from '../../../domain/counting/verdict.ts'
import { countTaskInfo } from '../../../domain/counting/operations.ts'
import { useAsk } from '../../ask.ts'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useSearch } from '../../screen.ts'
import { type LineFilter, Lines } from './Lines.tsx'

/** The lines of a count, narrowed by what the board was asked for. */
export default function CountLines() {
  const { id = '', verdict, placeId, departmentId, holderId } = useSearch('/pages/goods/GsInventoryOrder/gsinventorylines')
  const [filter, setFilter] = useState<LineFilter>(() => ({
    ...(verdict && { verdicts: verdict.split(',').filter((one): one is Verdict => Object.hasOwn(verdicts, one)) }),
    ...(placeId && { placeId }),
    ...(departmentId && { departmentId }),
    ...(holderId && { holderId }),
  }))
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return (
    <Page text={data.name} scroll={false}>
      <Lines task={data} filter={filter} onFilter={setFilter} />
    </Page>
  )
}
