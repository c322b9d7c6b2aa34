import { type RecordRow, recordOperations } from '../../../../domain/operations/records.ts'
import { asset } from '../../../../domain/records/asset.ts'
import { useAsk } from '../../../ask.ts'
import { Page } from '../../../look/Page.tsx'
import { Problem } from '../../../look/Problem.tsx'
import { Skeleton } from '../../../look/Skeleton.tsx'
import { useSearch } from '../../../screen.ts'
import { AssetView } from './AssetView.tsx'

/** One asset by its id. */
export default function AssetDetail() {
  const { id } = useSearch('/pages/goods/GsGoodsInstance/gsgoodsinstance-detail')
  const { data, error, isError, refetch } = useAsk(recordOperations(asset).info, { id: id ?? '' })
  if (isError && !data)
    return (
      <Page>
        <Problem error={error} onRetry={refetch} />
      </Page>
    )
  if (!data)
    return (
      <Page>
        <Skeleton rows={8} />
      </Page>
    )
  return <AssetView row={data as RecordRow} onRefresh={refetch} />
}
