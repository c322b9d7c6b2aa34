import { type Check, holds } from './check.ts'

const tree = (table: string): Check =>
  holds(
    `${table}: the tree has no circle and no branch that hangs on something deleted`,
    `with recursive reached as (
       select id from ${table} where org_id = $1 and parent_id is null and deleted_at is null
       union all
       select c.id from ${table} c join reached r on c.parent_id = r.id where c.org_id = $1 and c.deleted_at is null
     )
     select id::text from ${table} where org_id = $1 and deleted_at is null and id not in (select id from reached)`,
  )

/** What must hold of places, departments, people and announcements. */
export const organisationChecks: readonly Check[] = [
  tree('location'),
  tree('category'),
  tree('department'),
  holds(
    'people: nobody out of service has a session',
    `select coalesce(p.username, p.phone, p.id::text) from session s join person p on p.org_id = $1 and p.id = s.uid
     where s.org_id = $1 and s.ended_at is null and s.expires_at > now() and (p.state <> 'active' or p.deleted_at is not null)`,
  ),
  holds(
    'files: what they take together is what is counted',
    `select 'counted ' || coalesce(r.used_bytes, 0) || ', there are ' || f.bytes
     from (select (select coalesce(sum(size_bytes), 0) from file where org_id = $1 and emptied_at is null) + (select coalesce(sum(size_bytes), 0) from takeout where org_id = $1)
       + (select coalesce(sum(used_bytes + reserved_bytes), 0) from disk_space where org_id = $1) as bytes) f
     left join file_room r on r.org_id = $1
     where f.bytes <> coalesce(r.used_bytes, 0)`,
  ),
  holds(
    'watched: roles, grants, places, licences, flows and whoever stands in are what the last change made of them',
    `select what from watched_faults($1)`,
  ),
]
