import { writeFileSync } from 'node:fs'
import { TileType, zxyToTileId } from 'pmtiles'

export type TileOf = { readonly z: number; readonly x: number; readonly y: number; readonly bytes: Buffer }

/** Writes tiles of levels 0 to `maxZoom` as a PMTiles file, version 3, nothing in it compressed. */
export const writeTiles = (path: string, tiles: readonly TileOf[], maxZoom: number, type: TileType = TileType.Png): void => {
  const sorted = tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) })).toSorted((a, b) => a.id - b.id)
  const directory = Buffer.from([
    ...varint(sorted.length),
    ...sorted.flatMap(({ id }, at) => varint(id - (sorted[at - 1]?.id ?? 0))),
    ...sorted.flatMap(() => varint(1)),
    ...sorted.flatMap(({ bytes }) => varint(bytes.length)),
    ...sorted.flatMap((_, at) => varint(at === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from('{}')
  const data = Buffer.concat(sorted.map(({ bytes }) => bytes))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const metadataAt = 127 + directory.length
  const dataAt = metadataAt + metadata.length
  for (const [at, value] of [
    127,
    directory.length,
    metadataAt,
    metadata.length,
    dataAt,
    0,
    dataAt,
    data.length,
    sorted.length,
    sorted.length,
    sorted.length,
  ].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + at * 8)
  header.set([1, 1, 1, type, 0, maxZoom], 96)
  writeFileSync(path, Buffer.concat([header, directory, metadata, data]))
}

const varint = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))])
