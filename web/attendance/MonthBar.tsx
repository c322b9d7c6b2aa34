import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addDays } from '../../kernel/day.ts'
import { IconButton } from '../look/IconButton.tsx'
import { language, t } from '../words.ts'

/** A month with the ways to the one before and the one after. */
export const MonthBar = ({ month, onChange }: { month: string; onChange: (month: string) => void }) => (
  <div className="flex min-h-11 items-center gap-1">
    <h2 className="flex-1 px-1 text-title font-semibold" aria-live="polite">
      {monthWords(month)}
    </h2>
    <IconButton icon={ChevronLeft} label={t('上个月')} onClick={() => onChange(addDays(`${month}-01`, -1).slice(0, 7))} />
    <IconButton icon={ChevronRight} label={t('下个月')} onClick={() => onChange(addDays(`${month}-01`, 31).slice(0, 7))} />
  </div>
)

const monthWords = (month: string): string =>
  new Intl.DateTimeFormat(language() === 'en' ? 'en' : 'zh-CN', { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
