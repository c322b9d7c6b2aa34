import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { stockExports } from '../../../domain/tables/exportOperations.ts'
import { stockList } from '../../../domain/records/operations.ts'
import { stockTable } from '../../../domain/records/stockTable.ts'
import { isEither, type Where } from '../../../domain/tables/view.ts'
import type { Id } from '../../../kernel/id.ts'
import { ExportChosen } from '../../bulk/ExportChosen.tsx'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Page } from '../../look/Page.tsx'
import { Picture } from '../../look/Picture.tsx'
import { Tag } from '../../look/Tag.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { ExportButton } from '../../forms/ExportButton.tsx'
import { StockCard, type StockRow } from '../../records/StockCard.tsx'
import { editPathOfKind } from '../../places.ts'
import { useWide } from '../../screen.ts'
import { isChosen } from '../../table/choice.ts'
import { tabOf } from '../../table/filter/conditions.ts'
import { useLooking } from '../../table/tableLook.ts'
import type { Selection } from '../../table/selection.ts'
import { TableList } from '../../table/TableList.tsx'
import { go, goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** Consumables in stock, by place. What runs low is bought: all that is asked for, or what is chosen. */
export default function Stock() {
  const wide = useWide()
  const isAllowed = useAllowed()
  const { where = [] } = useLooking(stockTable, undefined).view
  const panel = usePanel<StockRow>(({ id }) => ({ what: 'stock', id }))
  const { onOpen } = panel.table
  const mayBuy = isAllowed('cspurchaseorder:save')
  const mayExport = isAllowed('cslocstock:export')
  const isLow = tabOf(where, 'low') === 'yes'
  const buysAll = mayBuy && isLow && panel.rows.length > 0
  const buyAll = () => goHref(hrefToBuy({ locId: placeIn(where) }))
  return (
    <Beside panel={panel}>
      <Page
        scroll={false}
        right={
          buysAll &&
          wide && (
            <Button size="small" icon={ShoppingCart} onClick={buyAll}>
              {t('采购补货')}
            </Button>
          )
        }
        bottom={
          buysAll &&
          !wide && (
            <Button size="large" wide icon={ShoppingCart} onClick={buyAll}>
              {t('采购补货')}
            </Button>
          )
        }
      >
        <TableList<StockRow>
          table={stockTable}
          list={stockList}
          tabs="low"
          searched={t('耗材名称、编码')}
          cell={cellOf}
          card={(row) => <StockCard row={row} onPress={() => onOpen(row)} />}
          {...panel.table}
          selectable={mayBuy || mayExport}
          bulk={(selection) => (
            <>
              {mayExport && <ExportChosen {...stockExport()} selection={selection} />}
              {mayBuy && <BuyChosen selection={selection} rows={panel.rows} />}
            </>
          )}
          tools={({ asked, columns }) => mayExport && <ExportButton {...stockExport()} asked={asked} columns={columns} />}
          empty={{
            title: t('还没有库存'),
            text: t('耗材入库后会出现在这里。'),
            action: { label: t('耗材入库'), onPress: () => go('/pages/consumables/CsInstockOrder/csinstockorder-pedit', {}) },
          }}
        />
      </Page>
    </Beside>
  )
}

const stockExport = () => ({ operation: stockExports.export, title: t('耗材库存') })

/** Its picture before its name; what runs low in its colour. */
const cellOf = ({ goodsName, goodsImage, available, low }: StockRow, key: string) => {
  switch (key) {
    case 'goodsName':
      return (
        <span className="flex min-w-0 items-center gap-2.5">
          <Picture src={goodsImage ?? undefined} alt="" className="table-picture" />
          <span className="truncate">{goodsName}</span>
        </span>
      )
    case 'available':
      return low ? <span className="font-medium text-bad">{available}</span> : undefined
    case 'low':
      return low ? <Tag tone="bad">{t('低库存')}</Tag> : ''
    default:
      return undefined
  }
}

/** The one place that a question asks for. */
const placeIn = (where: Where): Id | undefined => {
  const locationTerms = where.filter((term) => !isEither(term) && term.key === 'locId')
  const [only] = locationTerms
  return locationTerms.length === 1 && only && !isEither(only) && only.is === 'in' && only.value?.length === 1 ? only.value[0] : undefined
}

/** A purchase of what runs low: of these supplies, in this place; of all of them in all places where nothing is said. */
const hrefToBuy = ({ goodsIds = [], locId }: { goodsIds?: readonly Id[]; locId: Id | undefined }): string =>
  hrefOf(editPathOfKind('CsPurchaseOrder'), {
    restock: '1',
    ...(goodsIds.length > 0 && { items: goodsIds.join(',') }),
    ...(locId && { locId }),
  })

/** Buys what of the chosen runs low, as much as one purchase takes. */
const BuyChosen = ({ selection, rows }: { selection: Selection; rows: readonly StockRow[] }) => {
  const [busy, setBusy] = useState(false)
  const loadedRows = rows.filter(({ id }) => isChosen(selection, id))
  const low = loadedRows.filter((row) => row.low)
  const areLoaded = loadedRows.length >= selection.count
  const buy = async () => {
    const chosenLow = areLoaded ? low : await lowOf(selection)
    if (chosenLow.length === 0) return toast(t('所选的耗材库存充足'))
    const [place, ...others] = new Set(chosenLow.map(({ locId }) => locId))
    goHref(hrefToBuy({ goodsIds: [...new Set(chosenLow.map(({ goodsId }) => goodsId))], locId: others.length === 0 ? place : undefined }))
  }
  const press = async () => {
    setBusy(true)
    try {
      await buy()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const enough = loadedRows.length - low.length
  return (
    <>
      {areLoaded && enough > 0 && <span className="text-small text-quiet">{t('{count}项库存充足', { count: enough })}</span>}
      <Button size="small" icon={ShoppingCart} busy={busy} disabled={areLoaded && low.length === 0} onClick={() => void press()}>
        {t('采购补货')}
      </Button>
    </>
  )
}

/** A purchase takes no more. */
const boughtAtMost = 200

/** What runs low among everything that is asked for but some. */
const lowOf = async ({ asked, ids }: Selection): Promise<readonly StockRow[]> => {
  const { list } = await call(stockList, { ...asked, low: true, pageSize: boughtAtMost + ids.size })
  return list.filter(({ id }) => !ids.has(id)).slice(0, boughtAtMost)
}
