import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { stockExport } from '../../../../domain/operations/exports.ts'
import { stockList } from '../../../../domain/operations/records.ts'
import { location } from '../../../../kernel/field.ts'
import type { Id } from '../../../../kernel/id.ts'
import { usePages } from '../../../pages.ts'
import { hrefOf } from '../../../frames.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { type Column, List } from '../../../look/List.tsx'
import { Page } from '../../../look/Page.tsx'
import { SearchBox } from '../../../look/SearchBox.tsx'
import { Tabs } from '../../../look/Tabs.tsx'
import { Tag } from '../../../look/Tag.tsx'
import { useAllowed } from '../../../parts/allowed.ts'
import { ExportButton } from '../../../parts/ExportButton.tsx'
import { FieldControl } from '../../../parts/FieldControl.tsx'
import { moneyWords } from '../../../../kernel/fields/moneyWords.ts'
import { StockCard, type StockRow } from '../../../parts/StockCard.tsx'
import { useScreen } from '../../../screen.ts'
import { editPathOfKind } from '../../../places.ts'
import { go, goHref } from '../../../travel.ts'
import { t } from '../../../words.ts'

const place = location('仓库', { required: 'never' })

/** Consumables in stock, by place. */
export default function Stock() {
  const { search: query } = useScreen()
  const [search, setSearch] = useState('')
  const [locId, setLocId] = useState<Id | ''>(query['locId'] ?? '')
  const [tab, setTab] = useState<'all' | 'low'>(query['low'] ? 'low' : 'all')
  const asked = { ...(search && { likeQuery: search }), ...(locId && { locId }), ...(tab === 'low' && { low: true }) }
  const pages = usePages(stockList, asked, { pageSize: 50 })
  const allowed = useAllowed()
  const mayExport = allowed('cslocstock:export')
  const buys = tab === 'low' && allowed('cspurchaseorder:save') && pages.rows.length > 0
  const open = ({ id }: StockRow) => go('/pages/consumables/CsLocStock/cslocstock-detail', { id })
  return (
    <Page
      scroll={false}
      bottom={
        buys && (
          <Button
            size="large"
            wide
            icon={ShoppingCart}
            onClick={() => goHref(hrefOf(editPathOfKind('CsPurchaseOrder'), { restock: '1', ...(locId && { locId }) }))}
          >
            {t('采购补货')}
          </Button>
        )
      }
      right={mayExport && <ExportButton operation={stockExport} asked={asked} title={t('耗材库存')} />}
      below={
        <>
          <div className="flex px-4 pb-1">
            <SearchBox value={search} onSearch={setSearch} placeholder={t('搜索耗材名称、编码')} />
          </div>
          <Tabs
            label={t('库存')}
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'all', label: t('全部') },
              { value: 'low', label: t('低库存') },
            ]}
          />
        </>
      }
    >
      <List
        pages={pages}
        keyOf={({ id }) => id}
        row={(row) => <StockCard row={row} onPress={() => open(row)} />}
        columns={columns()}
        onOpen={open}
        header={
          <Card flush className="mb-3 wide:max-w-96">
            <FieldControl field={place} value={locId} onChange={(value) => setLocId(String(value))} />
          </Card>
        }
        empty={
          tab === 'low'
            ? { title: t('没有低于最低库存的耗材') }
            : {
                title: t('还没有库存'),
                text: t('耗材入库后会出现在这里。'),
                action: { label: t('耗材入库'), onPress: () => go('/pages/consumables/CsInstockOrder/csinstockorder-pedit', {}) },
              }
        }
      />
    </Page>
  )
}

const columns = (): Column<StockRow>[] => [
  { key: 'name', title: t('耗材名称'), cell: ({ goodsName }) => <span className="font-medium">{goodsName}</span>, width: 'minmax(0,2fr)' },
  { key: 'code', title: t('耗材编码'), cell: ({ goodsCode }) => goodsCode },
  { key: 'spec', title: t('规格'), cell: ({ spec }) => spec },
  { key: 'place', title: t('仓库'), cell: ({ locName }) => locName },
  { key: 'onHand', title: t('在库'), cell: ({ onHand, unit }) => `${onHand} ${unit ?? ''}`, end: true, width: '7rem' },
  { key: 'reserved', title: t('预留'), cell: ({ reserved }) => (reserved === '0' ? '' : reserved), end: true, width: '5rem' },
  { key: 'available', title: t('可用'), cell: ({ available }) => available, end: true, width: '5rem' },
  { key: 'value', title: t('金额'), cell: ({ value }) => moneyWords(value), end: true, width: '8rem' },
  { key: 'low', title: t('状态'), cell: ({ low }) => (low ? <Tag tone="bad">{t('低库存')}</Tag> : null), width: '5rem' },
]
