import { ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { IconButton } from '../../look/IconButton.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextField } from '../../look/TextField.tsx'
import { t } from '../../words.ts'
import { keepPresets, presetsAtMost, presetsOf, type Verdict } from './presets.ts'

/** One's own usual sentences, to take with a tap, and the sheet to change them. */
export const Presets = ({ verdict, onTake }: { verdict: Verdict; onTake: (words: string) => void }) => {
  const [presets, setPresets] = useState(() => presetsOf(verdict))
  const [editing, setEditing] = useState(false)
  const [added, setAdded] = useState('')
  const change = (next: readonly string[]) => {
    keepPresets(verdict, next)
    setPresets(next)
  }
  const add = () => {
    const words = added.trim()
    setAdded('')
    if (words && !presets.includes(words)) change([...presets, words].slice(0, presetsAtMost))
  }
  return (
    <div className="plain-scrollbar flex gap-2 overflow-x-auto px-4 py-2.5">
      {presets.map((words) => (
        <button
          key={words}
          type="button"
          onClick={() => onTake(t(words))}
          className="h-9 max-w-60 shrink-0 truncate rounded-full bg-sunken px-3.5 text-small text-quiet transition active:opacity-60"
        >
          {t(words)}
        </button>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setEditing(true)}
        className="flex h-9 shrink-0 items-center gap-1 rounded-full px-3 text-small text-accent-strong"
      >
        <Pencil size={14} aria-hidden />
        {t('常用意见')}
      </button>
      <Sheet open={editing} onClose={() => setEditing(false)} title={t('常用意见')}>
        <Card flush className="mb-3 shrink-0">
          {presets.map((words, index) => (
            <div key={words} className="flex items-center border-b border-line last:border-transparent">
              <span className="min-w-0 flex-1 break-words py-3 pl-4 text-body">{t(words)}</span>
              {index > 0 && (
                <IconButton
                  icon={ArrowUp}
                  iconSize={18}
                  label={t('上移')}
                  className="text-quiet"
                  onClick={() => change(presets.toSpliced(index, 1).toSpliced(index - 1, 0, words))}
                />
              )}
              <IconButton
                icon={Trash2}
                iconSize={18}
                label={t('移除{name}', { name: t(words) })}
                className="mr-1 text-quiet"
                onClick={() => change(presets.toSpliced(index, 1))}
              />
            </div>
          ))}
          {presets.length < presetsAtMost && <TextField label={t('新的意见')} value={added} onChange={setAdded} maxLength={100} />}
        </Card>
        {presets.length < presetsAtMost && (
          <Button kind="secondary" icon={Plus} wide disabled={added.trim() === ''} onClick={add}>
            {t('添加')}
          </Button>
        )}
      </Sheet>
    </div>
  )
}
