import { useState } from 'react'
import { bookValues, type ValueRow } from '../../domain/books/operations.ts'
import { depreciationMethods } from '../../domain/books/depreciation.ts'
import { monthOfText, monthText } from '../../domain/books/month.ts'
import { valueTable } from '../../domain/books/table.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { detailHrefOf } from '../places.ts'
import { useSearch } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { TableList } from '../table/TableList.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { BookPicker } from './BookPicker.tsx'
import { ChoiceButton } from './ChoiceButton.tsx'
import { NotStarted } from './NotStarted.tsx'
import { type BookState, lastClosed, useBook, useBookMonths } from './useBook.ts'

/** What the assets of a book are worth at the end of a month: of one that is closed, of the present one, or of one ahead. */
export default function Values() {
  const search = useSearch('/pages/goods/GsBook/values')
  const { bookId, options, choose, error, refetch } = useBook(search.bookId)
  const months = useBookMonths(bookId)
  const [chosenMonth, setMonth] = useState<string>()
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  if (bookId === undefined) return <NotStarted />
  if (!months.data?.isStarted) return <NotStarted picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  const month = chosenMonth ?? search.month ?? lastClosed(months.data)?.month ?? months.data.list[0]?.month ?? ''
  return (
    <Page
      scroll={false}
      right={
        <>
          {options.length > 1 && <ChoiceButton title={t('账簿')} options={options} value={bookId} onChange={choose} />}
          <ChoiceButton title={t('月份')} options={monthOptions(months.data)} value={month} onChange={setMonth} />
        </>
      }
    >
      <ValueTable bookId={bookId} month={month} />
    </Page>
  )
}

const monthsAhead = 24

/** The months that may be looked at, the newest that is over first, then those ahead. */
const monthOptions = ({ list }: BookState) => {
  const present = list[0] ? monthOfText(list[0].month) : 0
  const ahead = Array.from({ length: monthsAhead }, (_, index) => monthText(present + index + 1))
  return [
    ...list.map(({ month, state }) => ({ value: month, label: state === 'closed' ? t('{month} 已结账', { month }) : month })),
    ...ahead.map((month) => ({ value: month, label: t('{month} 预测', { month }) })),
  ]
}

const ValueTable = ({ bookId, month }: { bookId: string; month: string }) => {
  const mayExport = useAllowed()('gsvalue:export')
  return (
    <TableList<ValueRow>
      table={valueTable}
      list={bookValues}
      fixed={{ bookId, month }}
      searched={t('资产名称、编码')}
      card={(row) => <ValueCell row={row} />}
      onOpen={openAsset}
      cell={cellOf}
      picture={false}
      tools={({ asked: query, columns }) =>
        mayExport && <ExportButton operation={listExports.values} title={t('折旧清单')} asked={query} columns={columns} />
      }
      empty={{ title: t('账簿里没有资产'), text: t('有原值的资产入库后会出现在这里。') }}
    />
  )
}

const openAsset = ({ id }: ValueRow) => goHref(detailHrefOf('asset', id))

const methodTitles: Readonly<Record<string, string>> = depreciationMethods

const cellOf = (row: ValueRow, key: string) => (key === 'method' ? t(methodTitles[row.method] ?? row.method) : undefined)

const ValueCell = ({ row }: { row: ValueRow }) => (
  <Cell
    title={row.assetName}
    text={[row.assetCode, row.deptName, t('本月{charge}', { charge: moneyWords(row.charge) })].filter(Boolean).join(' · ')}
    value={<span className="tabular-nums">{moneyWords(row.net)}</span>}
    onPress={() => openAsset(row)}
  />
)
