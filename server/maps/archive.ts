import { type FileHandle, open } from 'node:fs/promises'
import { PMTiles, TileType } from 'pmtiles'
import type { MapSource } from './source.ts'
import { messageOf } from '../../kernel/caughtError.ts'

export type Archive = NonNullable<MapSource['tiles']>

/** A file that is not there, or holds no pictures of a map. */
export class NoArchive extends Error {}

const types: Readonly<Partial<Record<TileType, string>>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

/** Tiles change when the operator lays another file there, which is seldom. */
const keepSeconds = 24 * 3600

/** The tiles of a PMTiles file of the operator's. The file stays open. */
export const openArchive = async (path: string): Promise<Archive> => {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new NoArchive(error.message)
  })
  const tiles = new PMTiles({ getKey: () => path, getBytes: (offset, length) => piece(file, offset, length) })
  try {
    const { tileType, minZoom, maxZoom } = await tiles.getHeader()
    const type = types[tileType]
    if (type === undefined) throw new NoArchive('its tiles are no pictures.')
    return {
      minZoom,
      maxZoom,
      names: false,
      source: '',
      read: async ({ layer, z, x, y }, signal) => {
        const tile = layer === 'ground' ? await tiles.getZxy(z, x, y, signal) : undefined
        return tile && { bytes: Buffer.from(tile.data), type, keepSeconds }
      },
    }
  } catch (error) {
    await file.close()
    throw error instanceof NoArchive ? error : new NoArchive(messageOf(error))
  }
}

const piece = async (file: FileHandle, offset: number, length: number) => {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset)
  return { data: buffer.buffer.slice(0, bytesRead) }
}
