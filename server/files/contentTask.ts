import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readContent } from './content.ts'

/** What is known of a file that may be kept; where it lies now, a picture being drawn anew. */
export type FileContent = {
  readonly file: string
  readonly thumbnail: string | undefined
  readonly mime: string
  readonly extension: string
  readonly sizeBytes: number
  readonly sha256: string
}

/** Looks at a file that was sent, and puts what it makes of it beside it. Refuses in words what is no file that we keep. */
export const run = async ({ path, name }: { path: string; name: string }): Promise<FileContent> => {
  const fileBytes = await readFile(path)
  const { bytes, thumbnail, ...known } = await readContent(fileBytes, name)
  const place = (what: string) => join(dirname(path), what)
  const file = bytes === fileBytes ? path : place('drawn')
  if (file !== path) await writeFile(file, bytes)
  if (thumbnail) await writeFile(place('small'), thumbnail)
  return {
    ...known,
    file,
    thumbnail: thumbnail && place('small'),
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
