import sharp from 'sharp'
import { drawn, type Sheet } from './drawing.ts'

/** Papers, and where the pictures lie that they name by their stored paths. */
export type DrawingInput = {
  readonly sheets: readonly Sheet[]
  readonly pictures: readonly (readonly [path: string, file: string])[]
}

/**
 * The papers as a PDF. Finding the letters in use in a Chinese font takes half a second, and pictures come in any size: they become PNGs
 * no larger than paper needs, and what cannot be read is left out.
 */
export const run = async ({ sheets, pictures }: DrawingInput): Promise<Uint8Array> => {
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
  return drawn(sheets, readable)
}
