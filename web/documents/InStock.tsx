import { stockList } from '../../domain/records/operations.ts'
import { compare, type Decimal, isDecimal, isPositive } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'

/** How much of one supply may be taken from a store; undefined until that is known. */
export const useInStock = (goodsId: Id | undefined, locId: Id | undefined): { available: Decimal; unit: string } | undefined => {
  const { data } = useAsk(
    stockList,
    { goodsId: goodsId ?? '', locId: locId ?? '', pageSize: 50 },
    { enabled: Boolean(goodsId && locId), staleMs: 10_000 },
  )
  const row = data?.list.find((row) => row.locId === locId)
  return data && { available: row?.available ?? '0', unit: row?.unit ?? '' }
}

/** How much of it lies in the store that the document is about. */
export const InStock = ({ available, unit, wanted }: { available: Decimal; unit: string; wanted: unknown }) => {
  const none = !isPositive(available)
  const few = isDecimal(wanted) && compare(wanted, available) > 0
  const enoughLook = few ? 'text-warn' : 'text-quiet'
  return (
    <span className={`block text-small ${none ? 'text-bad' : enoughLook}`}>
      {none ? t('该仓库没有库存') : t('库存 {count} {unit}', { count: available, unit })}
      {few && t('，不足部分由管理员安排')}
    </span>
  )
}
