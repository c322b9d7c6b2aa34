import { type AllocationLine, bookAllocationLines } from '../../domain/books/operations.ts'
import { allocationTable } from '../../domain/books/allocationTable.ts'
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
import { NothingClosed } from './ClosedMonth.tsx'
import { type BookState, closedMonths, lastClosed, useBook, useBookMonths } from './useBook.ts'
import { useMonthSpan } from './useMonthSpan.ts'

/** The assets behind an allocation: what departments and cost objects bear of each, month by month. */
export default function AllocationLines() {
  const search = useSearch('/pages/goods/GsBook/allocationLines')
  const { bookId, options, choose, error, refetch } = useBook(search.bookId)
  const months = useBookMonths(bookId)
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  const last = months.data && lastClosed(months.data)
  if (bookId === undefined) return <NothingClosed />
  if (!months.data || !last) return <NothingClosed picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  return (
    <LinesOf
      key={bookId}
      bookId={bookId}
      months={months.data}
      span={{ from: search.fromMonth ?? last.month, to: search.toMonth ?? last.month }}
      books={options.length > 1 && <ChoiceButton title={t('账簿')} options={options} value={bookId} onChange={choose} />}
    />
  )
}

type Props = { bookId: string; months: BookState; span: { from: string; to: string }; books: React.ReactNode }

const LinesOf = ({ bookId, months, span, books }: Props) => {
  const { from, to, setFrom, changeTo, fromOptions, toOptions } = useMonthSpan(closedMonths(months), span)
  const mayExport = useAllowed()('gsvalue:export')
  return (
    <Page
      scroll={false}
      right={
        <>
          {books}
          <ChoiceButton title={t('从')} options={fromOptions} value={from} onChange={setFrom} />
          <ChoiceButton title={t('到')} options={toOptions} value={to} onChange={changeTo} />
        </>
      }
    >
      <TableList<AllocationLine>
        table={allocationTable}
        list={bookAllocationLines}
        fixed={{ bookId, fromMonth: from, toMonth: to }}
        searched={t('资产名称、编码')}
        card={(row) => <LineCell row={row} />}
        onOpen={openAsset}
        cell={({ monthOn }, key) => (key === 'monthOn' ? monthOn.slice(0, 7) : undefined)}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && (
            <ExportButton operation={listExports.allocationLines} title={t(allocationTable.title)} asked={query} columns={columns} />
          )
        }
        empty={{ title: t('没有折旧'), text: t('所选月份没有计提折旧。') }}
      />
    </Page>
  )
}

const openAsset = ({ assetId }: AllocationLine) => goHref(detailHrefOf('asset', assetId))

const LineCell = ({ row }: { row: AllocationLine }) => (
  <Cell
    title={row.assetName}
    text={[row.assetCode, row.monthOn.slice(0, 7), row.deptName, row.costObject].filter(Boolean).join(' · ')}
    value={<span className="tabular-nums">{moneyWords(row.amount)}</span>}
    onPress={() => openAsset(row)}
  />
)
