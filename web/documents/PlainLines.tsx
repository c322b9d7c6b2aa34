import { Plus } from 'lucide-react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { isAsked } from '../../kernel/field.ts'
import { newId } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { t } from '../words.ts'
import { type DocumentForm, fieldFor, type FormLine } from './documentForm.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import type { FieldAccess } from './LineEditor.tsx'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  onChange: (change: (lines: readonly FormLine[]) => readonly FormLine[]) => void
  problems: ReadonlyMap<string, string>
  access: FieldAccess
}

/** Lines that are about no thing of the register, such as times: each is filled in where it stands. */
export const PlainLines = ({ kind, form: { header, lines }, onChange, problems, access }: Props) => {
  const lineProblem = problems.get('lines')
  return (
    <section data-invalid={lineProblem ? '' : undefined}>
      {lines.map(({ key: line, values }, index) => (
        <Section
          key={line}
          title={lines.length === 1 ? t('明细') : t('第{line}项明细', { line: index + 1 })}
          right={
            lines.length > 1 && (
              <Button kind="plain" size="small" onClick={() => onChange((now) => now.filter(({ key }) => key !== line))}>
                {t('移除')}
              </Button>
            )
          }
        >
          {Object.entries(kind.line)
            .filter(([key, field]) => access(`lines.${key}`) !== 'hide' && isAsked(field, values))
            .map(([key, field]) => (
              <FieldControl
                key={key}
                field={fieldFor(field, kind.line, values, { fields: kind.header, values: header })}
                value={values[key]}
                onChange={(value) =>
                  onChange((now) => now.map((each) => (each.key === line ? { ...each, values: { ...each.values, [key]: value } } : each)))
                }
                error={problems.get(`lines.${index}.${key}`)}
                disabled={access(`lines.${key}`) === 'read'}
              />
            ))}
        </Section>
      ))}
      {lineProblem && <p className="px-1 pb-2 text-small text-bad">{lineProblem}</p>}
      <div className="mb-4 flex justify-center">
        <Button kind="secondary" size="small" icon={Plus} onClick={() => onChange((now) => [...now, { key: newId(), values: {} }])}>
          {t('添加')}
        </Button>
      </div>
    </section>
  )
}
