import { useCallback, useState } from 'react'
import { parseFormDesign } from '../../../domain/approval/form/formDesign.ts'
import { checkedForm } from './values.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { type DocumentForm, documentShape, type FormLine, rawOf } from '../../documents/documentForm.ts'
import {
  begin,
  type FillingState,
  overtaken,
  type Problems,
  refused,
  shownProblems,
  typed,
  valuesIn,
} from '../../documents/filling/filling.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { t } from '../../words.ts'
import { piecesFieldOf, piecesMissing } from './pieces.ts'

/** The form of an application as this reader may see and fill it in. */
export const useProcessForm = (detail: ProcessDetail) => {
  const { form: answered } = detail
  const shape = answered.kind === 'custom' ? customShape : documentShape
  const initialForm = () => ({ form: formOf(detail), version: answered.formRev })
  const meant = () => t('别人也改了这一项，保存后以这里填的为准')
  const [filling, setFilling] = useState<FillingState<DocumentForm>>(() =>
    begin({ shape, id: detail.process.id, source: initialForm(), meant: meant() }),
  )
  if (filling.version !== answered.formRev) setFilling(overtaken(shape, filling, initialForm(), meant()).filling)
  const { form, base } = filling
  return {
    form,
    /** What was filled in, as it is sent; undefined where nothing was. */
    patch: form === base ? undefined : patchOf(base, form),
    problems: shownProblems(shape, filling),
    access: useCallback<FieldAccess>((path) => permissionAt(answered.permissions, path, answered.unnamed), [answered]),
    change: (change: (form: DocumentForm) => DocumentForm) => setFilling((now) => typed(now, change)),
    /** Says what is wrong beside the fields, until it is changed. */
    show: (problems: Problems) => setFilling((now) => refused(now, problems)),
    reset: () => setFilling(begin({ shape, id: detail.process.id, source: initialForm(), meant: meant() })),
  }
}

/** A custom form is all header, and its problems name its fields without saying so. */
const customShape = valuesIn<DocumentForm>(
  ({ header }) => header,
  (form, header) => ({ ...form, header }),
)

/** The fields that must be filled in here and are not, by path. Lines that are answered with pieces need as many as they ask for. */
export const missingPaths = (detail: ProcessDetail, form: DocumentForm): string[] => {
  if (detail.form.kind === 'custom') return missingOfCustom(detail, form.header)
  const kind = documentKind(detail.process.documentKind ?? '')
  const pieces = kind && piecesFieldOf(kind)
  const lacks = (line: FormLine, key: string) => (kind && key === pieces ? piecesMissing(kind, line) > 0 : isBlank(line.values[key]))
  return Object.entries(detail.form.permissions)
    .filter(([path, permission]) => permission === 'required' || (permission === 'write' && path === `lines.${pieces}`))
    .flatMap(([path]) => {
      if (!path.startsWith('lines.')) return isBlank(form.header[path]) ? [`header.${path}`] : []
      const key = path.slice('lines.'.length)
      return form.lines.flatMap((line, index) => (lacks(line, key) ? [`lines.${index}.${key}`] : []))
    })
}

/** What a custom form asks for here: its own required fields that are this reader's, and those of the permissions. */
const missingOfCustom = ({ form: { design, permissions, unnamed } }: ProcessDetail, values: DocumentForm['header']): string[] => {
  const parseResult = parseFormDesign(design)
  if ('refusal' in parseResult) return []
  return checkedForm(parseResult.design, values, 'submitting', (path) => permissionAt(permissions, path, unnamed)).problems.map(
    ({ path }) => path,
  )
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const permissionAt = (
  permissions: ProcessDetail['form']['permissions'],
  path: string,
  defaultPermission: ProcessDetail['form']['unnamed'],
): ProcessDetail['form']['unnamed'] =>
  permissions[path] ??
  (path.includes('.') ? permissionAt(permissions, path.slice(0, path.lastIndexOf('.')), defaultPermission) : defaultPermission)

/**
 * A document's values stand side by side with its `lines`; the form on the screen keeps header and lines apart. A custom form is all
 * header, its tables among it.
 */
const formOf = ({ form, process }: ProcessDetail): DocumentForm => {
  if (form.kind === 'custom') return { header: form.values, lines: [] }
  const kind = documentKind(process.documentKind ?? '')
  const { lines } = form.values
  const rows: readonly Readonly<Record<string, unknown>>[] = Array.isArray(lines) ? lines : []
  return {
    header: Object.fromEntries(Object.entries(form.values).filter(([key]) => kind && Object.hasOwn(kind.header, key))),
    lines: rows.map((values, index) => ({ key: String(index), values })),
  }
}

/** What was changed: header fields by themselves, the lines as a whole. */
const patchOf = (before: DocumentForm, after: DocumentForm): Record<string, unknown> | undefined => {
  const [old, now] = [rawOf(before), rawOf(after)]
  const changedKeys = Object.keys({ ...old.header, ...now.header }).filter(
    (key) => JSON.stringify(old.header[key]) !== JSON.stringify(now.header[key]),
  )
  const patch: Record<string, unknown> = Object.fromEntries(changedKeys.map((key) => [key, now.header[key] ?? null]))
  if (JSON.stringify(old.lines) !== JSON.stringify(now.lines)) patch['lines'] = now.lines
  return Object.keys(patch).length > 0 ? patch : undefined
}
