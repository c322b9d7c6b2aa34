import type { Id } from '../../kernel/id.ts'
import { type DocumentKind, isConsumable } from '../../domain/documents/define.ts'
import { assetManagerRole, consumableManagerRole } from '../../domain/rules/constants.ts'
import type { FunctionCode } from '../../domain/rules/functionCode.ts'
import { roleCodeOf, type RoleWord } from '../../domain/access/roles.ts'
import { administrators } from '../access/people.ts'
import { managersAbove } from '../access/places.ts'
import type { Tx } from '../db/tx.ts'

/**
 * Who looks after things in each of these places (null: in none): the managers of the nearest place upwards that has some with the role, or with one of
 * the organisation's own that lets them keep the same, else
 * of the nearest that has any, else the administrators.
 */
export const keepersOf = async (tx: Tx, places: readonly (Id | null)[], role: RoleWord): Promise<(place: Id | null) => readonly Id[]> => {
  const placeIds = [...new Set(places.filter((place) => place !== null))]
  const [rows, others] = await Promise.all([
    placeIds.length === 0
      ? []
      : tx.query<Manager>(managersText, [tx.orgId, placeIds, roleCodeOf(role, tx.orgId), keepingCodes[role] ?? null]),
    administrators(tx),
  ])
  const byPlace = Map.groupBy(rows, ({ of }) => of)
  return (place) => {
    const managers = (place && byPlace.get(place)) || []
    const nearest = managers.find(({ fits }) => fits) ?? managers[0]
    if (!nearest) return others
    return managers.filter(({ depth, fits }) => depth === nearest.depth && fits === nearest.fits).map(({ uid }) => uid)
  }
}

/** Who looks after what documents of a kind bring to a place. */
export const keepersFor = async (tx: Tx, kind: DocumentKind, place: Id): Promise<readonly Id[]> =>
  (await keepersOf(tx, [place], isConsumable(kind) ? consumableManagerRole : assetManagerRole))(place)

/** What a role of the organisation's own holds that keeps what a delivered role keeps. */
const keepingCodes: Readonly<Partial<Record<RoleWord, FunctionCode>>> = {
  [assetManagerRole]: 'gsoutstockorder:post',
  [consumableManagerRole]: 'csoutstockorder:post',
}

type Manager = { of: Id; depth: number; uid: Id; fits: boolean }

const managersText = `${managersAbove}
  select a.of, a.depth, m.uid, exists (
    select from person_role r join role o on o.org_id = $1 and o.id = r.role_id
    where r.org_id = $1 and r.uid = m.uid and (o.role_code = $3 or (o.codes @> array[$4::text] and o.deleted_at is null))) as fits
  from above a join manager m on m.id = a.id join person p on p.org_id = $1 and p.id = m.uid and p.state = 'active' and p.deleted_at is null
  order by a.of, a.depth, m.uid`
