import { isNumber, refersTo } from '../../../kernel/fields/kinds.ts'
import { changedPaths, isBlank, permissionOf, rowsFrom, visibleForm, type FieldPermissions, type Form, type Json } from './form.ts'
import type { DocumentKind, RawDocument } from '../../documents/define.ts'
import { summaryFieldsOf } from '../../documents/lines.ts'

/** A document's content without what a flow hides from its reader; `permissions` name lines as `lines` and their fields as `lines.cost`. */
export const seenOf = (permissions: FieldPermissions, { header, lines }: RawDocument): RawDocument => {
  const { lines: visibleLines = [], ...rest } = visibleForm(permissions, formOf({ header, lines }))
  return { header: rest, lines: visibleLines as Form[] }
}

/** True where the amount would tell what is hidden: it or money of the document is. */
export const hidesAmount = (kind: DocumentKind, permissions: FieldPermissions): boolean =>
  isHidden(permissions, 'amount') ||
  [...Object.entries(kind.header), ...Object.entries(kind.line).map(([key, field]) => [`lines.${key}`, field] as const)].some(
    ([path, { control }]) => isNumber(control) && isHidden(permissions, path),
  )

/** True where the words about what it is of would tell what is hidden. */
export const hidesThings = (kind: DocumentKind, permissions: FieldPermissions): boolean =>
  summaryFieldsOf(kind).some((key) => isHidden(permissions, `lines.${key}`))

/** True where a field of the header that names a person or something is hidden. */
export const hidesNames = (kind: DocumentKind, permissions: FieldPermissions): boolean =>
  Object.entries(kind.header).some(([key, { control }]) => refersTo(control) !== undefined && isHidden(permissions, key))

/**
 * What an author sends who does not see all of his document: what is hidden from him stays as it is stored, on lines that are the same
 * ones. Answers the path where he sent something else there.
 */
export const keptHidden = (
  permissions: FieldPermissions,
  stored: RawDocument,
  sentDocument: RawDocument,
): { readonly body: RawDocument } | { readonly path: string } => {
  const keys = (prefix: string, values: Readonly<Record<string, unknown>>) =>
    Object.keys(values).filter((key) => isHidden(permissions, prefix + key))
  const from = rowsFrom(seenOf(permissions, stored).lines as Json[], seenOf(permissions, sentDocument).lines as Json[])
  const merged = (prefix: string, before: Readonly<Record<string, unknown>>, now: Readonly<Record<string, unknown>>) => {
    const foreign = keys(prefix, now).find(
      (key) => !isBlank(now[key] as Json) && changedPaths({ it: (before[key] ?? null) as Json }, { it: now[key] as Json }).length > 0,
    )
    const visible = Object.fromEntries(Object.entries(now).filter(([key]) => !isHidden(permissions, prefix + key)))
    const keptValues = Object.fromEntries(keys(prefix, before).map((key) => [key, before[key]]))
    return { foreign: foreign === undefined ? undefined : prefix + foreign, values: { ...visible, ...keptValues } }
  }
  const header = merged('', stored.header, sentDocument.header)
  const lines = sentDocument.lines.map((line, index) => merged('lines.', stored.lines[from[index] ?? -1] ?? {}, line))
  const path = [header, ...lines].find(({ foreign }) => foreign !== undefined)?.foreign
  return path === undefined ? { body: { header: header.values, lines: lines.map(({ values }) => values) } } : { path }
}

/** True of a field, or of `lines.cost`, that its reader does not see. */
export const isHidden = (permissions: FieldPermissions, path: string): boolean => permissionOf(permissions, path, 'read') === 'hide'

const formOf = ({ header, lines }: RawDocument): Form => ({ ...header, lines }) as unknown as Form
