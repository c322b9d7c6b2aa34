import * as v from 'valibot'
import { integer, type Kind } from './kind.ts'
import { fieldPath } from './storedPath.ts'

/** A stored file: `path` as the upload answered it, `name` as the person called it. */
export type Attachment = { path: string; name: string; sizeBytes: number }

/** Uploaded files, at most `max`. */
export type Attachments = { type: 'attachments'; max: number }

export const attachments: Kind<Attachments, Attachment[]> = {
  check: ({ max }) =>
    v.pipe(
      v.array(
        v.strictObject({ path: fieldPath, name: v.pipe(v.string(), v.maxLength(200)), sizeBytes: v.pipe(v.number(), v.minValue(0)) }),
        '{label}应为附件',
      ),
      v.maxLength(max, '{label}最多{max}个附件'),
    ),
  words: (value, _, { say }) => value.map(({ name }) => name).join(say('、')),
  isSilent: true,
  opens: true,
  isLong: () => true,
  sort: () => 'attachments',
  files: (value) => value.map(({ path }) => ({ path, isPicture: false })),
  comparisons: () => ['empty', 'filled'],
  column: 'jsonb',
  stored: v.strictObject({ type: v.literal('attachments'), max: integer(1, 20) }),
  presets: { attachments: { key: 'attachments', make: () => ({ type: 'attachments', max: 9 }) } },
}
