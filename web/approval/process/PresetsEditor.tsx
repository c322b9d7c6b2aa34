import { ArrowDown, ArrowUp, Check, type LucideIcon, Pencil, Plus, RotateCcw, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { presetMaxLength, presetsAtMost, type Verdict } from '../../../domain/approval/flow/presets.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { t } from '../../words.ts'
import { useSavePresets } from './opinionSettings.ts'

type Props = { verdict: Verdict; presets: readonly string[]; own: boolean }

/** Changes a person's usual sentences: added, reworded, removed, in another order. Every change is kept at once. */
export const PresetsEditor = ({ verdict, presets, own }: Props) => {
  const { mutate } = useSavePresets(verdict)
  const [rewording, setRewording] = useState<string>()
  const move = (from: number, to: number) => mutate(presets.toSpliced(from, 1).toSpliced(to, 0, ...presets.slice(from, from + 1)))
  const restore = async () => {
    if (await confirm({ title: t('恢复默认意见?'), text: t('您自己的意见会被替换。') })) mutate(null)
  }
  return (
    <div className="shrink-0">
      {presets.length > 0 && (
        <Card flush className="mb-3">
          {presets.map((words, index) =>
            rewording === words ? (
              <Rewording
                key={words}
                words={words}
                others={presets.toSpliced(index, 1)}
                onDone={(next) => {
                  if (next !== words) mutate(presets.with(index, next))
                  setRewording(undefined)
                }}
                onCancel={() => setRewording(undefined)}
              />
            ) : (
              <PresetRow
                key={words}
                words={words}
                isFirst={index === 0}
                isLast={index === presets.length - 1}
                onReword={() => setRewording(words)}
                onMove={(step) => move(index, index + step)}
                onRemove={() => mutate(presets.toSpliced(index, 1))}
              />
            ),
          )}
        </Card>
      )}
      {presets.length < presetsAtMost ? (
        <NewPreset presets={presets} onAdd={(words) => mutate([...presets, words])} />
      ) : (
        <p className="px-1 text-small text-quiet">{t('最多{max}项', { max: presetsAtMost })}</p>
      )}
      {own && (
        <Button kind="plain" icon={RotateCcw} wide className="mt-2" onClick={() => void restore()}>
          {t('恢复默认意见')}
        </Button>
      )}
    </div>
  )
}

type PresetRowProps = {
  words: string
  isFirst: boolean
  isLast: boolean
  onReword: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One sentence, with what may be done with it. */
const PresetRow = ({ words, isFirst, isLast, onReword, onMove, onRemove }: PresetRowProps) => (
  <div className="flex items-center border-b border-line last:border-transparent">
    <button
      type="button"
      aria-label={t('修改{name}', { name: words })}
      onClick={onReword}
      className="pressable flex min-h-12 min-w-0 flex-1 items-center gap-2 py-2.5 pl-4 pr-1 text-left"
    >
      <span className="min-w-0 break-words text-body">{words}</span>
      <Pencil size={14} className="shrink-0 text-faint" aria-hidden />
    </button>
    <Move icon={ArrowUp} label={t('上移')} able={!isFirst} onMove={() => onMove(-1)} />
    <Move icon={ArrowDown} label={t('下移')} able={!isLast} onMove={() => onMove(1)} />
    <IconButton icon={Trash2} label={t('移除{name}', { name: words })} onClick={onRemove} {...small} />
  </div>
)

/** Another sentence, where none is the same. */
const NewPreset = ({ presets, onAdd }: { presets: readonly string[]; onAdd: (words: string) => void }) => {
  const [added, setAdded] = useState('')
  const twice = presets.includes(added.trim())
  const add = () => {
    const words = added.trim()
    if (words === '' || twice) return
    onAdd(words)
    setAdded('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Card flush className="mb-3">
        <TextField
          label={t('新的意见')}
          value={added}
          onChange={setAdded}
          maxLength={presetMaxLength}
          enterKeyHint="done"
          error={twice ? t('已有相同的意见') : undefined}
        />
      </Card>
      <Button type="submit" kind="secondary" icon={Plus} wide disabled={added.trim() === '' || twice}>
        {t('添加')}
      </Button>
    </form>
  )
}

/** Stays where the keyboard is when there is nowhere left to go. */
const Move = ({ icon, label, able, onMove }: { icon: LucideIcon; label: string; able: boolean; onMove: () => void }) => (
  <IconButton
    icon={icon}
    iconSize={18}
    label={label}
    aria-disabled={!able}
    className={able ? 'text-quiet' : 'cursor-default! text-quiet opacity-40'}
    onClick={() => able && onMove()}
  />
)

const small = { iconSize: 18, className: 'text-quiet' }

type RewordingProps = { words: string; others: readonly string[]; onDone: (words: string) => void; onCancel: () => void }

const Rewording = ({ words, others, onDone, onCancel }: RewordingProps) => {
  const [text, setText] = useState(words)
  const row = useRef<HTMLDivElement>(null)
  const next = text.trim()
  const twice = others.includes(next)
  useEffect(() => row.current?.querySelector('textarea')?.focus(), [])
  return (
    <div ref={row} className="flex items-end border-b border-line last:border-transparent">
      <div className="min-w-0 flex-1">
        <TextArea
          label={t('修改意见')}
          value={text}
          onChange={setText}
          max={presetMaxLength}
          lines={1}
          error={twice ? t('已有相同的意见') : undefined}
        />
      </div>
      <IconButton icon={X} label={t('取消')} onClick={onCancel} {...small} />
      <IconButton
        icon={Check}
        label={t('保存')}
        disabled={next === '' || twice}
        onClick={() => onDone(next)}
        iconSize={20}
        className="text-accent-strong"
      />
    </div>
  )
}
