import { ArrowRight, PencilLine } from 'lucide-react'
import type { Change } from '../../../domain/approval/operations/approving.ts'
import { Section } from '../../look/Card.tsx'
import { Tag } from '../../look/Tag.tsx'
import { t } from '../../words.ts'
import { when } from '../../shell/when.ts'

/** What is different in a form from when it was submitted; what the reader has not seen yet stands out. */
export const FormChanges = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <Section title={t('提交后的修改（{count}）', { count: changes.length })}>
      <ul>
        {changes.map((change) => (
          <li key={change.path} className="group/cell px-4">
            <div className="border-b border-line py-3 group-last/cell:border-transparent">
              <p className="flex items-center gap-2 text-small text-quiet">
                <PencilLine size={14} className="shrink-0 text-warn" aria-hidden />
                <span className="min-w-0 flex-1 truncate">{where(change)}</span>
                {change.unseen && <Tag tone="warn">{t('新修改')}</Tag>}
              </p>
              <p className="mt-1 flex flex-wrap items-center gap-x-2 text-body">
                <s className="break-words text-faint">{change.before || t('未填写')}</s>
                <ArrowRight size={14} className="shrink-0 text-faint" aria-label={t('改为')} />
                <span className="break-words font-medium">{change.after || t('未填写')}</span>
              </p>
              <p className="mt-0.5 text-small text-faint">
                {[change.by?.userName, when(change.at), change.reason].filter(Boolean).join(' · ')}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )

const where = ({ row, removed, label }: Change): string => {
  if (row === null) return label
  return removed ? t('已删除的原第{line}行 {label}', { line: row + 1, label }) : t('第{line}行 {label}', { line: row + 1, label })
}

/** The same beside the value itself: what it was before; `named` says of which field. */
export const Before = ({ change, named }: { change: Change | undefined; named?: boolean }) =>
  change && (
    <span
      className={`mt-1 inline-flex ${named ? '' : 'ml-2'} max-w-full items-center gap-1 rounded-chip px-2 py-0.5 text-small ${change.unseen ? 'bg-warn-soft text-warn' : 'bg-sunken text-quiet'}`}
    >
      <PencilLine size={12} className="shrink-0" aria-hidden />
      <span className="min-w-0 truncate">
        {named
          ? t('{label}原为{before}', { label: change.label, before: change.before || t('未填写') })
          : t('原为{before}', { before: change.before || t('未填写') })}
      </span>
    </span>
  )
