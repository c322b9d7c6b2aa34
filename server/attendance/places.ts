import { BlockList, isIP } from 'node:net'
import { metresBetween, inWgs84 } from '../../domain/maps/grid.ts'
import type { Place } from '../../kernel/fields/place.ts'
import { compareIds, type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Reach } from '../../domain/attendance/punch.ts'
import { type AttendancePlace, attendanceOperations as calls, type Fix } from '../../domain/attendance/operations.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'

/** Where no one has said how far a place reaches. */
const usualRadiusMetres = 200
const placesAtMost = 500

export const placeHandlers: readonly Handler[] = [
  handle(calls.places, async ({ tx }) => ({ list: await placesOf(tx) })),
  handle(calls.place, ({ tx }, { id }) => placeNamed(tx, id)),
  handle(calls.savePlace, async (call, { id = newId(), locationId, ...said }) => {
    const { tx, session } = call
    const [before] = await tx.query<{ locationId: Id; uid: Id }>(
      'select location_id as "locationId", created_by as uid from att_place where org_id = $1 and id = $2',
      [tx.orgId, id],
    )
    if (before && (before.locationId !== locationId || before.uid !== session.uid)) return refuse('id-used', '编号已用于另一处')
    const existingRows = await tx.query('select from att_place where org_id = $1 and deleted_at is null', [tx.orgId])
    if (existingRows.length >= placesAtMost) return refuse('attendance.places', '打卡地点最多{max}个', { max: placesAtMost })
    await sayWhere(call, locationId, said)
    const [insertedRow] = await tx.query<{ id: Id }>(
      `insert into att_place (org_id, id, location_id, networks, created_by) values ($1, $2, $3, $4::text[]::cidr[], $5)
       on conflict (org_id, location_id) where deleted_at is null do nothing returning id`,
      [tx.orgId, id, locationId, networksIn(said.networks), session.uid],
    )
    if (!insertedRow && !before) return refuse('attendance.placeThere', '这个区域已是打卡地点')
    return placeNamed(tx, id)
  }),
  handle(calls.updatePlace, async (call, { id, locationId, ...said }) => {
    const { tx } = call
    const before = await placeNamed(tx, id)
    if (before.locationId !== locationId) return refuse('attendance.otherPlace', '打卡地点不能换成另一个区域')
    await sayWhere(call, locationId, said)
    await tx.query('update att_place set networks = $3::text[]::cidr[] where org_id = $1 and id = $2', [
      tx.orgId,
      id,
      networksIn(said.networks),
    ])
    return placeNamed(tx, id)
  }),
  handle(calls.deletePlaces, async ({ tx }, { ids }) => {
    const removedRows = await tx.query<{ id: Id }>(
      'update att_place set deleted_at = $3 where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null returning id',
      [tx.orgId, ids, new Date(tx.now()).toISOString()],
    )
    return { deleted: removedRows.length }
  }),
]

type PlaceInput = {
  readonly point?: Place | null | undefined
  readonly radiusMetres?: number | undefined
  readonly networks: readonly string[]
}

/** Writes where a place of the register is and how far it reaches, as far as that was said. */
const sayWhere = async ({ tx }: SignedIn, locationId: Id, { point, radiusMetres }: PlaceInput): Promise<void> => {
  const [place] = await tx.query<{ id: Id }>(
    `update location set point = case when $3::boolean then $4::jsonb else point end, radius_metres = coalesce($5::int, radius_metres),
       version = version + case when $3::boolean or $5::int is not null then 1 else 0 end
     where org_id = $1 and id = $2 and deleted_at is null returning id`,
    [tx.orgId, locationId, point !== undefined, point ? inWgs84(point) : null, radiusMetres ?? null],
  )
  if (!place) refuse('unknown-reference', '{label}不存在或已删除', { label: '资产区域' })
}

/** Address ranges in the database's form: `203.0.113.7/24` is the range that it is in. Refuses what is none. */
const networksIn = (networks: readonly string[]): string[] => {
  const read = networks.map(rangeOf)
  const wrong = networks.find((_, network) => read[network] === undefined)
  if (wrong !== undefined) refuse('attendance.network', '网络地址{network}有误，例如203.0.113.0/24', { network: wrong })
  return [...new Set(read.flatMap((range) => range ?? []))]
}

const rangeOf = (network: string): string | undefined => {
  const [address = '', bits] = network.split('/')
  const parts = address.split('.').map(Number)
  if (parts.length === 4 && !address.includes(':')) {
    const width = bits === undefined ? 32 : Number(bits)
    if (width > 32 || parts.some((part) => !Number.isInteger(part) || part > 255)) return undefined
    const address = parts.reduce((sum, part) => sum * 256 + part, 0)
    const begin = width === 0 ? 0 : Math.floor(address / 2 ** (32 - width)) * 2 ** (32 - width)
    return `${[24, 16, 8, 0].map((shift) => Math.floor(begin / 2 ** shift) % 256).join('.')}/${width}`
  }
  // Whole prefixes only: what lies behind `::` is zero.
  const groups = /^((?:[0-9a-f]{1,4}:){1,4}):$/i.exec(address)?.[1]?.split(':').length
  return groups !== undefined && Number(bits) >= (groups - 1) * 16 && Number(bits) <= 64 ? `${address}/${bits}` : undefined
}

/** All of them, by what they are called. */
export const placesOf = (tx: QueryTx): Promise<AttendancePlace[]> =>
  tx.query<AttendancePlace>(placesText, [tx.orgId, null, usualRadiusMetres])

const placeNamed = async (tx: Tx, id: Id): Promise<AttendancePlace> => {
  const [place] = await tx.query<AttendancePlace>(placesText, [tx.orgId, id, usualRadiusMetres])
  if (!place) throw new NotFound()
  return place
}

const placesText = `
  select p.id, p.location_id as "locationId", l.loc_name as name, l.point, coalesce(l.radius_metres, $3::int) as "radiusMetres",
    p.networks::text[] as networks
  from att_place p join location l on l.org_id = $1 and l.id = p.location_id and l.deleted_at is null
  where p.org_id = $1 and p.deleted_at is null and ($2::bigint is null or p.id = $2) order by l.loc_name collate by_pinyin, p.id limit 500`

/** The first of these places, by id, whose office the address of a request belongs to. */
export const placeOfNetwork = (places: readonly AttendancePlace[], ip: string): Id | undefined =>
  isIP(ip) === 0
    ? undefined
    : places
        .filter(({ networks }) => listOfNetworks(networks).check(ip, familyOf(ip)))
        .map(({ id }) => id)
        .toSorted(compareIds)[0]

/** Ranges as the database gives them: an address and, where it is not a single one, the bits of its network. */
const listOfNetworks = (networks: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** How far a fix is from each place that has a point. */
export const reachesOf = (places: readonly AttendancePlace[], fix: Pick<Fix, 'longitude' | 'latitude' | 'system'>): Reach[] =>
  places.flatMap(({ id, point, radiusMetres }) => (point ? [{ placeId: id, distanceMetres: metresBetween(point, fix), radiusMetres }] : []))
