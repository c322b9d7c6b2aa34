import { ArrowUp, ListPlus, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { optionsMax } from '../../../../kernel/fields/choice.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { TextArea } from '../../../look/fields/TextArea.tsx'
import { t } from '../../../words.ts'

type Option = { value: string; label: string }
type Props = { options: readonly Option[]; onChange: (options: Option[], isTyping?: boolean) => void }

/** The options of a choice, one by one or all as lines of text. An option that is only called otherwise stays the same option. */
export const OptionsEditor = ({ options, onChange }: Props) => {
  const [text, setText] = useState<string>()
  const add = () => onChange([...options, { value: freshValue(options), label: t('选项{n}', { n: options.length + 1 }) }])
  return (
    <>
      <Card flush>
        <ul>
          {options.map((option, index) => (
            <OptionRow
              key={option.value}
              option={option}
              number={index + 1}
              onRename={(label) => onChange(options.with(index, { ...option, label }), true)}
              onEnter={() => options.length < optionsMax && add()}
              onMoveUp={() => onChange(options.toSpliced(index, 1).toSpliced(index - 1, 0, option))}
              onRemove={() => onChange(options.toSpliced(index, 1))}
            />
          ))}
        </ul>
        <div className="flex">
          <button
            type="button"
            disabled={options.length >= optionsMax}
            onClick={add}
            className="pressable flex min-h-12 flex-1 items-center gap-1.5 px-4 text-body text-accent-strong disabled:opacity-45"
          >
            <Plus size={18} aria-hidden />
            {t('添加选项')}
          </button>
          <button
            type="button"
            onClick={() => setText(options.map(({ label }) => label).join('\n'))}
            className="pressable flex min-h-12 items-center gap-1.5 px-4 text-body text-quiet"
          >
            <ListPlus size={18} aria-hidden />
            {t('批量编辑')}
          </button>
        </div>
      </Card>
      <Sheet
        open={text !== undefined}
        onClose={() => setText(undefined)}
        title={t('批量编辑选项')}
        footer={
          <Button
            wide
            onClick={() => {
              onChange(optionsFrom(text ?? '', options))
              setText(undefined)
            }}
          >
            {t('完成')}
          </Button>
        }
      >
        <Card flush>
          <TextArea label={t('每行一个选项')} value={text ?? ''} onChange={setText} max={optionsMax * 41} lines={12} />
        </Card>
      </Sheet>
    </>
  )
}

type OptionRowProps = {
  option: Option
  number: number
  onRename: (label: string) => void
  onEnter: () => void
  onMoveUp: () => void
  onRemove: () => void
}

const OptionRow = ({ option, number, onRename, onEnter, onMoveUp, onRemove }: OptionRowProps) => (
  <li className="flex items-center border-b border-line pl-4 last:border-transparent">
    <input
      aria-label={t('选项{n}', { n: number })}
      value={option.label}
      maxLength={40}
      placeholder={t('选项名称')}
      onChange={(event) => onRename(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      className="h-12 min-w-0 flex-1 bg-transparent text-input outline-none"
    />
    <button
      type="button"
      aria-label={t('上移')}
      disabled={number === 1}
      onClick={onMoveUp}
      className="flex size-11 shrink-0 items-center justify-center text-faint active:opacity-60 disabled:opacity-30"
    >
      <ArrowUp size={16} aria-hidden />
    </button>
    <button
      type="button"
      aria-label={t('移除{name}', { name: option.label })}
      onClick={onRemove}
      className="flex size-11 shrink-0 items-center justify-center text-faint active:opacity-60"
    >
      <X size={16} aria-hidden />
    </button>
  </li>
)

const freshValue = (options: readonly Option[]): string => {
  const takenValues = new Set(options.map(({ value }) => value))
  let n = options.length + 1
  while (takenValues.has(`option${n}`)) n += 1
  return `option${n}`
}

/** Each line once; what is called as before is the option it was. */
const optionsFrom = (text: string, before: readonly Option[]): Option[] =>
  [...new Set(text.split('\n').map((line) => line.trim().slice(0, 40)))]
    .filter(Boolean)
    .slice(0, optionsMax)
    .reduce<Option[]>((options, label) => {
      const existing = before.find((option) => option.label === label)
      return [...options, existing ?? { value: freshValue([...before, ...options]), label }]
    }, [])
