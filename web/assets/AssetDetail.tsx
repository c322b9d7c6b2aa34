import { recordOperations } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { useAsk } from '../ask.ts'
import { Pending } from '../look/Pending.tsx'
import { useSearch } from '../screen.ts'
import { AssetView } from './AssetView.tsx'

/** One asset by its id. */
export default function AssetDetail() {
  const { id } = useSearch('/pages/goods/GsGoodsInstance/gsgoodsinstance-detail')
  const { data, error, refetch } = useAsk(recordOperations(asset).info, { id: id ?? '' })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <AssetView row={data} onRefresh={refetch} />
}
