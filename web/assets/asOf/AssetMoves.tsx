import { assetMoves, type AssetMoveRow } from '../../../domain/records/asOf/asOfOperations.ts'
import { assetMoveTable } from '../../../domain/records/asOf/asOfTable.ts'
import { registerExports } from '../../../domain/tables/exportOperations.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Page } from '../../look/Page.tsx'
import { documentHref } from '../../places.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { TableList } from '../../table/TableList.tsx'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** Where assets came from and went to, the newest first: of one of them, of a person, of a place, or of all. */
export default function AssetMoves() {
  const mayExport = useAllowed()('gsgoodsinstance:export')
  return (
    <Page scroll={false}>
      <TableList<AssetMoveRow>
        table={assetMoveTable}
        list={assetMoves}
        searched={t('资产名称、编码、单号')}
        card={(row) => <MoveCell row={row} />}
        onOpen={openDocument}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && <ExportButton operation={registerExports.moves} title={t(assetMoveTable.title)} asked={query} columns={columns} />
        }
        empty={{ title: t('没有流转记录'), text: t('资产入库、发放、归还、调拨后，每一次都会出现在这里。') }}
      />
    </Page>
  )
}

const openDocument = ({ documentKind, documentId }: AssetMoveRow) => goHref(documentHref(documentKind, documentId))

const MoveCell = ({ row }: { row: AssetMoveRow }) => (
  <Cell
    title={row.assetName}
    text={
      <>
        <span className="block">
          {row.from} → {row.to}
        </span>
        <span className="block text-faint">{[row.movedOn, row.documentCode, row.actorName].filter(Boolean).join(' · ')}</span>
      </>
    }
    onPress={() => openDocument(row)}
  />
)
