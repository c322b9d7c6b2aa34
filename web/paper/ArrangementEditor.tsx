import { ArrowUp } from 'lucide-react'
import { type Arrangement, arrangedKeys } from '../../domain/paper/slipTemplate.ts'
import { Section } from '../look/Card.tsx'
import { CheckBox } from '../look/fields/CheckBox.tsx'
import { t } from '../words.ts'

type Props = {
  title: string
  labels: Readonly<Record<string, string>>
  arrangement: Arrangement
  onChange: (arrangement: Arrangement) => void
}

/** Which of some fields are printed, and in which order. */
export const ArrangementEditor = ({ title, labels, arrangement, onChange }: Props) => {
  const items = arrangedKeys(arrangement, Object.keys(labels))
  return (
    <Section title={title}>
      <ul>
        {items.map((item, index) => {
          const label = t(labels[item.key] ?? item.key)
          return (
            <li key={item.key} className="flex items-center border-b border-line pl-4 last:border-transparent">
              <label className="flex min-h-12 min-w-0 flex-1 cursor-pointer items-center gap-3">
                <CheckBox checked={item.isShown} onChange={() => onChange(items.with(index, { ...item, isShown: !item.isShown }))} />
                <span className="min-w-0 truncate text-body">{label}</span>
              </label>
              <button
                type="button"
                aria-label={t('上移{label}', { label })}
                disabled={index === 0}
                onClick={() => onChange(items.toSpliced(index, 1).toSpliced(index - 1, 0, item))}
                className="pressable flex size-12 shrink-0 items-center justify-center text-quiet disabled:opacity-30"
              >
                <ArrowUp size={18} aria-hidden />
              </button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
