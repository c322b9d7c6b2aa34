import * as v from 'valibot'
import { isId } from '../../kernel/id.ts'
import { refuseDamaged, TakeoutRefused } from './archive.ts'

/** The form of the file; what reads it knows this one and those before. */
export const formatVersion = 1

export const manifestName = 'manifest.json'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const part = v.strictObject({ name: v.string(), rows: count, bytes: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) })
const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]*$/))
const table = v.strictObject({ name, columns: v.array(name), rows: count, parts: v.array(part) })

const manifest = v.strictObject({
  product: v.literal('zaice'),
  format: count,
  organisation: v.strictObject({
    id: v.pipe(
      v.string(),
      v.check((value) => isId(value)),
    ),
    name: v.string(),
  }),
  /** The moment whose state the file holds, by the clock of the database. */
  at: v.string(),
  by: v.string(),
  /** Whether people sign in where it arrives as they did where it came from. */
  secrets: v.boolean(),
  /** The migrations of the schema that it was read from. */
  migrations: v.array(v.string()),
  tables: v.array(table),
  /** What was stored, told in parts of lines. `missing`: rows whose bytes were not there, or were others than those that had been stored, or stay
   * behind. */
  files: v.strictObject({ count, bytes: count, parts: v.array(part), missing: v.array(v.string()) }),
})

/** What a takeout says of itself: all its parts with their digests. */
export type Manifest = v.InferOutput<typeof manifest>
export type Part = v.InferOutput<typeof part>

/** One stored file, a line of the parts of `files`. */
export type StoredFile = v.InferOutput<typeof storedFile>
const storedFile = v.strictObject({ path: v.string(), type: v.string(), bytes: count, sha256: v.string() })

/** Throws TakeoutRefused where the text is not the manifest of a takeout that we can read. */
export const readManifest = (text: string): Manifest => {
  const json = parseJson(text)
  const form = v.safeParse(v.looseObject({ product: v.literal('zaice'), format: count }), json)
  if (!form.success) throw refuseDamaged(`The part ${manifestName} is not one of a takeout.`)
  if (form.output.format > formatVersion)
    throw new TakeoutRefused(
      `The file is of a newer version: it has the form ${form.output.format}, and this program reads forms up to ${formatVersion}. Bring this installation up to date first.`,
    )
  const read = v.safeParse(manifest, json)
  if (!read.success) throw refuseDamaged(`The part ${manifestName} was changed: ${v.getDotPath(read.issues[0]) ?? 'the whole'}.`)
  return read.output
}

export const readStoredFile = (line: string, inPart: string): StoredFile => {
  const read = v.safeParse(storedFile, parseJson(line))
  if (!read.success) throw refuseDamaged(`The part ${inPart} was changed.`)
  return read.output
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The name of a part of rows; parts of one table are numbered from 1. */
export const partName = (folder: string, number: number): string => `${folder}/${String(number).padStart(5, '0')}.jsonl`

/** The name under which a stored file lies in the archive; its path begins with a folder that says the organisation already. */
export const fileName = (path: string): string => `files/${path.slice(path.indexOf('/') + 1)}`
