import { heldSupplies } from '../../domain/records/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { t } from '../words.ts'

/** What a person holds of supplies, as far as the reader may know; nothing while no one is named. */
export const useHeld = (uid: Id | undefined) =>
  useAsk(heldSupplies, { uid: uid ?? '' }, { enabled: Boolean(uid), staleMs: 10_000 }).data?.list

/** The most of one supply that its holder can return; undefined while that is not known, or where it is none. */
export const useInHand = (uid: Id | undefined, goodsId: unknown): number | undefined => {
  const row = useHeld(uid)?.find((supply) => supply.goodsId === goodsId)
  return row && Number(row.available)
}

/** How much of one supply its holder can return. */
export const InHand = ({ goodsId, uid }: { goodsId: Id; uid: Id }) => {
  const heldSupplies = useHeld(uid)
  if (!heldSupplies) return null
  const row = heldSupplies.find((supply) => supply.goodsId === goodsId)
  return (
    <span className={`block text-small ${row ? 'text-quiet' : 'text-bad'}`}>
      {row ? t('名下可退 {count} {unit}', { count: row.available, unit: row.unit ?? '' }) : t('名下没有这种耗材')}
    </span>
  )
}
