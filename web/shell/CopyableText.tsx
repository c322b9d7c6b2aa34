import { Copy } from 'lucide-react'
import { t } from '../words.ts'
import { copyText } from './copyText.ts'

/** A number, code or name on a detail screen, which one press copies. */
export const CopyableText = ({ text }: { text: string }) => (
  <button
    type="button"
    onClick={() => void copyText(text)}
    title={t('复制')}
    className="pressable reach inline-flex max-w-full items-center gap-1 rounded-chip text-left align-baseline"
  >
    <span className="min-w-0 break-words [overflow-wrap:anywhere]">{text}</span>
    <Copy size={13} className="shrink-0 text-faint" aria-hidden />
  </button>
)
