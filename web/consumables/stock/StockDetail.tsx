import { documentKind } from '../../../domain/documents/all.ts'
import { stockList, stockMoves } from '../../../domain/records/operations.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { dayAt } from '../../../kernel/day.ts'
import { compare } from '../../../kernel/decimal.ts'
import { useAsk } from '../../ask.ts'
import { usePages } from '../../pages.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Picture } from '../../look/Picture.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { StockCard } from '../../records/StockCard.tsx'
import { SupplyActions } from '../../records/SupplyActions.tsx'
import { when } from '../../shell/when.ts'
import { documentHref } from '../../places.ts'
import { useScreen, useSearch } from '../../screen.ts'
import { go, goHref, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** One consumable in one place: how much there is, what came and went. `id` is place and consumable with a dash between. */
export default function StockDetail() {
  const { id = '' } = useSearch('/pages/consumables/CsLocStock/cslocstock-detail')
  const { beside } = useScreen()
  const [locId = '', goodsId = ''] = id.split('-')
  // Beside a list the list stays where it is.
  const show = beside ? go : replace
  const { data, error, refetch } = useAsk(stockList, { goodsId, pageSize: 200 })
  const moves = usePages(stockMoves, { goodsId, locId })
  const row = data?.list.find((candidate) => candidate.id === id)
  if (!data) return <Pending error={error} onRetry={refetch} />
  const otherRows = data.list.filter((candidate) => candidate.id !== id)
  return (
    <Page onRefresh={() => Promise.all([refetch(), moves.refresh()])}>
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          {row ? <StockHead row={row} /> : <Empty title={t('这里已经没有库存')} />}
          <SupplyActions goodsId={goodsId} />
          {otherRows.length > 0 && (
            <Section title={t('其他仓库')}>
              {otherRows.map((otherRow) => (
                <div key={otherRow.id} className="border-b border-line last:border-none">
                  <StockCard
                    row={otherRow}
                    byPlace
                    onPress={() => show('/pages/consumables/CsLocStock/cslocstock-detail', { id: otherRow.id })}
                  />
                </div>
              ))}
            </Section>
          )}
        </div>
        <Section title={t('库存流水')}>
          {moves.status === 'loading' && (
            <div className="p-4">
              <Skeleton rows={3} picture={false} />
            </div>
          )}
          {moves.status === 'failed' && <Problem error={moves.error} onRetry={moves.refresh} />}
          {moves.status === 'ready' && moves.rows.length === 0 && <p className="p-6 text-center text-body text-faint">{t('还没有流水')}</p>}
          {moves.rows.map((move) => (
            <MoveRow key={move.id} move={move} locName={row?.locName} />
          ))}
          {moves.hasMore && (
            <Button kind="plain" wide busy={moves.loadingMore} onClick={moves.more}>
              {t('查看更多')}
            </Button>
          )}
        </Section>
      </div>
    </Page>
  )
}

type MoveRowProps = { move: OutputOf<typeof stockMoves>['list'][number]; locName: string | undefined }

/** What came or went, and what there was afterwards. */
const MoveRow = ({ move, locName }: MoveRowProps) => {
  const { at, businessDate, quantity, after, from, to, documentId, documentKind: name, documentCode } = move
  const kind = documentKind(name)
  const isGone = from.endsWith(locName ?? '\u0000')
  return (
    <button
      type="button"
      onClick={() => goHref(documentHref(name, documentId))}
      className="pressable flex w-full items-center gap-3 border-b border-line px-4 py-3 text-left last:border-none"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-body">{kind ? t(kind.title) : documentCode}</span>
        <span className="block truncate text-small text-quiet">
          {from} → {to}
        </span>
        <span className="block truncate text-tiny text-faint">
          {documentCode} · {dayAt(Date.parse(at)) === businessDate ? when(at) : businessDate}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className={`text-title font-semibold ${isGone ? '' : 'text-good'}`}>
          {isGone ? '−' : '+'}
          {compare(quantity, '0') < 0 ? quantity.slice(1) : quantity}
        </span>
        {after !== null && <span className="block text-tiny text-faint">{t('结存 {count}', { count: after })}</span>}
      </span>
    </button>
  )
}

const StockHead = ({ row }: { row: OutputOf<typeof stockList>['list'][number] }) => (
  <Card className="mb-4">
    <div className="flex gap-4">
      <Picture src={row.goodsImage ?? undefined} alt="" className="size-20" />
      <div className="min-w-0 flex-1">
        <p className="text-title font-semibold">{row.goodsName}</p>
        <p className="text-small text-quiet">{[row.goodsCode, row.spec].filter(Boolean).join(' · ')}</p>
        <p className="mt-1 text-small text-quiet">{row.locName}</p>
      </div>
    </div>
    <dl className="mt-4 grid grid-cols-3 gap-2 border-t border-line pt-3 text-center">
      <Amount label={t('可用')} value={`${row.available} ${row.unit ?? ''}`} alarm={row.low} />
      <Amount label={t('预留')} value={row.reserved} />
      <Amount label={t('金额')} value={moneyWords(row.value)} />
    </dl>
  </Card>
)

const Amount = ({ label, value, alarm }: { label: string; value: string; alarm?: boolean }) => (
  <div>
    <dt className="text-small text-quiet">{label}</dt>
    <dd className={`mt-0.5 text-title font-semibold ${alarm ? 'text-bad' : ''}`}>{value || '–'}</dd>
  </div>
)
