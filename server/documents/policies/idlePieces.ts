import { refusal } from '../../../kernel/refusal.ts'
import type { Id } from '../../../kernel/id.ts'
import { idleCountLimit } from '../../../domain/documents/catalogueOperations.ts'
import type { PolicyFinding } from '../../../domain/documents/policyOperations.ts'
import type { Tx } from '../../db/tx.ts'
import type { PolicyFault, PolicyRequest } from './policyLine.ts'

type IdleRow = { model: Id; name: string; same: number } & Omit<NonNullable<PolicyFinding['idle']>, 'price'>

/** Where the organisation wants that: idle pieces in stores that would do instead of what is to be bought: of the model, else of its category. */
export const idlePieceFaults = async (tx: Tx, { lines }: PolicyRequest): Promise<PolicyFault[]> => {
  const models = [...new Set(lines.map(({ item }) => item))]
  const rows = await tx.query<IdleRow>(idleText, [tx.orgId, models])
  const byModel = new Map(rows.map((row) => [row.model, row]))
  return lines.flatMap(({ index, item, price }): PolicyFault[] => {
    const row = byModel.get(item)
    if (!row) return []
    const { name, same, free, places, pieces } = row
    const params = { item: name, free, same, places: places.map((place) => `${place.name} ${place.free}`).join('、') }
    const words =
      same > 0
        ? '{item}还有{free}件闲置（同型号{same}件），在{places}；请先领用或借用，仍要采购请说明原因'
        : '与{item}同类的还有{free}件闲置，在{places}；请先领用或借用，仍要采购请说明原因'
    return [{ index, refusal: refusal('policy.idle', words, params), idle: { free, places, pieces, price: price ?? null } }]
  })
}

const placesAtMost = 3
const piecesAtMost = 3

/** Sound idle pieces `a` of organisation $1 that no document takes, by `which`. */
const idleOf = (which: string, same: boolean): string => `
  (select a.id, a.instance_name as name, a.instance_code as code, l.loc_name as place, split_part(a.instance_image, ',', 1) as picture, ${same} as same
   from asset a
   join balance b on b.org_id = $1 and b.item_id = a.id and b.reserved = 0
   join location l on l.org_id = $1 and l.id = a.loc_id
   where a.org_id = $1 and ${which} and a.state = 'idle' and a.deleted_at is null and coalesce(a.condition, 'good') in ('good', 'worn')
   limit ${idleCountLimit})`

const idleText = `
  select m.id as model, m.goods_name || coalesce(' ' || m.spec, '') as name, f.free, f.same, f.places, f.pieces
  from model m cross join lateral (
    with piece as (
      ${idleOf('a.goods_id = m.id', true)}
      union all
      ${idleOf('a.cat_id = m.cat_id and a.goods_id <> m.id', false)}
    )
    select (select count(*)::int from piece) as free, (select count(*)::int from piece where same) as same,
      (select coalesce(jsonb_agg(jsonb_build_object('name', p.place, 'free', p.n) order by p.n desc, p.place), '[]') from
        (select place, count(*)::int as n from piece group by place order by count(*) desc, place limit ${placesAtMost}) p) as places,
      (select coalesce(jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.name, 'code', p.code, 'place', p.place, 'picture', nullif(p.picture, ''),
         'same', p.same) order by p.same desc, p.id), '[]') from (select * from piece order by same desc, id limit ${piecesAtMost}) p) as pieces
  ) f
  where m.org_id = $1 and m.id = any ($2::bigint[]) and f.free > 0
    and coalesce((select (o.settings ->> 'poolFirst')::boolean from organisation o where o.org_id = $1), true)`
