import { useCallback } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { isAboutThings } from '../../domain/documents/lines.ts'
import { type Field, isAsked } from '../../kernel/field.ts'
import { holdsFiles } from '../../kernel/fields/kinds.ts'
import { Section } from '../look/Card.tsx'
import { t } from '../words.ts'
import { useAllowed } from './allowed.ts'
import { type DocumentForm, fieldFor, type FormLine, unkept } from './documentForm.ts'
import { FieldControl } from './FieldControl.tsx'
import { type FieldAccess, LineEditor } from './LineEditor.tsx'
import { PlainLines } from './PlainLines.tsx'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
  problems: ReadonlyMap<string, string>
  access: FieldAccess
}

/**
 * Header and lines of any kind of document, to be filled in; pictures and files come last. On a wide window header and lines stand side by
 * side.
 */
export const DocumentFields = ({ kind, form, onChange, problems, access }: Props) => {
  const setLines = useCallback(
    (change: (lines: readonly FormLine[]) => readonly FormLine[]) => onChange((now) => ({ ...now, lines: change(now.lines) })),
    [onChange],
  )
  const keeps = useAllowed()(`${codeOf(kind)}:post`)
  const shown = Object.entries(kind.header).filter(([key, field]) => access(key) !== 'hide' && isAsked(field, form.header))
  const [papers, words] = [shown.filter(([, field]) => isPaper(field)), shown.filter(([, field]) => !isPaper(field))]
  const control = ([key, field]: [string, Field]) => (
    <FieldControl
      key={key}
      field={fieldFor(keeps ? field : unkept(field), kind.header, form.header, { fields: kind.header, values: form.header })}
      value={form.header[key]}
      onChange={(value) => onChange((now) => ({ ...now, header: { ...now.header, [key]: value } }))}
      error={problems.get(`header.${key}`)}
      disabled={access(key) === 'read'}
    />
  )
  const Lines = isAboutThings(kind) ? LineEditor : PlainLines
  return (
    <div className="wide:grid wide:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] wide:items-start wide:gap-6">
      <Section title={t('基本信息')}>{words.map(control)}</Section>
      <Lines kind={kind} form={form} onChange={setLines} problems={problems} access={access} />
      {papers.length > 0 && <Section title={t('图片和附件')}>{papers.map(control)}</Section>}
    </div>
  )
}

const isPaper = ({ control }: Field): boolean => holdsFiles(control)

/** What the author of a document may fill in: what keepers fill in, or what is only needed for posting, is for whoever may post; what nobody fills in is for none. */
export const useAuthorAccess = (kind: DocumentKind): FieldAccess => {
  const posts = useAllowed()(`${codeOf(kind)}:post`)
  return useCallback(
    (path) => {
      const field = path.startsWith('lines.') ? kind.line[path.slice(6)] : kind.header[path]
      if (field?.filledBy === 'nobody') return 'hide'
      return !posts && (field?.required === 'posting' || field?.filledBy === 'keeper') ? 'hide' : 'write'
    },
    [kind, posts],
  )
}

/** True where some of the money of a document is not for whoever fills it in: its sum would say nothing. */
export const lacksMoney = (kind: DocumentKind, access: FieldAccess): boolean =>
  [...Object.entries(kind.header), ...Object.entries(kind.line).map(([key, field]) => [`lines.${key}`, field] as const)].some(
    ([path, { control }]) => control.type === 'money' && access(path) === 'hide',
  )
