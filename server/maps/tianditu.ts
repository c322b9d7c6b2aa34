import * as v from 'valibot'
import { type MapSource, NotAnswered, type PlaceNear, type TileLayer } from './source.ts'
import { tracedFetch } from '../tracing/outgoing.ts'

const fetchTraced = tracedFetch('map')

/** Where the provider stands, and how long we wait for it. Fixed: nothing that is asked of us becomes part of a host's name. */
export type TiandituAddresses = { readonly api: string; readonly tiles: (index: number) => string; readonly waitSeconds: number }

export const tiandituAddresses: TiandituAddresses = {
  api: 'https://api.tianditu.gov.cn',
  tiles: (index) => `https://t${index % 8}.tianditu.gov.cn`,
  waitSeconds: 6,
}

/** The public map of China's surveying office, asked with a key that stays here. Its grid is within centimetres of WGS-84. */
export const tianditu = (key: string, addresses: TiandituAddresses) => {
  const ask = patiently(addresses.waitSeconds)
  const query = (path: string, type: string, words: object, signal: AbortSignal | undefined) =>
    ask(`${addresses.api}/${path}?${new URLSearchParams({ postStr: JSON.stringify(words), type, tk: key })}`, signal, async (answer) =>
      jsonOf(await bytesOf(answer, mostOfAnswer)),
    )
  const read: NonNullable<MapSource['tiles']>['read'] = async ({ layer, z, x, y }, signal) => {
    const words = {
      SERVICE: 'WMTS',
      REQUEST: 'GetTile',
      VERSION: '1.0.0',
      LAYER: layers[layer],
      STYLE: 'default',
      TILEMATRIXSET: 'w',
      FORMAT: 'tiles',
      TILEMATRIX: String(z),
      TILEROW: String(y),
      TILECOL: String(x),
      tk: key,
    }
    return ask(`${addresses.tiles(x + y)}/${layers[layer]}_w/wmts?${new URLSearchParams(words)}`, signal, async (answer) => {
      const bytes = await bytesOf(answer, mostOfTile)
      const type = pictureType(bytes)
      if (type === undefined) throw new NotAnswered('The provider of the map sent no picture.')
      return { bytes, type, keepSeconds: allowedToKeep(answer.headers.get('cache-control')) }
    })
  }
  return {
    tiles: { minZoom: 1, maxZoom: 18, names: true, source: '天地图', read },
    search: async (name: string, near: { longitude: number; latitude: number }, signal?: AbortSignal): Promise<PlaceNear[]> => {
      const { longitude, latitude } = near
      const mapBound = [longitude - degreesAround, latitude - degreesAround, longitude + degreesAround, latitude + degreesAround]
        .map((degrees) => degrees.toFixed(6))
        .join(',')
      const answer = parseAnswer(
        searchAnswer,
        await query('v2/search', 'query', { keyWord: name, level: 12, mapBound, queryType: 1, start: 0, count: 20 }, signal),
      )
      return (answer.pois ?? []).flatMap(({ name, address, lonlat }) => {
        const [longitude, latitude] = lonlat.split(',').map(Number)
        return isDegrees(longitude, 180) && isDegrees(latitude, 90)
          ? [{ name: cut(name, 60), address: cut(address ?? '', 200), longitude, latitude }]
          : []
      })
    },
    address: async ({ longitude, latitude }: { longitude: number; latitude: number }, signal?: AbortSignal) => {
      const { result } = parseAnswer(addressAnswer, await query('geocoder', 'geocode', { lon: longitude, lat: latitude, ver: 1 }, signal))
      return result && { name: cut(result.addressComponent?.poi ?? '', 60), address: cut(result.formatted_address ?? '', 200) }
    },
  }
}

const layers: Readonly<Record<TileLayer, string>> = { ground: 'vec', names: 'cva' }

/** Half the side of the square that names are looked for in, degrees. */
const degreesAround = 0.5

const searchAnswer = v.object({
  status: v.object({ infocode: v.literal(1000) }),
  pois: v.optional(v.array(v.object({ name: v.string(), address: v.optional(v.string()), lonlat: v.string() }))),
})

const addressAnswer = v.object({
  status: v.picklist(['0', 0]),
  result: v.optional(
    v.object({ formatted_address: v.optional(v.string()), addressComponent: v.optional(v.object({ poi: v.optional(v.string()) })) }),
  ),
})

const parseAnswer = <S extends v.GenericSchema>(schema: S, answer: unknown): v.InferOutput<S> => {
  const read = v.safeParse(schema, answer)
  if (!read.success) throw new NotAnswered('The provider of the map answered something else than it should.')
  return read.output
}

const isDegrees = (value: number | undefined, charactersAtMost: number): value is number =>
  value !== undefined && Math.abs(value) <= charactersAtMost

const cut = (words: string, charactersAtMost: number): string => words.slice(0, charactersAtMost)

const mostOfTile = 1024 * 1024
const mostOfAnswer = 512 * 1024
/** A provider that refuses, or does not answer, is left alone for a while: everyone would wait for it in vain. */
const refusedSeconds = 300
const silentSeconds = 20
const atOnceMost = 32

/** Asks the provider within its measure of time, not too much at once, and not while it has just failed. */
const patiently = (waitSeconds: number) => {
  let restUntil = 0
  let underWay = 0
  return async <R>(url: string, signal: AbortSignal | undefined, read: (answer: Response) => Promise<R>): Promise<R> => {
    if (Date.now() < restUntil) throw new NotAnswered('The provider of the map has just failed.')
    if (underWay >= atOnceMost) throw new NotAnswered('Too much is asked of the provider of the map at once.')
    underWay += 1
    const late = AbortSignal.timeout(waitSeconds * 1000)
    try {
      const answer = await fetchTraced(url, { redirect: 'error', signal: signal ? AbortSignal.any([signal, late]) : late })
      if (!answer.ok) {
        await answer.body?.cancel()
        if (answer.status === 403 || answer.status === 429) restUntil = Date.now() + refusedSeconds * 1000
        throw new NotAnswered(`The provider of the map answered ${answer.status}.`)
      }
      return await read(answer)
    } catch (error) {
      if (error instanceof NotAnswered) throw error
      if (signal?.aborted) throw new NotAnswered('Nobody waits for the map any more.')
      if (late.aborted) restUntil = Math.max(restUntil, Date.now() + silentSeconds * 1000)
      // The address holds the key: nothing of the error's own words goes on.
      throw new NotAnswered(
        late.aborted
          ? `The provider of the map did not answer within ${waitSeconds} seconds.`
          : 'The provider of the map cannot be reached.',
      )
    } finally {
      underWay -= 1
    }
  }
}

const bytesOf = async (answer: Response, bytesAtMost: number): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of answer.body ?? []) {
    length += piece.length
    if (length > bytesAtMost) throw new NotAnswered('The provider of the map answered too much.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const jsonOf = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new NotAnswered('The provider of the map answered something else than it should.')
  }
}

/** By the first bytes, whatever the answer calls itself. */
const pictureType = (bytes: Buffer): string | undefined => {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  if (bytes.subarray(0, 4).toString() === 'RIFF' && bytes.subarray(8, 12).toString() === 'WEBP') return 'image/webp'
  return undefined
}

/** As long as the provider says, a day at most; not at all where it says nothing. */
const allowedToKeep = (header: string | null): number => {
  if (header === null || /no-store|no-cache/i.test(header)) return 0
  return Math.min(Number(/max-age=(\d{1,9})/i.exec(header)?.[1] ?? 0), 24 * 3600)
}
