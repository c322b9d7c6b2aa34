import { ChevronRight } from 'lucide-react'
import { isCardNoun } from '../../domain/cards/cards.ts'
import { Picture } from '../look/Picture.tsx'
import { Tag } from '../look/Tag.tsx'
import { goHref } from '../travel.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { useCard } from './card.ts'

/** What a conversation is about and how it stands now, above what is said; a tap leads there. Nothing where it is about nothing that has a card. */
export const SubjectLine = ({ noun, id }: { noun: string; id: string }) => (isCardNoun(noun) ? <Line noun={noun} id={id} /> : null)

const Line = ({ noun, id }: { noun: Parameters<typeof useCard>[0]['noun']; id: string }) => {
  const { data } = useCard({ noun, id }, true)
  if (data?.t !== 'card') return null
  const { icon, label, title, state, link } = data.card
  return (
    <button
      type="button"
      onClick={() => goHref(link)}
      className="pressable flex w-full shrink-0 items-center gap-3 border-b border-line bg-card px-4 py-2.5 text-left"
    >
      <Picture alt="" icon={menuIcon(icon)} className="size-8" />
      <span className="min-w-0 flex-1 truncate text-body">
        <span className="text-quiet">{label}</span> {title}
      </span>
      {state && <Tag tone={state.tone}>{state.text}</Tag>}
      <ChevronRight size={18} className="shrink-0 text-faint" aria-hidden />
    </button>
  )
}
