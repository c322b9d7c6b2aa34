import type { stockList } from '../../domain/records/operations.ts'
import type { RowOf } from '../pages.ts'
import { Picture } from '../look/Picture.tsx'
import { Tag } from '../look/Tag.tsx'
import { t } from '../words.ts'

export type StockRow = RowOf<typeof stockList>

/** How much of one consumable lies in one place. */
export const StockCard = ({ row, onPress, byPlace }: { row: StockRow; onPress?: () => void; byPlace?: boolean }) => {
  const Row = onPress ? 'button' : 'div'
  return (
    <Row
      {...(onPress ? { type: 'button' as const, onClick: onPress } : {})}
      className={`flex min-h-16 w-full items-center gap-3 px-4 py-3 text-left ${onPress ? 'pressable' : ''}`}
    >
      {!byPlace && <Picture src={row.goodsImage ?? undefined} alt="" className="size-13" />}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body font-medium">{byPlace ? row.locName : row.goodsName}</span>
        <span className="block truncate text-small text-quiet">
          {(byPlace ? [row.minStock && t('最低 {count}', { count: row.minStock })] : [row.goodsCode, row.spec, row.locName])
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="shrink-0 text-right">
        <span className={`text-large font-semibold ${row.low ? 'text-bad' : ''}`}>{row.available}</span>
        <span className="ml-0.5 text-small text-quiet">{row.unit}</span>
        <span className="block text-tiny text-faint">
          {row.low && <Tag tone="bad">{t('低库存')}</Tag>}
          {!row.low && row.reserved !== '0' && t('另有 {count} 已预留', { count: row.reserved })}
        </span>
      </span>
    </Row>
  )
}
