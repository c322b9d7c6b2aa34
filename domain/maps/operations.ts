import * as v from 'valibot'
import type { Id } from '../../kernel/id.ts'
import { nothing, operation, type Operation } from '../operations/define.ts'

const degrees = (most: number, words: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,3}(\.\d{1,15})?$/, words), v.transform(Number))], words),
    v.check((value) => Math.abs(value) <= most, words),
  )

const point = { longitude: degrees(180, '经度应在-180到180之间'), latitude: degrees(90, '纬度应在-90到90之间') }

/** A place that was found, in WGS-84; `locId` where it is one of the organisation's. */
const foundPlace = v.object({
  name: v.string(),
  address: v.string(),
  longitude: v.number(),
  latitude: v.number(),
  locId: v.nullable(v.string()),
  radiusMetres: v.nullable(v.number()),
})

/** Points are those of satellites, WGS-84, in what is asked and in what is answered. */
export const mapOperations = {
  /** What the map is drawn from: null where there are no tiles. `names` where streets and places come as a second layer. */
  settings: operation({
    name: 'map.settings',
    method: 'GET',
    path: '/api/map/map/settings',
    title: '地图设置',
    access: 'signed-in',
    input: nothing,
    output: v.object({
      tiles: v.nullable(
        v.object({ minZoom: v.number(), maxZoom: v.number(), names: v.boolean(), source: v.string(), approval: v.string() }),
      ),
      /** True where places are looked for beyond the organisation's own. */
      searches: v.boolean(),
    }),
    reads: true,
  }),
  /** Places by name or pinyin, the nearest first, at most 20; without a name the organisation's own around the point, wherever they are if none is. */
  search: operation({
    name: 'map.search',
    path: '/api/map/map/search',
    title: '搜索地点',
    access: 'signed-in',
    input: v.strictObject({ ...point, name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60, '不能超过{max}个字')), '') }),
    /** `complete` is false where the provider did not answer: what is there is the organisation's own. */
    output: v.object({ places: v.array(foundPlace), complete: v.boolean() }),
    reads: true,
  }),
  /** What a point is called: by the provider, else the organisation's place that it lies in; empty where no one knows. */
  address: operation({
    name: 'map.address',
    path: '/api/map/map/address',
    title: '查询地址',
    access: 'signed-in',
    input: v.strictObject(point),
    output: v.object({ name: v.string(), address: v.string() }),
    reads: true,
  }),
  /** The organisation's places that have a point, with how many assets the reader sees there and below, as far as what is below has no point itself. */
  locations: operation({
    name: 'map.locations',
    path: '/api/map/map/locations',
    title: '地图上的区域',
    access: ['gsgoodsinstance:list'],
    input: nothing,
    output: v.object({
      locations: v.array(
        v.object({
          locId: v.string(),
          locName: v.string(),
          locCode: v.string(),
          longitude: v.number(),
          latitude: v.number(),
          address: v.string(),
          radiusMetres: v.nullable(v.number()),
          assets: v.number(),
        }),
      ),
      /** How many assets stand in no place with a point. */
      without: v.number(),
    }),
    reads: true,
  }),
} satisfies Record<string, Operation>

export type FoundPlace = v.InferOutput<typeof foundPlace> & { readonly locId: Id | null }
