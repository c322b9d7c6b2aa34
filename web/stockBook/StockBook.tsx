import { ArrowDownToLine } from 'lucide-react'
import { stockBook, stockBookExport, type StockBookGroup, type StockBookRow, stockBookTotal } from '../../domain/stockBook/operations.ts'
import { useAsk } from '../ask.ts'
import { useExport } from '../forms/ExportButton.tsx'
import { ReferenceField } from '../forms/ReferenceField.tsx'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Empty } from '../look/Empty.tsx'
import { DateField } from '../look/fields/DateField.tsx'
import { Page } from '../look/Page.tsx'
import { PendingPart } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { usePages } from '../pages.ts'
import { useWide } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { today } from '../shell/dateWords.ts'
import { t } from '../words.ts'
import { BookCards } from './BookCards.tsx'
import { type BookQuestion, bookSpans, useBookQuestion } from './bookQuestion.ts'
import { BookTable } from './BookTable.tsx'

const groupTitles: readonly { readonly value: StockBookGroup; readonly label: string }[] = [
  { value: 'goods', label: '按耗材' },
  { value: 'goodsPlace', label: '按耗材和仓库' },
  { value: 'place', label: '按仓库' },
  { value: 'category', label: '按分类' },
  { value: 'department', label: '按部门' },
]

/** What was in stock before some days, what came and went in them, and what is there after them. */
export default function StockBook() {
  const { question, change } = useBookQuestion()
  const mayExport = useAllowed()('cslocstock:export')
  return (
    <Page width="full" right={mayExport && <TakeAway question={question} />}>
      <BookSettings question={question} onChange={change} />
      <Tabs
        look="pill"
        label={t('汇总方式')}
        tabs={groupTitles.map(({ value, label }) => ({ value, label: t(label) }))}
        value={question.by}
        onChange={(by) => change({ by })}
      />
      <BookRows question={question} />
    </Page>
  )
}

const TakeAway = ({ question }: { question: BookQuestion }) => {
  const { take, busy } = useExport({ hasFormats: true, operation: stockBookExport, asked: question, title: t('收发存汇总') })
  return (
    <Button kind="plain" size="small" icon={ArrowDownToLine} busy={busy} onClick={() => void take()}>
      {t('导出')}
    </Button>
  )
}

type SettingsProps = { question: BookQuestion; onChange: ReturnType<typeof useBookQuestion>['change'] }

const BookSettings = ({ question: { from, to, locId = '', catId = '' }, onChange }: SettingsProps) => (
  <Card flush className="mb-3">
    <div className="flex flex-wrap gap-2 px-4 pt-3">
      {bookSpans().map(({ title, ...span }) => (
        <Button
          key={title}
          size="small"
          kind={span.from === from && span.to === to ? 'primary' : 'secondary'}
          onClick={() => onChange(span)}
        >
          {t(title)}
        </Button>
      ))}
    </div>
    <div className="grid grid-cols-2 wide:grid-cols-4">
      <DateField label={t('从')} value={from} max={today()} onChange={(day) => day && onChange({ from: day })} />
      <DateField label={t('到')} value={to} max={today()} onChange={(day) => day && onChange({ to: day })} />
      <ReferenceField
        label={t('仓库')}
        control={{ type: 'reference', to: 'location', many: false }}
        value={locId}
        onChange={(value) => onChange({ locId: value })}
        placeholder={t('全部仓库')}
      />
      <ReferenceField
        label={t('耗材分类')}
        control={{ type: 'reference', to: 'category', many: false, filter: { catKind: 'consumable' } }}
        value={catId}
        onChange={(value) => onChange({ catId: value })}
        placeholder={t('全部分类')}
      />
    </div>
  </Card>
)

const BookRows = ({ question }: { question: BookQuestion }) => {
  const wide = useWide()
  const total = useAsk(stockBookTotal, question, { keep: true })
  const pages = usePages(stockBook, question, { pageSize: 100 })
  if (pages.status !== 'ready' || !total.data)
    return <PendingPart error={pages.error ?? total.error} onRetry={() => Promise.all([pages.refresh(), total.refetch()])} />
  if (pages.rows.length === 0)
    return <Empty title={t('这段时间没有库存和收发')} text={t('耗材入库后，这里按期初、收入、发出、期末列出数量和金额。')} />
  const { closedThrough, isWhole } = total.data
  const allRows: StockBookRow[] = [...pages.rows]
  const props = { question, rows: allRows, total: total.data }
  return (
    <div className="mt-3">
      {wide ? <BookTable {...props} /> : <BookCards {...props} />}
      {pages.hasMore && (
        <Button kind="plain" wide busy={pages.loadingMore} onClick={pages.more}>
          {t('查看更多')}
        </Button>
      )}
      <p className="px-1 py-3 text-small text-faint">
        {[
          closedThrough ? t('库存已结账到{month}', { month: closedThrough }) : t('库存还没有结过账'),
          ...(isWhole ? [t('调拨在合计中抵消')] : []),
          t('冲销在原来的栏目中以负数列出'),
        ].join(' · ')}
      </p>
    </div>
  )
}
