import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Verdict } from '../../../domain/approval/flow/presets.ts'
import { Bone } from '../../look/Skeleton.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'
import { useOpinionSettings } from './opinionSettings.ts'
import { PresetsEditor } from './PresetsEditor.tsx'

/** One's own usual sentences, to take with a tap, and the sheet to change them. */
export const Presets = ({ verdict, onTake }: { verdict: Verdict; onTake: (words: string, presets: readonly string[]) => void }) => {
  const { data, isPending } = useOpinionSettings()
  const [isEditing, setEditing] = useState(false)
  return (
    <div className="flex items-center">
      <div className="plain-scrollbar flex min-w-0 gap-2 overflow-x-auto py-2.5 pl-4">
        {isPending && ['w-16', 'w-36', 'w-28'].map((width) => <Bone key={width} className={`h-9 shrink-0 rounded-full! ${width}`} />)}
        {data?.presets[verdict].map((words) => (
          <button
            key={words}
            type="button"
            title={words}
            onClick={() => onTake(words, data.presets[verdict])}
            className="reach h-9 max-w-60 shrink-0 rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60"
          >
            <span className="block truncate">{words}</span>
          </button>
        ))}
      </div>
      {data && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setEditing(true)}
          className="reach mr-1 flex h-9 shrink-0 items-center gap-1 rounded-full px-3 text-small text-accent-strong"
        >
          <Pencil size={14} aria-hidden />
          {t('常用意见')}
        </button>
      )}
      <Sheet open={isEditing} onClose={() => setEditing(false)} title={t('常用意见')}>
        {data && <PresetsEditor verdict={verdict} presets={data.presets[verdict]} own={data.own[verdict]} />}
      </Sheet>
    </div>
  )
}
