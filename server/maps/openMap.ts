import { type Settings, WrongSetting } from '../settings.ts'
import { type Archive, NoArchive, openArchive } from './archive.ts'
import type { MapSource } from './source.ts'
import { tianditu, type TiandituAddresses, tiandituAddresses } from './tianditu.ts'

/** What the settings say, with the operator's file looked at. Throws WrongSetting where that is no raster PMTiles file. */
export const openMap = async (
  { mapKey, mapTiles, mapApproval }: Pick<Settings, 'mapKey' | 'mapTiles' | 'mapApproval'>,
  addresses: TiandituAddresses = tiandituAddresses,
): Promise<MapSource> => {
  const provider = mapKey === undefined ? undefined : tianditu(mapKey, addresses)
  const archive = mapTiles === undefined ? undefined : await archiveAt(mapTiles)
  const tiles = archive ?? provider?.tiles
  return {
    ...(tiles && { tiles }),
    ...(provider && { search: provider.search, address: provider.address }),
    approval: mapApproval,
  }
}

const archiveAt = async (path: string): Promise<Archive> => {
  try {
    return await openArchive(path)
  } catch (error) {
    if (!(error instanceof NoArchive)) throw error
    throw new WrongSetting(
      `MAP_TILES must be a raster PMTiles file (PNG, JPEG, WebP or AVIF) and is ${JSON.stringify(path)}: ${error.message}`,
    )
  }
}
