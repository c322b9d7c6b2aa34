import { documentKind } from '../../domain/documents/all.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { type LineRow, lineLists } from '../../domain/documents/lineOperations.ts'
import { type LineArea, linedKinds, lineTables, lineTableWithOwn } from '../../domain/documents/lineTable.ts'
import { lineExports } from '../../domain/tables/exportOperations.ts'
import { valuesInList, severalWords } from '../../domain/documents/ownValuesOfSeveral.ts'
import { wordsOf } from '../../kernel/fields/kinds.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { ExportButton } from '../forms/ExportButton.tsx'
import { Page } from '../look/Page.tsx'
import { Beside } from '../panel/Beside.tsx'
import { usePanel } from '../panel/usePanel.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { when } from '../shell/when.ts'
import type { Table } from '../../domain/tables/define.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { TableList } from '../table/TableList.tsx'
import { t } from '../words.ts'

/** The lines of all documents of an area: each opens its document. */
export const LineList = ({ area }: { area: LineArea }) => {
  const isAllowed = useAllowed()
  const panel = usePanel<LineRow>(({ kind, documentId }) => ({ what: kind, id: documentId }))
  const mayExport = linedKinds[area].some((kind) => isAllowed(`${codeOf(kind)}:export`))
  const table = useLineTable(area)
  const title = t(table.title)
  return (
    <Beside panel={panel}>
      <Page scroll={false}>
        <TableList<LineRow>
          table={table}
          list={lineLists[area]}
          picture={false}
          searched={t('单号、物品、人员')}
          cell={(row, key) => severalCell(row, key, table)}
          card={(row) => <LineCard row={row} area={area} onPress={() => panel.table.onOpen(row)} />}
          {...panel.table}
          tools={({ asked: query, columns }) =>
            mayExport && <ExportButton operation={lineExports[area]} asked={query} columns={columns} title={title} />
          }
          empty={{ title: t('还没有单据明细'), text: t('单据提交后，每一行都会出现在这里。') }}
        />
      </Page>
    </Beside>
  )
}

/** What several assets of a line have: their codes, or their different values; undefined where the line has one value. */
const severalCell = (row: LineRow, key: string, { columns }: Table): string | undefined => {
  if (key === 'assetId') return row.assetCodes && severalWords(row.assetCodes, { atMost: valuesInList, say: t, wordsOf: (code) => code })
  const control = columns[key]?.control
  const different = row.differentValues?.[key]
  if (!different || !control) return undefined
  const wordsOfValue = (value: unknown) => wordsOf(control, value, { say: t, nameOf: (id) => row.names[id] ?? '' })
  return severalWords(different, { atMost: valuesInList, say: t, wordsOf: wordsOfValue })
}

/** The table of an area with the own fields of assets that documents show. */
const useLineTable = (area: LineArea): Table => {
  const assetKind = useRecordKind('asset', area === 'goods')
  return assetKind ? lineTableWithOwn(area, assetKind) : lineTables[area]
}

const LineCard = ({ row, area, onPress }: { row: LineRow; area: LineArea; onPress: () => void }) => {
  const { names, quantity, movedQuantity, unit } = row
  const nameOf = (id: string | null) => (id === null ? undefined : names[id])
  const assetWords = severalCell(row, 'assetId', lineTables[area])
  const amount = row.movedCost ?? row.amount ?? row.charge
  return (
    <button type="button" onClick={onPress} className="pressable flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body font-medium">{nameOf(row.assetId) ?? nameOf(row.goodsId) ?? assetWords ?? row.code}</span>
        <span className="block truncate text-small text-quiet">
          {[t(documentKind(row.kind)?.title ?? ''), nameOf(row.deptId), nameOf(row.subjectUid), assetWords].filter(Boolean).join(' · ')}
        </span>
        <span className="block truncate text-tiny text-faint">
          {[row.code, row.submittedAt && when(row.submittedAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className="text-body font-semibold">{(area === 'consumables' ? movedQuantity : null) ?? quantity}</span>
        <span className="ml-0.5 text-small text-quiet">{unit}</span>
        {amount !== null && <span className="block text-small text-quiet">{moneyWords(amount)}</span>}
      </span>
    </button>
  )
}
