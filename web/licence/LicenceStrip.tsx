import { Eye } from 'lucide-react'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { overWords } from './overWords.ts'

/** Says above every screen that it can be looked at only, and leads to what can be done about it. */
export default function LicenceStrip() {
  const { licence } = useSession()
  return (
    <button
      type="button"
      onClick={() => go('/pages/common/vipTimeout')}
      className="flex min-h-11 w-full shrink-0 items-center justify-center gap-2 bg-warn-soft px-4 pt-safe text-small text-warn"
    >
      <Eye size={16} className="shrink-0" aria-hidden />
      <span className="py-2">{t('{why}，只能查看和导出', { why: t(overWords(licence).title) })}</span>
      <span className="shrink-0 font-medium underline">{t('怎么办')}</span>
    </button>
  )
}
