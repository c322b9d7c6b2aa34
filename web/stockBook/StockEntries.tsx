import { type StockEntryKind, stockAccounts, stockEntryKinds } from '../../domain/stockBook/entryKind.ts'
import { stockEntryTable } from '../../domain/stockBook/entryTable.ts'
import { stockEntries, stockEntriesExport, type StockEntryRow } from '../../domain/stockBook/operations.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Cell } from '../look/Cell.tsx'
import { Page } from '../look/Page.tsx'
import { documentHref } from '../places.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { TableList } from '../table/TableList.tsx'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What came into the stores and left them, each with the document that did it. */
export default function StockEntries() {
  const mayExport = useAllowed()('cslocstock:export')
  return (
    <Page scroll={false}>
      <TableList<StockEntryRow>
        table={stockEntryTable}
        list={stockEntries}
        searched={t('耗材名称、编码、单号')}
        card={(row) => <EntryCell row={row} />}
        onOpen={openDocument}
        cell={cellOf}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && <ExportButton operation={stockEntriesExport} title={t(stockEntryTable.title)} asked={query} columns={columns} />
        }
        empty={{ title: t('没有收发记录'), text: t('耗材入库、领用、退库、调拨和调整后，每一笔都会出现在这里。') }}
      />
    </Page>
  )
}

const openDocument = ({ documentKind, documentId }: StockEntryRow) => goHref(documentHref(documentKind, documentId))

const kindTitles: Readonly<Record<string, StockEntryKind>> = stockEntryKinds
const accountTitles: Readonly<Record<string, string>> = stockAccounts

const kindWords = (kind: string): string => t(kindTitles[kind]?.title ?? kind)

const cellOf = (row: StockEntryRow, key: string) => {
  if (key === 'kind') return kindWords(row.kind)
  if (key === 'standing') return t(accountTitles[row.standing] ?? row.standing)
  if (key === 'locName') return placeWords(row)
  return undefined
}

const placeWords = ({ locName, ...row }: StockEntryRow): string =>
  row.standing === 'transit' ? t('{place}（在途）', { place: locName ?? '' }) : (locName ?? '')

const EntryCell = ({ row }: { row: StockEntryRow }) => {
  const { netQuantity, unit } = row
  const isGone = netQuantity.startsWith('-')
  return (
    <Cell
      title={row.goodsName}
      text={[row.movedOn, kindWords(row.kind), placeWords(row), row.documentCode].join(' · ')}
      value={
        <span className={`tabular-nums font-semibold ${isGone ? '' : 'text-good'}`}>
          {isGone ? '−' : '+'}
          {netQuantity.replace('-', '')} {unit}
        </span>
      }
      onPress={() => openDocument(row)}
    />
  )
}
