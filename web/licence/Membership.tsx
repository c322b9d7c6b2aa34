import { Crown } from 'lucide-react'
import { useState } from 'react'
import { isTrial, orderInEffect } from '../../domain/licence/licence.ts'
import { isUnlimited, ownPurchase } from '../../domain/licence/offers.ts'
import { type LicenceOrderRow, licenceOrders } from '../../domain/licence/operations.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { dayAt } from '../../kernel/day.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { Empty } from '../look/Empty.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'
import { Renewing } from './Renewing.tsx'

/** The organisation's membership packages: how many assets each covers, from when to when, and which one is in effect. */
export const Membership = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('会员套餐')}>
    {open && <Content />}
  </Sheet>
)

const Content = () => {
  const orders = useAsk(licenceOrders, {}, { staleMs: 60_000 })
  const home = useAsk(workbenchHome, {}, { staleMs: 30_000 })
  const [now] = useState(() => Date.now())
  if (orders.isError) return <Problem error={orders.error} onRetry={orders.refetch} />
  if (!orders.data) return <Skeleton rows={3} picture={false} />
  const inEffect = orderInEffect(orders.data, now)
  const shownOrders = orders.data.toSorted(
    (a, b) => Number(b === inEffect) - Number(a === inEffect) || Date.parse(b.endDate) - Date.parse(a.endDate),
  )
  if (shownOrders.length === 0)
    return (
      <>
        <Empty icon={Crown} title={t('还没有会员套餐')} />
        <Renewing word="开通" />
      </>
    )
  return (
    <>
      <ul className="space-y-3">
        {shownOrders.map((order) => (
          <Order
            key={order.orderId}
            order={order}
            state={order === inEffect ? 'now' : stateOf(order, now)}
            marked={order === inEffect && shownOrders.length > 1}
            kept={order === inEffect ? home.data?.licence?.assetCount : undefined}
          />
        ))}
      </ul>
      {shownOrders.some(
        ({ skuEntity, purchaseType }) => !isUnlimited(skuEntity.busdataScope) || (host.renew !== undefined && purchaseType !== ownPurchase),
      ) && (
        <div className="pt-4 text-quiet">
          <Renewing word="续费或升级" />
        </div>
      )}
    </>
  )
}

type State = 'now' | 'later' | 'over' | 'ended' | 'idle'

/** How an order stands that is not the one in effect. */
const stateOf = ({ endDate, startDate, orderState }: LicenceOrderRow, now: number): State => {
  if (orderState !== 1) return 'ended'
  if (Date.parse(endDate) <= now) return 'over'
  return Date.parse(startDate) > now ? 'later' : 'idle'
}

type OrderProps = { order: LicenceOrderRow; state: State; marked: boolean; kept: number | undefined }

const Order = ({ order, state, marked, kept }: OrderProps) => {
  const { busdataScope, periodName } = order.skuEntity
  const tint = isTrial(order) ? 'from-[#0c6b48] to-[#0f8a5d]' : 'from-[#0b4f9e] to-[#0f6fd4]'
  const ground = state === 'now' ? `bg-linear-to-br ${tint} text-white` : 'bg-card text-quiet'
  return (
    <li className={`relative overflow-hidden rounded-card p-4 shadow-lift ${ground}`}>
      <Crown size={92} strokeWidth={1} className="absolute -right-4 -top-5 opacity-10" aria-hidden />
      <div className="flex items-center gap-2">
        <span className="text-title font-semibold">{periodName}</span>
        {marked && <span className="rounded-full bg-white/25 px-2 py-0.5 text-tiny font-medium">{t('生效中')}</span>}
        {state === 'ended' && <Tag>{t('套餐已终止')}</Tag>}
        {state === 'over' && <Tag>{t('已到期')}</Tag>}
        {state === 'later' && <Tag tone="accent">{t('尚未开始')}</Tag>}
        {state === 'idle' && <Tag>{t('未生效')}</Tag>}
      </div>
      <p className="mt-3 text-body">
        {isUnlimited(busdataScope) ? t('资产数量不限') : t('可登记{count}件资产', { count: busdataScope.toLocaleString('en') })}
      </p>
      {kept !== undefined && !isUnlimited(busdataScope) && (
        <div className="mt-2">
          <div
            role="progressbar"
            aria-label={t('已登记资产')}
            aria-valuenow={kept}
            aria-valuemax={busdataScope}
            className="h-1.5 overflow-hidden rounded-full bg-white/25"
          >
            <div
              className="h-full rounded-full bg-white"
              style={{ width: `${Math.min(100, (kept / Math.max(1, busdataScope)) * 100)}%` }}
            />
          </div>
          <p className="mt-1.5 text-small">{t('已登记{count}件', { count: kept.toLocaleString('en') })}</p>
        </div>
      )}
      <p className="mt-3 text-small">
        {t(isTrial(order) ? '试用期：{from} 至 {to}' : '会员期：{from} 至 {to}', {
          from: dayAt(Date.parse(order.startDate)),
          to: dayAt(Date.parse(order.endDate) - 1),
        })}
      </p>
    </li>
  )
}
