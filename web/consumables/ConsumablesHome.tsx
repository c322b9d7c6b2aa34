import { Archive, TriangleAlert, Warehouse } from 'lucide-react'
import { recordOperations, stockList } from '../../domain/records/operations.ts'
import { consumable } from '../../domain/records/consumable.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { StockCard } from '../records/StockCard.tsx'
import { Tile } from '../workbench/Tile.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'

const shownLow = 10

/** How the consumables stand: what there is, and what runs low. What is done with them stands on the workbench. */
export default function ConsumablesHome() {
  const kinds = useAsk(recordOperations(consumable).list, { pageSize: 1 }, { keep: true })
  const stock = useAsk(stockList, { pageSize: 1 }, { keep: true })
  const low = useAsk(stockList, { low: true, pageSize: shownLow }, { keep: true })
  return (
    <Page onRefresh={() => Promise.all([kinds.refetch(), stock.refetch(), low.refetch()])}>
      <div className="mb-4 grid grid-cols-3 gap-3">
        <Tile
          title={t('耗材种类')}
          value={kinds.data?.totalCount}
          icon={Archive}
          color="#ff8a00"
          onPress={() => go('/pages/consumables/CsConsum/csconsumlist')}
        />
        <Tile
          title={t('库存记录')}
          value={stock.data?.totalCount}
          icon={Warehouse}
          onPress={() => go('/pages/consumables/CsLocStock/index')}
        />
        <Tile
          title={t('低库存')}
          value={low.data?.totalCount}
          icon={TriangleAlert}
          color="#e5343d"
          alarm={(low.data?.totalCount ?? 0) > 0}
          onPress={() => go('/pages/consumables/CsLocStock/index', { low: '1' })}
        />
      </div>
      {low.data && low.data.list.length > 0 && (
        <Section title={t('需要补货')}>
          {low.data.list.map((row) => (
            <div key={row.id} className="border-b border-line last:border-none">
              <StockCard row={row} onPress={() => go('/pages/consumables/CsLocStock/cslocstock-detail', { id: row.id })} />
            </div>
          ))}
        </Section>
      )}
    </Page>
  )
}
