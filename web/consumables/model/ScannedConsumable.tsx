import { Pencil, ScanLine } from 'lucide-react'
import { recordOperations, stockList } from '../../../domain/records/operations.ts'
import { consumable } from '../../../domain/records/consumable.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { useAsk } from '../../ask.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Value } from '../../look/Cell.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Picture } from '../../look/Picture.tsx'
import { useAllowed } from '../../shell/useAllowed.ts'
import { FieldValue } from '../../forms/FieldValue.tsx'
import { Gallery } from '../../forms/Gallery.tsx'
import { PrintLabelsButton } from '../../labels/PrintLabelsButton.tsx'
import { recordCodeOf } from '../../../domain/records/code.ts'
import { StockCard } from '../../records/StockCard.tsx'
import { SupplyActions } from '../../records/SupplyActions.tsx'
import { editPathOfNoun } from '../../places.ts'
import { useSearch } from '../../screen.ts'
import { CopyableText } from '../../shell/CopyableText.tsx'
import { go, goHref, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** One consumable: what it is, where how much of it lies, what may be done with it. */
export default function ScannedConsumable() {
  const { goodsId = '' } = useSearch('/pages/consumables/CsConsum/qrscan-detail')
  const isAllowed = useAllowed()
  const { data: row, error, refetch } = useAsk(recordOperations(consumable).info, { id: goodsId })
  const stock = useAsk(stockList, { goodsId, pageSize: 200 })
  if (!row) return <Pending error={error} onRetry={refetch} />
  const pictures = (row['goodsImage'] as string[] | null) ?? []
  const hidden = new Set(['goodsName', 'goodsCode', 'goodsImage'])
  const seesMoves = isAllowed('cslocstock:list')
  return (
    <Page
      onRefresh={() => Promise.all([refetch(), stock.refetch()])}
      right={
        <>
          <PrintLabelsButton noun="consumable" ids={[row.id]} />
          {isAllowed(`${recordCodeOf(consumable)}:save`) && (
            <IconButton
              icon={Pencil}
              label={t('修改')}
              iconSize={20}
              onClick={() => goHref(hrefOf(editPathOfNoun('consumable'), { id: row.id }))}
            />
          )}
        </>
      }
      bottom={
        <Button kind="secondary" size="large" wide icon={ScanLine} onClick={() => replace('/pages/goods/components/scan-qrcode')}>
          {t('继续扫码')}
        </Button>
      }
    >
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Card className="mb-4">
            <div className="flex gap-4">
              {pictures.length > 0 ? <Gallery paths={pictures} className="size-24" /> : <Picture alt="" className="size-24" />}
              <div className="min-w-0 flex-1">
                <p className="text-title font-semibold">
                  <CopyableText text={String(row['goodsName'])} />
                </p>
                <p className="mt-1 text-body text-quiet">
                  <CopyableText text={String(row['goodsCode'])} />
                </p>
              </div>
            </div>
          </Card>
          <SupplyActions goodsId={row.id} />
          <Section title={t('库存')}>
            {stock.data?.list.map((row) => (
              <div key={row.id} className="border-b border-line last:border-none">
                <StockCard
                  row={row}
                  byPlace
                  {...(seesMoves && { onPress: () => go('/pages/consumables/CsLocStock/cslocstock-detail', { id: row.id }) })}
                />
              </div>
            ))}
            {stock.data?.list.length === 0 && <p className="p-6 text-center text-body text-faint">{t('目前没有库存')}</p>}
          </Section>
        </div>
        <Section title={t('耗材档案')}>
          {Object.entries(consumable.fields)
            .filter(([key]) => !hidden.has(key) && !isEmpty(row[key]))
            .map(([key, field]) => (
              <Value key={key} label={t(field.label)}>
                {refersTo(field.control) ? (row.names[String(row[key])] ?? '') : <FieldValue field={field} value={row[key]} />}
              </Value>
            ))}
        </Section>
      </div>
    </Page>
  )
}
