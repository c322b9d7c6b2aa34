import { ArrowRight, MinusCircle, MoveVertical, PencilLine, PlusCircle, Type, type LucideIcon } from 'lucide-react'
import type { Difference } from '../../../../domain/approval/design/difference.ts'
import { t } from '../../../words.ts'

/** One thing that is different, with what it was and what it is. */
export const DifferenceRow = ({ row: { change, label, from, to } }: { row: Difference }) => {
  const { icon: Icon, tone, words } = changeLooks[change]
  return (
    <li className="flex gap-3 border-b border-line px-4 py-2.5 last:border-none">
      <Icon size={18} className={`mt-0.5 shrink-0 ${tone}`} aria-hidden />
      <div className="min-w-0 flex-1 text-body">
        <p className="text-small text-quiet">{change === 'set' ? label : t(words)}</p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2">
          {from && <span className={change === 'added' ? '' : 'text-quiet line-through decoration-faint'}>{from}</span>}
          {from && to && <ArrowRight size={14} className="text-faint" aria-label={t('改为')} />}
          {to && <span className={change === 'set' ? 'font-medium' : ''}>{to}</span>}
          {!from && !to && change === 'set' && t('无')}
        </p>
      </div>
    </li>
  )
}

const changeLooks: Readonly<Record<Difference['change'], { icon: LucideIcon; tone: string; words: string }>> = {
  added: { icon: PlusCircle, tone: 'text-good', words: '新增了' },
  removed: { icon: MinusCircle, tone: 'text-bad', words: '删除了' },
  moved: { icon: MoveVertical, tone: 'text-accent-strong', words: '移动' },
  renamed: { icon: Type, tone: 'text-accent-strong', words: '改名' },
  set: { icon: PencilLine, tone: 'text-warn', words: '修改' },
}
