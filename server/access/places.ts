/** The condition on a place `l` that a person, given by an expression, manages it. `$1` is the organisation. */
export const managedBy = (person: string): string => `(l.manager_uid = ${person} or exists (
  select from location_user u where u.org_id = $1 and u.loc_id = l.id and u.uid = ${person} and u.kind = 'manager'))`

/** No one nests places deeper than this. */
const depthAtMost = 50

/**
 * The beginning of a statement about who manages places or what is around them: `above` (of, id, depth) are the places `$2` and, `depth`
 * steps up, those around them; `manager` (id, uid, rank) who manages each, rank 0 for the one named first. `$1` is the organisation.
 */
export const managersAbove = `
  with recursive above (of, id, depth) as (
    select l.id, l.id, 0 from location l where l.org_id = $1 and l.id = any ($2::bigint[])
    union all
    select a.of, l.parent_id, a.depth + 1 from above a join location l on l.org_id = $1 and l.id = a.id
    where l.parent_id is not null and a.depth < ${depthAtMost}
  ), manager as (
    select named.id, named.uid, min(named.rank) as rank from (
      select l.id, l.manager_uid as uid, 0 as rank from location l
      where l.org_id = $1 and l.id in (select id from above) and l.deleted_at is null and l.manager_uid is not null
      union all
      select u.loc_id, u.uid, 1 from location_user u join location l on l.org_id = $1 and l.id = u.loc_id and l.deleted_at is null
      where u.org_id = $1 and u.loc_id in (select id from above) and u.kind = 'manager'
    ) named group by named.id, named.uid
  )`
