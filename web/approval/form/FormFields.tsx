import type { FormDesign, FormField, FormItem, FormNote } from '../../../domain/approval/form/formDesign.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { Section } from '../../look/Card.tsx'
import { t } from '../../words.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { OneField } from './OneField.tsx'
import { FormRows } from './FormRows.tsx'
import { askedField, type ChangeForm, type FormValues, isOwn, type ShownForm, useShownForm } from './values.ts'

type Props = {
  design: FormDesign
  values: FormValues
  onChange: ChangeForm
  /** What is wrong, by path: "reason", "lines", "lines.0.price". */
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  /** Tables stay cards on a wide window too: the form stands in a dialog. */
  hasCards?: boolean
}

/**
 * A custom form: what the reader may fill in as controls, the rest for reading. Fields in a row stand in one card, groups under their
 * title, tables by themselves; formulas and what is visible follow what is typed.
 */
export const FormFields = ({ design, values, onChange, problems, access, hasCards = false }: Props) => {
  const shownForm = useShownForm(design, values, access)
  const part = { shown: shownForm, values, onChange, problems, access }
  return (
    <>
      {runsOf(design.items).map((run) => {
        if (run.t === 'table') return <FormRows key={run.key} table={run} hasCards={hasCards} {...part} />
        if (run.t === 'run') return <Run key={run.key} fields={run.fields} {...part} />
        if (!shownForm.sees(run.key)) return null
        if (run.t === 'note') return <Note key={run.key} note={run} />
        return runsOf(run.items).map((inner, index) => {
          const key = `${run.key}/${inner.key}`
          const isFirst = index === 0
          if (inner.t === 'run') return <Run key={key} title={isFirst ? t(run.label) : ''} fields={inner.fields} {...part} />
          if (inner.t === 'table') {
            const title = isFirst ? `${t(run.label)} · ${t(inner.label)}` : t(inner.label)
            return <FormRows key={key} table={inner} title={title} hasCards={hasCards} {...part} />
          }
          return inner.t === 'note' && shownForm.sees(inner.key) ? <Note key={key} note={inner} /> : null
        })
      })}
    </>
  )
}

/** What explains a form to the person who fills it in or reads it. */
export const Note = ({ note: { label, text } }: { note: FormNote }) => (
  <div role="note" className="mb-4 rounded-card bg-accent-soft px-4 py-3">
    {label && <p className="pb-0.5 text-body font-medium">{t(label)}</p>}
    <p className="whitespace-pre-line break-words text-small text-quiet">{t(text)}</p>
  </div>
)

type PartProps = Omit<Props, 'design' | 'hasCards'> & { shown: ShownForm }

const Run = ({ title = '', fields, shown, onChange, problems, access }: PartProps & { title?: string; fields: readonly FormField[] }) => {
  const isOwnField = (field: FormField) => isOwn(access(field.key)) && !field.formula
  const visibleFields = fields.filter((field) => {
    const { key } = field
    if (access(key) === 'hide' || !shown.sees(key)) return false
    return isOwnField(field) || !isEmpty(shown.valueAt(key)) || (field.formula !== undefined && isOwn(access(key)))
  })
  if (visibleFields.length === 0) return null
  const isReadOnly = !visibleFields.some((field) => isOwn(access(field.key)))
  const lookOf = (field: FormField) => {
    if (isReadOnly) return 'value'
    return isOwnField(field) ? 'control' : 'still'
  }
  return (
    <Section title={title}>
      {visibleFields.map((field) => (
        <OneField
          key={field.key}
          field={shown.fieldAt(askedField(field, access(field.key)), field.key)}
          value={shown.valueAt(field.key)}
          look={lookOf(field)}
          onChange={(value) => onChange((now) => ({ ...now, [field.key]: value }))}
          error={problems.get(field.key)}
        />
      ))}
    </Section>
  )
}

type Run = { t: 'run'; key: string; fields: FormField[] }

/** Fields that follow each other go together. */
const runsOf = (items: readonly FormItem[]): (Run | Exclude<FormItem, FormField>)[] => {
  const runs: (Run | Exclude<FormItem, FormField>)[] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (item.t !== 'field') runs.push(item)
    else if (last?.t === 'run') last.fields.push(item)
    else runs.push({ t: 'run', key: item.key, fields: [item] })
  }
  return runs
}
