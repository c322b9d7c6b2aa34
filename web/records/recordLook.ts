import type { RecordRow } from '../../domain/records/operations.ts'
import { aboutOf, together } from '../../domain/records/aboutRecord.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { pictureFieldOf } from '../../domain/records/import/pictures.ts'
import { optionsOf } from '../../kernel/fields/kinds.ts'
import { t } from '../words.ts'

/** How a row begins: with a face, with a picture of the thing, or with its words. */
export type PictureLook = NonNullable<RecordKind['pictured']> | 'none'

/** What a row of any record shows: its name, what tells it apart, how it stands, and its picture. All of it follows from the declaration. */
export const recordLook = (
  kind: RecordKind,
  row: RecordRow,
): { title: string; text: string; picture: string | undefined; pictureLook: PictureLook } => {
  const pictureField = pictureFieldOf(kind)?.key
  const pictures = pictureField ? row[pictureField] : undefined
  return {
    title: String(row[kind.nameField] ?? ''),
    text: together([...aboutOf(kind, row), ...statesOf(kind, row)]),
    picture: Array.isArray(pictures) ? firstText(pictures) : undefined,
    pictureLook: kind.pictured ?? 'none',
  }
}

/** In the order of their codes, as a tree shows them; numbers in them count as numbers. */
export const inCodeOrder = (kind: RecordKind, rows: readonly RecordRow[]): RecordRow[] => {
  const code = kind.unique[0] ?? kind.nameField
  return rows.toSorted((a, b) => String(a[code]).localeCompare(String(b[code]), 'zh-CN', { numeric: true }))
}

/** How it stands, where that is not typed in. */
const statesOf = (kind: RecordKind, row: RecordRow): string[] =>
  (kind.readOnly ?? []).flatMap((key) => {
    const control = kind.fields[key]?.control
    const chosenOption = control && optionsOf(control)?.find((option) => option.value === row[key])
    return chosenOption ? [t(chosenOption.label)] : []
  })

const firstText = ([first]: readonly unknown[]): string | undefined => (typeof first === 'string' ? first : undefined)
