import { type AsOfRow, assetsAsOf } from '../../../domain/records/asOf/asOfOperations.ts'
import { asOfTable } from '../../../domain/records/asOf/asOfTable.ts'
import { assetStates } from '../../../domain/ledger/ledger.ts'
import { registerExports } from '../../../domain/tables/exportOperations.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { Cell } from '../../look/Cell.tsx'
import { Page } from '../../look/Page.tsx'
import { detailHrefOf } from '../../places.ts'
import { useSearch } from '../../screen.ts'
import { today } from '../../shell/dateWords.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { TableList } from '../../table/TableList.tsx'
import { goHref, replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { DayButton } from './DayButton.tsx'

const path = '/pages/goods/GsGoodsInstance/asof'

/** The register as it stood at the end of a day: what a person held, what stood in a place. */
export default function AssetsAsOf() {
  const search = useSearch(path)
  const day = search.day ?? today()
  const mayExport = useAllowed()('gsgoodsinstance:export')
  return (
    <Page scroll={false} right={<DayButton day={day} onChange={(newDay) => replace(path, { ...search, day: newDay })} />}>
      <TableList<AsOfRow>
        table={asOfTable}
        list={assetsAsOf}
        fixed={{ day }}
        searched={t('资产名称、编码')}
        card={(row) => <AsOfCell row={row} />}
        onOpen={openAsset}
        cell={cellOf}
        picture={false}
        tools={({ asked: query, columns }) =>
          mayExport && (
            <ExportButton operation={registerExports.asOf} title={`${t(asOfTable.title)}-${day}`} asked={query} columns={columns} />
          )
        }
        empty={{ title: t('这一天没有这样的资产'), text: t('可以换一个日期，或清除筛选条件；还没有资产时，请先登记或导入。') }}
      />
    </Page>
  )
}

const openAsset = ({ id }: AsOfRow) => goHref(detailHrefOf('asset', id))

const stateTitles: Readonly<Record<string, string>> = assetStates
const stateWords = (state: string): string => t(stateTitles[state] ?? state)

const cellOf = ({ state }: AsOfRow, key: string) => (key === 'state' ? stateWords(state) : undefined)

const AsOfCell = ({ row }: { row: AsOfRow }) => (
  <Cell
    title={row.instanceName}
    text={[row.instanceCode, row.holderName, row.locName, row.deptName].filter(Boolean).join(' · ')}
    value={
      <span className="text-right">
        <span className="block">{stateWords(row.state)}</span>
        {row.value !== null && <span className="block text-small tabular-nums text-quiet">{moneyWords(row.value)}</span>}
      </span>
    }
    onPress={() => openAsset(row)}
  />
)
