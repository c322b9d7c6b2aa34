import * as v from 'valibot'
import { half } from '../cell.ts'
import type { Kind, Speaker } from './kind.ts'

/** Which grid coordinates are of: that of satellites, or the one of maps made in China, some hundred metres beside it. */
export const systems = ['WGS-84', 'GCJ-02'] as const
export type System = (typeof systems)[number]

/** A point on the ground in degrees, east and north positive, up to 6 decimals; what people call it, and its address, may be empty. */
export type Place = {
  readonly longitude: number
  readonly latitude: number
  readonly system: System
  readonly name: string
  readonly address: string
}

export type PlaceType = { type: 'place' }

const degrees = (maximum: number, words: string) =>
  v.pipe(
    v.union([v.string(), v.number()], words),
    v.transform((value) => (value === '' ? Number.NaN : Math.round(Number(value) * 1e6) / 1e6)),
    v.check((value) => Math.abs(value) <= maximum, words),
  )

const words = (maximum: number) => v.pipe(v.string(), v.trim(), v.maxLength(maximum, '{label}的名称或地址过长'))

export const place: Kind<PlaceType, Place> = {
  check: () =>
    v.strictObject(
      {
        longitude: degrees(180, '{label}的经度应在-180到180之间'),
        latitude: degrees(90, '{label}的纬度应在-90到90之间'),
        system: v.picklist(systems, '请选择{label}的坐标系'),
        name: v.optional(words(60), ''),
        address: v.optional(words(200), ''),
      },
      '{label}应为地点',
    ),
  words: (value, _, { say }) => placeWords(value, say),
  brief: ({ name, address, longitude, latitude }) => name || address || `${longitude}, ${latitude}`,
  isLong: () => true,
  isShort: () => true,
  sort: () => 'place',
  comparisons: () => ['empty', 'filled'],
  cell: {
    read: placeOfCell,
    wanted: () => ({ words: '{label}应为地点，例如{example}', params: { example } }),
    example: '地点，如 116.397128, 39.916527 WGS-84',
  },
  column: 'jsonb',
  stored: v.strictObject({ type: v.literal('place') }),
  presets: { place: { key: 'place', make: () => ({ type: 'place' }) } },
}

const example = '116.397128, 39.916527 WGS-84'

/** "总部，长安街1号（116.397128, 39.916527 WGS-84）"; the point alone where it has neither name nor address. */
export const placeWords = ({ name, address, longitude, latitude, system }: Place, say: Speaker['say']): string => {
  const point = `${longitude}, ${latitude} ${system}`
  const label = [name, address].filter(Boolean).join(say('，'))
  return label === '' ? point : say('{called}（{point}）', { called: label, point })
}

/** The same read again. Coordinates that do not say of which grid they are could be anywhere within half a kilometre. */
function placeOfCell(cellText: string): unknown {
  const text = half(cellText).trim()
  const match = /^(?:(.*)\()?\s*(-?\d{1,3}(?:\.\d+)?)\s*,\s*(-?\d{1,2}(?:\.\d+)?)\s*(WGS-?84|GCJ-?02)\s*\)?$/i.exec(text)
  if (!match) return undefined
  const [, placeName = '', longitude, latitude, grid = ''] = match
  const [name = '', ...address] = placeName.trim().split(/,\s*/)
  return { longitude, latitude, system: /wgs/i.test(grid) ? 'WGS-84' : 'GCJ-02', name, address: address.join(', ') }
}
