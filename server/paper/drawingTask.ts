import sharp from 'sharp'
import type { Paper } from '../../domain/paper/paper.ts'
import { drawn } from './drawing.ts'

/** A paper, where it stands in the app, and where the pictures lie that it names by their stored paths. */
export type Drawing = {
  readonly paper: Paper
  readonly link: string
  readonly pictures: readonly (readonly [path: string, file: string])[]
}

/**
 * The paper as a PDF. Finding the letters in use in a Chinese font takes half a second, and pictures come in any size: they become PNGs
 * no larger than paper needs, and what cannot be read is left out.
 */
export const run = async ({ paper, link, pictures }: Drawing): Promise<Uint8Array> => {
  const readable = new Map<string, Buffer>()
  for (const [path, file] of pictures) {
    const png = await sharp(file)
      .rotate()
      .resize(600, 600, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer()
      .catch(() => undefined)
    if (png) readable.set(path, png)
  }
  return drawn(paper, link, readable)
}
