import { useState } from 'react'
import { type AllocationRow, bookAllocations } from '../../domain/books/operations.ts'
import { allocationExport } from '../../domain/books/reportOperations.ts'
import { yuanOf, fenOf } from '../../domain/books/fen.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { useAsk } from '../ask.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending, PendingPart } from '../look/Pending.tsx'
import { Tabs } from '../look/Tabs.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { BookPicker } from './BookPicker.tsx'
import { NothingClosed } from './ClosedMonth.tsx'
import { type BookState, closedMonths, lastClosed, useBook, useBookMonths } from './useBook.ts'
import { allocationHref } from './drillHref.ts'
import { MonthSpanCard } from './MonthSpanCard.tsx'
import { useMonthSpan } from './useMonthSpan.ts'

/** Who bears the depreciation of closed months: departments, and cost objects as far as shares name them. */
export default function Allocations() {
  const { bookId, options, choose, error, refetch } = useBook()
  const months = useBookMonths(bookId)
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  const last = months.data && lastClosed(months.data)
  if (bookId === undefined) return <NothingClosed />
  if (!months.data || !last) return <NothingClosed picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  return (
    <Page>
      {options.length > 1 && (
        <Card flush className="mb-3">
          <Choice label={t('账簿')} options={options} value={bookId} onChange={choose} required />
        </Card>
      )}
      <AllocationsOf key={bookId} bookId={bookId} months={months.data} last={last.month} />
    </Page>
  )
}

/** By what the amount of a department is divided. */
const parts = {
  costObject: { title: '按成本对象', none: '其他' },
  catName: { title: '按分类', none: '未设置' },
} as const
type Part = keyof typeof parts

const AllocationsOf = ({ bookId, months, last }: { bookId: string; months: BookState; last: string }) => {
  const span = useMonthSpan(closedMonths(months), { from: last, to: last })
  const { from, to } = span
  const [part, setPart] = useState<Part>('costObject')
  const mayExport = useAllowed()('gsvalue:export')
  const { data, error, refetch } = useAsk(bookAllocations, { bookId, from, to }, { keep: true })
  return (
    <>
      <MonthSpanCard span={span} />
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <Tabs
            look="pill"
            label={t('汇总方式')}
            tabs={[
              { value: 'costObject', label: t(parts.costObject.title) },
              { value: 'catName', label: t(parts.catName.title) },
            ]}
            value={part}
            onChange={setPart}
          />
        </div>
        {mayExport && <ExportButton operation={allocationExport} asked={{ bookId, from, to }} title={t('折旧分摊')} hasFormats />}
      </div>
      <div className="mt-3">
        {!data && <PendingPart error={error} onRetry={refetch} />}
        {data?.list.length === 0 && <Empty title={t('没有折旧')} text={t('所选月份没有计提折旧。')} />}
        {data && data.list.length > 0 && <Bearers rows={data.list} total={data.total} part={part} span={{ bookId, from, to }} />}
      </div>
    </>
  )
}

type BearersProps = {
  rows: readonly AllocationRow[]
  total: string
  part: Part
  span: { bookId: string; from: string; to: string }
}

const Bearers = ({ rows, total, part, span }: BearersProps) => (
  <Card flush>
    <Cell title={<span className="font-semibold">{t('合计')}</span>} value={<Amount amount={total} isTotal />} />
    {[...Map.groupBy(rows, ({ deptId }) => deptId)].map(([deptId, ofDepartment]) => (
      <Cell
        key={deptId ?? ''}
        title={ofDepartment[0]?.deptName ?? t('未设置部门')}
        text={partsOf(ofDepartment, part)}
        value={<Amount amount={sumOf(ofDepartment)} />}
        onPress={() => goHref(allocationHref({ ...span, deptId }))}
      />
    ))}
  </Card>
)

const Amount = ({ amount, isTotal = false }: { amount: string; isTotal?: boolean }) => (
  <span className={`tabular-nums text-ink ${isTotal ? 'font-semibold' : ''}`}>{moneyWords(amount)}</span>
)

/** What a department bears of each part; nothing where no part has a name. */
const partsOf = (rows: readonly AllocationRow[], part: Part): string | undefined => {
  const groups = [...Map.groupBy(rows, (row) => row[part])]
  if (groups.every(([name]) => name === null)) return undefined
  return groups.map(([name, ofName]) => `${name ?? t(parts[part].none)} ${moneyWords(sumOf(ofName))}`).join(' · ')
}

const sumOf = (rows: readonly AllocationRow[]): string => yuanOf(rows.reduce((sum, { amount }) => sum + fenOf(amount), 0n))
