import { ArrowRight, PackageX, TriangleAlert } from 'lucide-react'
import type { Effect, Effects, LostPiece } from '../../../domain/approval/operations/approving.ts'
import { compare } from '../../../kernel/decimal.ts'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'

/** What one line does to the stock: how much there is and will be, what is missing, and where there is more. */
export const StockEffects = ({ effects, line }: { effects: Effects; line: number }) => {
  const lineEffects = effects.lines.filter((effect) => effect.line === line)
  const lost = effects.lost.filter((piece) => piece.line === line)
  if (lineEffects.length === 0 && lost.length === 0) return null
  return (
    <ul className="space-y-2 px-3 pb-3 tablet:pl-18">
      {lost.map((piece) => (
        <Lost key={piece.asset.id} piece={piece} />
      ))}
      {lineEffects.map((effect) => (
        <Stock key={`${effect.item.id}/${effect.place?.id ?? ''}`} effect={effect} />
      ))}
    </ul>
  )
}

const Stock = ({ effect }: { effect: Effect }) => {
  const { place, of, unit, onHand, reserved, free, freeAfter, short, alternatives } = effect
  const measure = t(unit || '件')
  return (
    <li className={`rounded-control px-3 py-2.5 text-small ${short ? 'bg-bad-soft' : 'bg-sunken'}`}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 flex-1 truncate text-quiet">{place?.name ?? t('各区域合计')}</span>
        <span className="inline-flex items-center gap-1.5 tabular-nums">
          <span className="text-quiet">{of === 'model' ? t('闲置') : t('可用')}</span>
          <span className="font-medium">{free}</span>
          <ArrowRight size={14} className="text-faint" aria-label={t('办理后')} />
          <span className={`font-semibold ${short ? 'text-bad' : ''}`}>{compare(freeAfter, '0') < 0 ? '0' : freeAfter}</span>
          <span className="text-quiet">{measure}</span>
        </span>
        {short && (
          <Tag tone="bad">
            <TriangleAlert size={12} className="mr-1" aria-hidden />
            {t('缺{count}{unit}', { count: short, unit: measure })}
          </Tag>
        )}
      </p>
      {compare(reserved, '0') > 0 && <p className="mt-0.5 text-faint">{t('现有{onHand}，其他单据占用{reserved}', { onHand, reserved })}</p>}
      {alternatives.length > 0 && (
        <p className="mt-1 text-quiet">
          {of === 'model' ? t('闲置在：') : t('其他区域还有：')}
          {alternatives.map((alternative) => `${alternative.place.name} ${alternative.free}`).join(t('，'))}
        </p>
      )}
    </li>
  )
}

const Lost = ({ piece: { asset, words, alternatives } }: { piece: LostPiece }) => (
  <li className="rounded-control bg-bad-soft px-3 py-2.5 text-small">
    <p className="flex items-start gap-2 font-medium text-bad">
      <PackageX size={16} className="mt-0.5 shrink-0" aria-hidden />
      <span>
        {asset.name} {words}
      </span>
    </p>
    {alternatives.length > 0 && (
      <>
        <p className="mt-1 text-quiet">{t('同型号闲置的有：')}</p>
        <ul>
          {alternatives.map((alternative) => (
            <li key={alternative.asset.id}>
              {alternative.asset.name} <span className="text-faint">{alternative.place}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </li>
)
