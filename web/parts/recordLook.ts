import type { RecordRow } from '../../domain/operations/records.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Noun } from '../../kernel/field.ts'
import { t } from '../words.ts'

/** How a row begins: with a face, with a picture of the thing, or with its words. */
export type PictureLook = 'face' | 'thing' | 'none'

/** What a row of any record shows: its name, its code and what it refers to, and its picture. All of it follows from the declaration. */
export const recordLook = (
  kind: RecordKind,
  row: RecordRow,
): { title: string; text: string; picture: string | undefined; pictureLook: PictureLook } => {
  const pictureField = Object.entries(kind.fields).find(([, field]) => field.control.type === 'pictures')?.[0]
  const pictures = pictureField ? row[pictureField] : undefined
  const codes = kind.unique.filter((key) => key !== kind.nameField).slice(0, 1)
  const about = Object.entries(kind.fields).flatMap(([key, { control }]) => {
    const value = row[key]
    if (value === undefined || value === null || key === kind.parent) return []
    if (control.type === 'reference' && !control.many) return [row.names[String(value)] ?? '']
    if (control.type === 'choice' && kind.readOnly?.includes(key))
      return [t(control.options.find((option) => option.value === value)?.label ?? '')]
    return []
  })
  return {
    title: String(row[kind.nameField] ?? ''),
    text: [...codes.map((key) => String(row[key] ?? '')), ...about].filter(Boolean).slice(0, 4).join(' · '),
    picture: Array.isArray(pictures) ? (pictures[0] as string | undefined) : undefined,
    pictureLook: pictureLooks[kind.noun],
  }
}

const pictureLooks: Readonly<Record<Noun, PictureLook>> = {
  person: 'face',
  asset: 'thing',
  model: 'thing',
  consumable: 'thing',
  department: 'none',
  location: 'none',
  category: 'none',
  supplier: 'none',
  document: 'none',
}
