import { heldSupplies } from '../../domain/records/operations.ts'
import { useAsk } from '../ask.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { Picture } from '../look/Picture.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { kindsForSupplies, withItemsHref } from '../../domain/documents/offers.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** The supplies that the person took and has not given back, each with what may be begun for it. */
export const HeldSupplyList = ({ search }: { search: string }) => {
  const { data, error, isError, refetch } = useAsk(heldSupplies, {})
  const kinds = kindsForSupplies(useAllowed()).filter(({ forEmployees }) => forEmployees)
  const searchWord = search.trim().toLowerCase()
  const rows = (data?.list ?? []).filter(({ goodsName, goodsCode }) => `${goodsName} ${goodsCode}`.toLowerCase().includes(searchWord))
  return (
    <div className="scroller min-h-0 flex-1 px-4 pb-8 pt-1 wide:px-6">
      {!data && (isError ? <Problem error={error} onRetry={refetch} /> : <Skeleton rows={6} />)}
      {data && rows.length === 0 && <Empty {...emptyWords(search)} />}
      {data && rows.length > 0 && (
        <Card flush>
          {rows.map(({ goodsId, goodsCode, goodsName, goodsImage, unit, spec, onHand, available }) => (
            <div key={goodsId} className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-none">
              <button
                type="button"
                onClick={() => goHref(hrefOf('/pages/consumables/CsConsum/qrscan-detail', { goodsId }))}
                className="flex min-w-0 flex-1 items-center gap-3 text-left"
              >
                <Picture src={goodsImage ?? undefined} alt="" className="size-13 shrink-0" />
                <span className="min-w-0">
                  <span className="line-clamp-2 text-body font-medium">{goodsName}</span>
                  <span className="block truncate text-small text-quiet">{[spec, goodsCode].filter(Boolean).join(' · ')}</span>
                  <span className="block text-small">
                    {t('{count} {unit}', { count: onHand, unit: unit ?? '' })}
                    {available !== onHand && (
                      <span className="text-quiet"> · {t('名下可退 {count} {unit}', { count: available, unit: unit ?? '' })}</span>
                    )}
                  </span>
                </span>
              </button>
              <span className="flex shrink-0 flex-col gap-1.5 tablet:flex-row">
                {kinds.map((kind) => (
                  <Button key={kind.kind} size="small" kind="secondary" onClick={() => goHref(withItemsHref(kind, [goodsId]))}>
                    {t(kind.title)}
                  </Button>
                ))}
              </span>
            </div>
          ))}
        </Card>
      )}
    </div>
  )
}

const emptyWords = (search: string) =>
  search
    ? { title: t('没有符合条件的{title}', { title: t('耗材') }), text: t('换一个词再试试。') }
    : { title: t('您名下没有耗材'), text: t('领用的耗材会出现在这里，没用完的可以退库。') }
