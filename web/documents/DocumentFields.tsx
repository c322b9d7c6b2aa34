import { memo, type ReactNode, useCallback } from 'react'
import { type DocumentKind, codeOf } from '../../domain/documents/define.ts'
import { isAboutThings } from '../../domain/documents/lines.ts'
import { type Field, isAsked, isEmpty } from '../../kernel/field.ts'
import { holdsFiles } from '../../kernel/fields/kinds.ts'
import { Section } from '../look/Card.tsx'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { type DocumentForm, fieldFor, type FormLine, unkept, type Values } from './documentForm.ts'
import { FieldControl } from '../forms/FieldControl.tsx'
import type { Ahead } from './filling/useFilling.ts'
import { type FieldAccess, LineEditor } from './LineEditor.tsx'
import { useSheet } from './grid/useSheet.ts'
import { PlainLines } from './PlainLines.tsx'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
  ahead: Ahead<DocumentForm>
  problems: ReadonlyMap<string, string>
  access: FieldAccess
  /** What stands between the lines and the pictures. */
  belowLines?: ReactNode
}

/**
 * Header and lines of any kind of document, to be filled in; pictures and files come last. On a wide window lines about things take all of
 * its width, and others stand beside the header.
 */
export const DocumentFields = ({ kind, form, onChange, ahead, problems, access, belowLines }: Props) => {
  const setLines = useCallback(
    (change: (lines: readonly FormLine[]) => readonly FormLine[]) => onChange((now) => ({ ...now, lines: change(now.lines) })),
    [onChange],
  )
  const setHeader = useCallback(
    (key: string, value: unknown) => onChange((now) => ({ ...now, header: { ...now.header, [key]: value } })),
    [onChange],
  )
  const isSheet = useSheet(kind)
  const { header } = form
  const hasPapers = Object.entries(kind.header).some(([key, field]) => isPaper(field) && access(key) !== 'hide' && isAsked(field, header))
  const fields = { kind, header, access, problems, onChange: setHeader }
  const Lines = isAboutThings(kind) ? LineEditor : PlainLines
  return (
    <div className={isSheet ? '' : 'wide:grid wide:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)] wide:items-start wide:gap-6'}>
      <Section title={t('基本信息')}>
        {isSheet ? (
          // The hairlines under the last row end with the card.
          <div className="wide:grid wide:grid-cols-3" style={{ marginBottom: -1 }}>
            <HeaderFields {...fields} papers={false} />
          </div>
        ) : (
          <HeaderFields {...fields} papers={false} />
        )}
      </Section>
      <Lines kind={kind} form={form} onChange={setLines} ahead={ahead} problems={problems} access={access} />
      {belowLines}
      {hasPapers && (
        <Section title={t('图片和附件')}>
          <HeaderFields {...fields} papers />
        </Section>
      )}
    </div>
  )
}

type HeaderProps = Pick<Props, 'kind' | 'problems' | 'access'> & {
  header: Values
  onChange: (key: string, value: unknown) => void
  /** Pictures and files, or what is said. */
  papers: boolean
}

/** The fields of the header; what happens to the lines draws none of them anew. */
const HeaderFields = memo(({ kind, header, problems, access, onChange, papers }: HeaderProps) => {
  const keeps = useAllowed()(`${codeOf(kind)}:post`)
  return Object.entries(kind.header)
    .filter(([key, field]) => isPaper(field) === papers && access(key) !== 'hide' && isAsked(field, header) && isShown(kind, key, header))
    .map(([key, field]) => (
      <FieldControl
        key={key}
        field={fieldFor(keeps ? field : unkept(field), kind.header, header, { fields: kind.header, values: header })}
        value={header[key]}
        onChange={(value) => onChange(key, value)}
        error={problems.get(`header.${key}`)}
        disabled={access(key) === 'read'}
      />
    ))
})

const isPaper = ({ control }: Field): boolean => holdsFiles(control)

/** Reasons are asked beside what they answer; what a policy has filled in besides is shown where it is. */
const isShown = (kind: DocumentKind, key: string, header: Values): boolean =>
  kind.header[key]?.filledBy !== 'policy' || (!isEmpty(header[key]) && !kind.policies?.some(({ reason }) => reason === key))

/** What the author of a document may fill in: what keepers fill in, or what is only needed for posting, is for the person who may post; what no one fills in is for none. */
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

/** True where some of the money of a document is not for the person who fills it in: its sum would say nothing. */
export const lacksMoney = (kind: DocumentKind, access: FieldAccess): boolean =>
  [...Object.entries(kind.header), ...Object.entries(kind.line).map(([key, field]) => [`lines.${key}`, field] as const)].some(
    ([path, { control }]) => control.type === 'money' && access(path) === 'hide',
  )
