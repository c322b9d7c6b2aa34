import type { Id } from '../../kernel/id.ts'
import { metresBetween } from '../../domain/maps/grid.ts'
import { type FoundPlace, mapOperations as calls } from '../../domain/maps/operations.ts'
import { type App, handle, handleOneByOne, type Handler } from '../call.ts'
import type { QueryTx } from '../db/tx.ts'
import { rateLimit } from '../rateLimit.ts'
import { likePattern } from '../search/searchText.ts'
import { NotAnswered } from './source.ts'
import { assertDefined } from '../../kernel/assert.ts'

const foundMost = 20

/** What one person may ask in a minute: the provider's quota belongs to everyone. */
const limits = { search: rateLimit(60), address: rateLimit(90) }

export const mapHandlers: readonly Handler[] = [
  handle(calls.settings, async ({ app: { map } }) => ({
    tiles: map.tiles
      ? {
          minZoom: map.tiles.minZoom,
          maxZoom: map.tiles.maxZoom,
          names: map.tiles.names,
          source: map.tiles.source,
          approval: map.approval,
        }
      : null,
    searches: map.search !== undefined,
  })),
  handleOneByOne(calls.search, async ({ app, session, at, signal, inTransaction }, { longitude, latitude, name }) => {
    limits.search(session.uid, at)
    const near = { longitude, latitude }
    const ownMatches = await inTransaction(async (tx) => {
      const matches = await ownPlaces(tx, near, name)
      return matches.length === 0 && name === '' ? ownPlaces(tx, near, '', 180) : matches
    })
    const { search } = app.map
    const mapMatches = name === '' || !search ? [] : await answerOrNothing(app, () => search(name, near, signal))
    const all = [...ownMatches, ...(mapMatches ?? []).map((match): FoundPlace => ({ ...match, locId: null, radiusMetres: null }))]
    return { places: nearest(all, near).slice(0, foundMost), complete: mapMatches !== undefined }
  }),
  handleOneByOne(calls.address, async ({ app, session, at, signal, inTransaction }, point) => {
    limits.address(session.uid, at)
    const { address } = app.map
    const addressAnswer = address && (await answerOrNothing(app, () => address(point, signal)))
    if (addressAnswer && (addressAnswer.name || addressAnswer.address)) return addressAnswer
    const [own] = nearest(await inTransaction((tx) => ownPlaces(tx, point, '')), point)
    const isThere = own && metresOf(own, point) <= (own.radiusMetres ?? hereMetres)
    return isThere ? { name: own.name, address: own.address } : { name: '', address: '' }
  }),
  handle(calls.locations, async ({ tx, session }) => {
    const scope = session.locations === 'all' ? null : session.locations
    const locations = await tx.query<{
      locId: Id
      locName: string
      locCode: string
      longitude: number
      latitude: number
      address: string
      radiusMetres: number | null
      assets: number
    }>(
      `with recursive stands (id, at) as (
         select l.id, l.id from location l where l.org_id = $1 and l.point is not null and l.deleted_at is null
         union all
         select l.id, s.at from stands s join location l on l.org_id = $1 and l.parent_id = s.id and l.point is null and l.deleted_at is null
       ), counted as (
         select s.at, sum(c.n)::int as assets from stands s join asset_count c on c.org_id = $1 and c.loc_id = s.id
         where $2::bigint[] is null or s.id = any ($2::bigint[])
         group by s.at
       )
       select l.id as "locId", l.loc_name as "locName", l.loc_code as "locCode", (l.point ->> 'longitude')::float8 as longitude,
         (l.point ->> 'latitude')::float8 as latitude, coalesce(nullif(l.point ->> 'address', ''), l.address, '') as address,
         l.radius_metres as "radiusMetres", coalesce(c.assets, 0) as assets
       from location l left join counted c on c.at = l.id
       where l.org_id = $1 and l.point is not null and l.deleted_at is null
         and ($2::bigint[] is null or l.id = any ($2::bigint[]) or c.assets > 0)
       order by l.id limit ${locationsMost}`,
      [tx.orgId, scope],
    )
    const [all] = await tx.query<{ assets: number }>(
      'select coalesce(sum(c.n), 0)::int as assets from asset_count c where c.org_id = $1 and ($2::bigint[] is null or c.loc_id = any ($2::bigint[]))',
      [tx.orgId, scope],
    )
    return { locations, without: assertDefined(all, 'the counts').assets - locations.reduce((sum, { assets }) => sum + assets, 0) }
  }),
]

const locationsMost = 5000

/** How near a place without a radius one must be to be there. */
const hereMetres = 150

/** The organisation's places with a point: by name or pinyin, or those around, within so many degrees of latitude. */
const ownPlaces = (
  tx: QueryTx,
  { longitude, latitude }: { longitude: number; latitude: number },
  name: string,
  degreesAround = 0.3,
): Promise<FoundPlace[]> =>
  tx.query<FoundPlace>(
    `select l.loc_name as name, coalesce(nullif(l.point ->> 'address', ''), l.address, '') as address, (l.point ->> 'longitude')::float8 as longitude,
       (l.point ->> 'latitude')::float8 as latitude, l.id as "locId", l.radius_metres as "radiusMetres"
     from location l
     where l.org_id = $1 and l.point is not null and l.deleted_at is null and ($4 = '' or l.search like $5)
       and ($4 <> '' or (l.point ->> 'latitude')::float8 between $3 - $6::float8 and $3 + $6::float8)
     order by ((l.point ->> 'longitude')::float8 - $2) ^ 2 + ((l.point ->> 'latitude')::float8 - $3) ^ 2
     limit ${foundMost}`,
    [tx.orgId, longitude, latitude, name, likePattern(name), degreesAround],
  )

/** What a person outside answers; undefined where they do not. */
const answerOrNothing = async <R>(app: App, ask: () => Promise<R>): Promise<R | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    app.log.warn({ reason: error.message }, 'The provider of the map did not answer')
    return undefined
  }
}

type Spot = { readonly longitude: number; readonly latitude: number }

const metresOf = (a: Spot, b: Spot): number => metresBetween({ ...a, system: 'WGS-84' }, { ...b, system: 'WGS-84' })

const nearest = <P extends Spot>(places: readonly P[], to: Spot): P[] => places.toSorted((a, b) => metresOf(a, to) - metresOf(b, to))
