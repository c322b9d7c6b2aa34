import { useRestingValue } from '../../useRestingValue.ts'
import { useEffect, useMemo } from 'react'
import type { CountPlan } from '../../../domain/counting/plan.ts'
import { countPlanPreview } from '../../../domain/counting/operations.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { useAsk } from '../../ask.ts'
import { Card } from '../../look/Card.tsx'
import { Spinner } from '../../look/Spinner.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'
import { wrongIn } from './planForm.ts'

/** What the scope takes in now, asked for while it is chosen; what an open count counts already is named. */
export const Preview = ({ plan, onAmount }: { plan: CountPlan; onAmount?: (amount: number | undefined) => void }) => {
  const planText = useRestingValue(JSON.stringify({ ...plan, name: '-' }), pauseMs)
  const previewedPlan = useMemo((): CountPlan => JSON.parse(planText), [planText])
  const valid = wrongIn(previewedPlan) === undefined
  const { data, error, isFetching } = useAsk(countPlanPreview, { plan: previewedPlan }, { keep: true, enabled: valid, staleMs: 10_000 })
  const amount = valid && data ? data.assets + data.consumables : undefined
  useEffect(() => onAmount?.(amount), [amount, onAmount])
  if (!valid) return null
  return (
    <Card className="mb-4" aria-live="polite">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-small text-quiet">{t('这次要盘')}</span>
        {isFetching && <Spinner size={14} />}
      </div>
      {error && !data && <p className="mt-1 text-body text-quiet">{error.message}</p>}
      {data && (
        <>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3">
            {(data.assets > 0 || plan.scope.kinds.includes('asset')) && <Amount count={data.assets} unit={t('件资产')} />}
            {(data.consumables > 0 || plan.scope.kinds.includes('consumable')) && <Amount count={data.consumables} unit={t('种耗材')} />}
          </p>
          <p className="mt-1 text-small text-quiet">
            {[
              ...(data.value === '' ? [] : [t('账面原值{value}', { value: moneyWords(data.value) })]),
              data.places > 0 && t('{n}个区域', { n: data.places }),
              data.holders > 0 && t('{n}位使用人', { n: data.holders }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {data.assets + data.consumables === 0 && <p className="mt-2 text-small text-warn">{t('没有符合范围的资产或耗材')}</p>}
          {data.overlaps.map(({ taskId, code, lines }) => (
            <button
              key={taskId}
              type="button"
              onClick={() => go('/pages/goods/GsInventoryOrder/gsinventorytask', { id: taskId })}
              className="mt-2 block text-left text-small text-warn underline-offset-2 hover:underline"
            >
              {t('其中{n}项正在{code}中盘点', { n: lines, code })}
            </button>
          ))}
        </>
      )}
      {!error && !data && <p className="mt-1 h-8 text-body text-faint">…</p>}
    </Card>
  )
}

const Amount = ({ count, unit }: { count: number; unit: string }) => (
  <span>
    <span className="text-huge font-semibold tabular-nums">{count}</span>
    <span className="ml-1 text-small text-quiet">{unit}</span>
  </span>
)

const pauseMs = 350
