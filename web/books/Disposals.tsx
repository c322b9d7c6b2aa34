import { type DisposalRow, bookDisposals } from '../../domain/books/operations.ts'
import { disposalTable } from '../../domain/books/disposalTable.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { detailHrefOf } from '../places.ts'
import { useSearch } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { useWordedTable } from '../forms/useWordedTable.ts'
import { optionsOf } from '../../kernel/fields/kinds.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import { TableList } from '../table/TableList.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { BookPicker } from './BookPicker.tsx'
import { ChoiceButton } from './ChoiceButton.tsx'
import { NotStarted } from './NotStarted.tsx'
import { type BookState, useBook, useBookMonths } from './useBook.ts'
import { useMonthSpan } from './useMonthSpan.ts'

/** What the disposals of some months came to: what the assets were worth, what they brought and what that cost. */
export default function Disposals() {
  const search = useSearch('/pages/goods/GsBook/disposals')
  const { bookId, options, choose, error, refetch } = useBook(search.bookId)
  const months = useBookMonths(bookId)
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId !== undefined && !months.data) return <Pending error={months.error} onRetry={months.refetch} />
  if (bookId === undefined) return <NotStarted />
  if (!months.data?.isStarted) return <NotStarted picker={<BookPicker options={options} bookId={bookId} onChoose={choose} />} />
  return (
    <DisposalsOf
      key={bookId}
      bookId={bookId}
      months={months.data}
      span={{ from: search.fromMonth, to: search.toMonth }}
      books={options.length > 1 && <ChoiceButton title={t('账簿')} options={options} value={bookId} onChange={choose} />}
    />
  )
}

type Props = {
  bookId: string
  months: BookState
  span: { from: string | undefined; to: string | undefined }
  books: React.ReactNode
}

const DisposalsOf = ({ bookId, months, span, books }: Props) => {
  const monthNames = months.list.map(({ month }) => month)
  const { from, to, setFrom, changeTo, fromOptions, toOptions } = useMonthSpan(monthNames, {
    from: span.from,
    to: span.to ?? monthNames[0] ?? '',
  })
  const mayExport = useAllowed()('gsvalue:export')
  const table = useWordedTable(disposalTable)
  const methods = optionsOf(fieldIn(table.columns, 'method').control)
  const methodOf = ({ method }: DisposalRow): string => t(methods?.find(({ value }) => value === method)?.label ?? method)
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
      <TableList<DisposalRow>
        table={table}
        list={bookDisposals}
        fixed={{ bookId, fromMonth: from, toMonth: to }}
        searched={t('资产名称、编码')}
        card={(row) => <DisposalCell row={row} method={methodOf(row)} />}
        onOpen={openAsset}
        cell={(row, key) => (key === 'method' ? methodOf(row) : undefined)}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && <ExportButton operation={listExports.disposals} title={t('处置损益')} asked={query} columns={columns} />
        }
        empty={{ title: t('没有处置的资产'), text: t('所选月份里处置、盘亏或收回的资产会出现在这里。') }}
      />
    </Page>
  )
}

const openAsset = ({ assetId }: DisposalRow) => goHref(detailHrefOf('asset', assetId))

const DisposalCell = ({ row, method }: { row: DisposalRow; method: string }) => (
  <Cell
    title={row.assetName}
    text={[
      row.month,
      method,
      t('净值{amount}', { amount: moneyWords(row.net) }),
      t('收入{amount}', { amount: moneyWords(row.proceeds) }),
    ].join(' · ')}
    value={<span className={`tabular-nums ${Number(row.gain) < 0 ? 'text-bad' : ''}`}>{moneyWords(row.gain)}</span>}
    onPress={() => openAsset(row)}
  />
)
