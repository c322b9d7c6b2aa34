import type { Option } from '../../../kernel/field.ts'

/** How the letters of a text file may be written, where its bytes alone do not always say it. */
export const encodings = [
  { value: 'gb18030', label: '简体中文（GBK）' },
  { value: 'big5', label: '繁体中文（Big5）' },
  { value: 'shift_jis', label: '日文（Shift-JIS）' },
  { value: 'windows-1252', label: '西文（Windows-1252）' },
] as const satisfies readonly Option[]
export type Encoding = (typeof encodings)[number]['value']

/** A way to read a file that makes some sense, and a line of it read so. */
export type PossibleEncoding = { readonly encoding: Encoding; readonly sample: string }
