import pg from 'pg'
import { isOfExtension } from './extensions.ts'
import { appendOnlyTables, tablesWithoutOrganisation } from './migrate.ts'
import { openSession } from './session.ts'

/**
 * What the schema lacks for keeping organisations apart, one sentence each that names the table, index or function; empty when all
 * is well. `url` is the owner's.
 */
export const catalogueFaults = async (url: string): Promise<string[]> => {
  const client = await openSession({
    url,
    settings: {},
    config: { connectionTimeoutMillis: 10_000 },
    make: (config) => new pg.Client(config),
  })
  client.on('error', () => undefined)
  try {
    const result = await client.query(faults, [tablesWithoutOrganisation, appendOnlyTables])
    return result.rows.map((row) => row.words)
  } finally {
    await client.end()
  }
}

const faults = `
with
  relations as (
    select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and not ${isOfExtension('pg_class', 'c.oid')}
  ),
  functions as (
    select f.* from pg_proc f where f.pronamespace = 'public'::regnamespace and not ${isOfExtension('pg_proc', 'f.oid')}
  ),
  tables as (
    select c.oid, c.relname as name, c.relrowsecurity, c.relforcerowsecurity, c.relowner,
      (select a.attnum from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'org_id' and a.attnotnull and a.atttypid = 'bigint'::regtype and not a.attisdropped) as org_at
    from relations c
    where c.relkind in ('r', 'p')
  ),
  owned as (select * from tables where org_at is not null),
  app as (select oid from pg_roles where rolname = 'zaice_app'),
  gate as (select oid from pg_roles where rolname = 'zaice_gate')

select 'The database has the encoding ' || current_setting('server_encoding') || ' and must have UTF8.' as words
where current_setting('server_encoding') <> 'UTF8'

union all
select 'PostgreSQL ' || current_setting('server_version') || ' is too old; 15 is the oldest that works.'
where current_setting('server_version_num')::int < 150000

union all
select 'The table ' || name || ' has no column org_id bigint NOT NULL.'
from tables where org_at is null and name <> all ($1::text[])

union all
select 'The unique index ' || i.indexrelid::regclass || ' of ' || t.name || ' does not begin with org_id.'
from owned t join pg_index i on i.indrelid = t.oid where i.indisunique and i.indkey[0] <> t.org_at

union all
select 'The index ' || i.indexrelid::regclass || ' of ' || t.name || ' is not valid; drop it and start again.'
from tables t join pg_index i on i.indrelid = t.oid where not i.indisvalid

union all
select 'The foreign key ' || k.conname || ' of ' || t.name || ' does not begin with org_id on both sides.'
from owned t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
left join owned r on r.oid = k.confrelid
where k.conkey[1] <> t.org_at or r.org_at is null or k.confkey[1] <> r.org_at

union all
select 'The constraint ' || k.conname || ' of ' || t.name || ' is not validated.'
from tables t join pg_constraint k on k.conrelid = t.oid where not k.convalidated

union all
select 'Row-level security is not enabled and forced on the table ' || name || '.'
from owned where not (relrowsecurity and relforcerowsecurity)

union all
select 'The table ' || t.name || ' has no policy own_organisation that compares org_id with current_org().'
from owned t
where not exists (
  select from pg_policy p where p.polrelid = t.oid and p.polname = 'own_organisation' and p.polcmd = '*' and p.polroles = '{0}'
    and pg_get_expr(p.polqual, p.polrelid) = '(org_id = current_org())' and pg_get_expr(p.polwithcheck, p.polrelid) = '(org_id = current_org())')

union all
select 'The policy ' || p.polname || ' of ' || t.name || ' opens the table to others than zaice_gate.'
from owned t join pg_policy p on p.polrelid = t.oid, gate
where p.polname <> 'own_organisation' and p.polpermissive and p.polroles <> array[gate.oid]

union all
select 'The function current_org() does not read the setting app.org so that an unset one is an error.'
where not exists (
  select from pg_proc where oid = to_regprocedure('current_org()') and prosrc ~ 'current_setting\\(''app\\.org''\\)::bigint')

union all
select 'The function ' || f.oid::regprocedure || ' runs with its owner''s rights and has no fixed search_path.'
from functions f
where f.prosecdef
  and not exists (select from unnest(coalesce(f.proconfig, '{}')) setting where setting like 'search_path=%')

union all
select 'The function ' || f.oid::regprocedure || ' runs with the rights of ' || o.rolname || ' and must run with those of zaice_gate.'
from functions f join pg_roles o on o.oid = f.proowner
where f.prosecdef and o.rolname <> 'zaice_gate'

union all
select 'The function ' || f.oid::regprocedure || ' runs with its owner''s rights and may be called by everybody.'
from functions f
where f.prosecdef
  and exists (select from aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a where a.grantee = 0)

union all
select 'The view ' || c.relname || ' reads with its owner''s rights; it must be made with security_invoker.'
from relations c
where c.relkind = 'v'
  and not coalesce(c.reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']

union all
select 'The ' || case c.relkind when 'm' then 'materialised view ' else 'foreign table ' end || c.relname || ' knows no row-level security.'
from relations c where c.relkind in ('m', 'f')

union all
select 'The role ' || r.rolname || ' is a superuser or passes by row-level security.'
from pg_roles r where r.rolname in ('zaice_app', 'zaice_gate') and (r.rolsuper or r.rolbypassrls)

union all
select 'The role zaice_app may act as zaice_gate.'
from app, gate where pg_has_role(app.oid, gate.oid, 'member')

union all
select 'The role zaice_app owns the table ' || t.name || '.' from tables t, app where t.relowner = app.oid

union all
select 'The role zaice_app owns the function ' || f.oid::regprocedure || '.'
from functions f, app where f.proowner = app.oid

union all
select 'The role zaice_app has the privilege ' || privilege || ' on the table ' || t.name || '.'
from tables t, app, unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER', 'UPDATE', 'DELETE']) privilege
where has_table_privilege(app.oid, t.oid, privilege) and (privilege not in ('UPDATE', 'DELETE') or t.name = any ($2::text[]))

order by 1`
