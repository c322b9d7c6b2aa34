import type { Fields } from '../../kernel/field.ts'
import { filesIn as filesOf } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'

/** A stored file where it is named: by which path, under which label, and whether only a picture will do. */
export type NamedFile = { readonly path: string; readonly label: string; readonly picture: boolean }

type Part = { readonly fields: Fields; readonly values: Readonly<Record<string, unknown>> }

/** Every file that values name. */
export const filesIn = (parts: readonly Part[]): NamedFile[] =>
  parts.flatMap(({ fields, values }) =>
    Object.entries(fields).flatMap(([key, { label, control }]): NamedFile[] =>
      filesOf(control, values[key]).map(({ path, isPicture }) => ({ path, label, picture: isPicture })),
    ),
  )

/** Files that are named in one place of a request, under one label. */
export const namedFiles = (label: string, picture: boolean, paths: readonly (string | null | undefined)[]): NamedFile[] =>
  paths.flatMap((path) => (path ? [{ path, label, picture }] : []))

/**
 * The one door for stored paths: refuses in words where a person names a file that is none of his own, in this organisation and of the
 * kind that is wanted; a private file is named by the person who uploaded it alone. What stood there before (`kept`) may stay, no matter who put it there. `by` undefined is the server itself, that passes
 * on what the organisation has, and what its applications have. Asks the database only where something new is named.
 */
export const requireFiles = async (
  tx: Tx,
  byUid: Id | undefined,
  namedFiles: readonly NamedFile[],
  storedFiles: readonly Pick<NamedFile, 'path'>[] = [],
): Promise<void> => {
  const before = new Set(storedFiles.map(({ path }) => path))
  const addedFiles = namedFiles.filter(({ path }) => !before.has(path))
  if (addedFiles.length === 0) return
  const rows = await findFiles(tx, byUid, addedFiles)
  const mimes = new Map(rows.map(({ path, mime }) => [path, mime]))
  const strange = addedFiles.find(({ path, picture }) => !(picture ? mimes.get(path)?.startsWith('image/') : mimes.has(path)))
  if (strange)
    refuse('file.notYours', strange.picture ? '{label}应为本人上传的图片' : '{label}应为本人上传的文件', { label: strange.label })
}

/** The paths among them that a person uploaded himself. */
export const ownFiles = async (tx: Tx, byUid: Id, namedFiles: readonly NamedFile[]): Promise<ReadonlySet<string>> =>
  new Set(namedFiles.length === 0 ? [] : (await findFiles(tx, byUid, namedFiles)).map(({ path }) => path))

const findFiles = (tx: Tx, byUid: Id | undefined, namedFiles: readonly NamedFile[]): Promise<{ path: string; mime: string }[]> =>
  tx.query(
    `select path, mime from file
     where org_id = $1 and path = any ($2::text[]) and emptied_at is null and case
       when $3::bigint is not null then uploaded_by = $3
       else not is_private or exists (select from file_scope s where s.org_id = $1 and s.path = file.path and s.noun in ('process', 'document')) end`,
    [tx.orgId, [...new Set(namedFiles.map(({ path }) => path))], byUid ?? null],
  )
