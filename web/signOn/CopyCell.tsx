import { Copy } from 'lucide-react'
import { IconButton } from '../look/IconButton.tsx'
import { t } from '../words.ts'
import { copyText } from '../shell/copyText.ts'

/** A text that is to be typed in somewhere else. */
export const CopyCell = ({ label, text }: { label: string; text: string }) => (
  <div className="flex items-center gap-2 py-2 pl-4 pr-2">
    <span className="min-w-0 flex-1">
      <span className="block text-small text-quiet">{label}</span>
      <span className="block break-all font-mono text-small">{text}</span>
    </span>
    <IconButton icon={Copy} iconSize={18} label={t('复制')} onClick={() => void copyText(text)} />
  </div>
)
