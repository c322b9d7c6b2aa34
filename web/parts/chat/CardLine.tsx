import { IdCard } from 'lucide-react'
import type { CardNoun } from '../../../domain/cards/cards.ts'
import { cardRead } from '../../../domain/operations/cards.ts'
import { useAsk } from '../../ask.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** A thing of ours as its reader may see it now; a tap opens it. */
export const CardLine = ({ noun, id, kind }: { noun: string; id: string; kind?: string | undefined }) => {
  const { data } = useAsk(cardRead, { cards: [{ noun: noun as CardNoun, id, ...(kind && { kind }) }] }, { staleMs: 30_000 })
  const answer = data?.[0]
  const card = answer?.t === 'card' ? answer.card : undefined
  return (
    <button
      type="button"
      disabled={!card}
      onClick={() => card && goHref(card.link)}
      className="pressable flex w-64 max-w-full items-center gap-3 rounded-card bg-card p-3 text-left shadow-lift"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent-strong">
        <IdCard size={24} strokeWidth={1.8} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 text-body font-medium">{card?.title ?? (answer ? t('您看不到这项内容') : t('[卡片]'))}</span>
        {card && <span className="block truncate text-small text-quiet">{[card.label, card.state?.text].filter(Boolean).join(' · ')}</span>}
      </span>
    </button>
  )
}
