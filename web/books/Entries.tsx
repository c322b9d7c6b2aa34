import { entryKinds } from '../../domain/books/entryKind.ts'
import { valueEntryTable } from '../../domain/books/entryTable.ts'
import { bookEntries, type ValueEntryRow } from '../../domain/books/operations.ts'
import { listExports } from '../../domain/tables/exportOperations.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { detailHrefOf, documentHref } from '../places.ts'
import { useSearch } from '../screen.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { TableList } from '../table/TableList.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { ChoiceButton } from './ChoiceButton.tsx'
import { NotStarted } from './NotStarted.tsx'
import { useBook } from './useBook.ts'

/** What of the assets of a book became more or less, entry by entry. */
export default function Entries() {
  const search = useSearch('/pages/goods/GsBook/entries')
  const { bookId, options, choose, error, refetch } = useBook(search.bookId)
  const mayExport = useAllowed()('gsvalue:export')
  if (!options) return <Pending error={error} onRetry={refetch} />
  if (bookId === undefined) return <NotStarted />
  return (
    <Page
      scroll={false}
      right={options.length > 1 && <ChoiceButton title={t('账簿')} options={options} value={bookId} onChange={choose} />}
    >
      <TableList<ValueEntryRow>
        table={valueEntryTable}
        list={bookEntries}
        fixed={{ bookId }}
        searched={t('资产名称、编码')}
        card={(row) => <EntryCell row={row} />}
        onOpen={openSource}
        cell={cellOf}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && (
            <ExportButton operation={listExports.valueEntries} title={t(valueEntryTable.title)} asked={query} columns={columns} />
          )
        }
        empty={{ title: t('账簿里还没有分录'), text: t('账簿启用、结账和单据入账后，每一笔都会出现在这里。') }}
      />
    </Page>
  )
}

const openSource = ({ assetId, documentKind, documentId }: ValueEntryRow) =>
  goHref(documentKind && documentId ? documentHref(documentKind, documentId) : detailHrefOf('asset', assetId))

const kindTitles: Readonly<Record<string, string>> = entryKinds
const kindWords = (kind: string): string => t(kindTitles[kind] ?? kind)

const cellOf = ({ kind, monthOn }: ValueEntryRow, key: string) => {
  if (key === 'kind') return kindWords(kind)
  return key === 'monthOn' ? monthOn.slice(0, 7) : undefined
}

const EntryCell = ({ row }: { row: ValueEntryRow }) => (
  <Cell
    title={row.assetName}
    text={[row.monthOn.slice(0, 7), kindWords(row.kind), row.deptName, row.documentCode].filter(Boolean).join(' · ')}
    value={<span className="tabular-nums">{moneyWords(row.net)}</span>}
    onPress={() => openSource(row)}
  />
)
