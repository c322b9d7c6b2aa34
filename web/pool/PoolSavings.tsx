import { poolSavings } from '../../domain/pool/operations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useAsk } from '../ask.ts'
import { Card, Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Empty } from '../look/Empty.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { documentHref } from '../places.ts'
import { when } from '../shell/when.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What was taken from stores and not bought, with the sum. */
export const PoolSavings = () => {
  const { data, error, refetch } = useAsk(poolSavings, {})
  if (!data) return <PendingPart error={error} onRetry={refetch} />
  return (
    <div className="scroller min-h-0 flex-1">
      <div className="mx-auto w-full px-4 pb-6 pt-3 wide:px-6">
        <Card className="mb-4">
          <p className="text-small text-quiet">{t('用闲置资产代替采购，少花')}</p>
          <p className="mt-1 text-huge font-semibold tabular-nums">{moneyWords(data.total)}</p>
          <p className="mt-1 text-small text-quiet">{t('代替了{count}件', { count: data.pieces })}</p>
        </Card>
        {data.list.length === 0 ? (
          <Empty title={t('还没有代替采购的资产')} text={t('采购前选择领用或借用闲置资产，入账后会记在这里。')} />
        ) : (
          <Section>
            {data.list.map(({ documentId, assetId, kind, code, assetName, price, person, at }) => (
              <Cell
                key={`${documentId}/${assetId}/${at}`}
                title={assetName}
                text={[person, code, when(at)].join(' · ')}
                value={<span className={price.startsWith('-') ? 'text-bad' : ''}>{moneyWords(price)}</span>}
                onPress={() => goHref(documentHref(kind, documentId))}
              />
            ))}
          </Section>
        )}
      </div>
    </div>
  )
}
