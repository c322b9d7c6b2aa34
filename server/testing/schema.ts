import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import * as v from 'valibot'
import { isOfExtension } from '../db/extensions.ts'
import type { Migration } from '../db/migrate.ts'

/** The migrations of version 0.3.0 as they were released: they make a database whose schema the baseline describes. */
export const readFormerMigrations = (): Migration[] => {
  const packed = readFileSync(join(import.meta.dirname, '../db/schemaAt340.json.gz'))
  const files = v.parse(v.array(v.object({ name: v.string(), text: v.string() })), JSON.parse(gunzipSync(packed).toString('utf8')))
  return files.map(({ name, text }) => ({ name, text, sha256: createHash('sha256').update(text).digest('hex') }))
}

/** Every object of the schema at `url`, one line each with all that defines it, comments apart. `url` is the owner's. */
export const schemaObjects = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(objects)
    return rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}

/** The privileges of an object, in the order of who has them. */
const privilegesOf = (acl: string): string => `coalesce((
  select string_agg(concat_ws(' ', coalesce(g.rolname, 'public'), a.privilege_type, a.is_grantable, 'by', b.rolname), ', '
    order by g.rolname collate "C", a.privilege_type collate "C")
  from aclexplode(${acl}) a left join pg_roles g on g.oid = a.grantee left join pg_roles b on b.oid = a.grantor), 'of its owner')`

const objects = `
with
  relations as (
    select c.*, c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and not ${isOfExtension('pg_class', 'c.oid')}
  ),
  functions as (
    select f.* from pg_proc f where f.pronamespace = 'public'::regnamespace and not ${isOfExtension('pg_proc', 'f.oid')}
  ),
  all_objects as (
    select concat_ws(' | ', 'relation', name, relkind, relpersistence, pg_get_userbyid(relowner), relrowsecurity, relforcerowsecurity, relreplident,
      reloptions::text, ${privilegesOf('relacl')}) as line
    from relations where relkind not in ('i', 'I', 'S')

    union all
    select concat_ws(' | ', 'column', r.name, lpad(a.attnum::text, 3, '0'), a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      a.attidentity, a.attgenerated, a.attstorage, a.attcompression, a.attstattarget, a.attoptions::text, a.attcollation::regcollation,
      pg_get_expr(d.adbin, d.adrelid), ${privilegesOf('a.attacl')})
    from relations r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where r.relkind not in ('i', 'I', 'S')

    union all
    select concat_ws(' | ', 'constraint', r.name, k.conname, pg_get_constraintdef(k.oid), k.convalidated, k.condeferrable, k.conislocal)
    from relations r join pg_constraint k on k.conrelid = r.oid

    union all
    select concat_ws(' | ', 'index', r.name, pg_get_indexdef(i.indexrelid), i.indisprimary, i.indisvalid, i.indisclustered, i.indisreplident)
    from relations r join pg_index i on i.indrelid = r.oid

    union all
    select concat_ws(' | ', 'policy', r.name, p.polname, p.polcmd, p.polpermissive, p.polroles::regrole[]::text, pg_get_expr(p.polqual, p.polrelid),
      pg_get_expr(p.polwithcheck, p.polrelid))
    from relations r join pg_policy p on p.polrelid = r.oid

    union all
    select concat_ws(' | ', 'trigger', r.name, pg_get_triggerdef(t.oid), t.tgenabled)
    from relations r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal

    union all
    select concat_ws(' | ', 'rule', r.name, pg_get_ruledef(w.oid)) from relations r join pg_rewrite w on w.ev_class = r.oid

    union all
    select concat_ws(' | ', 'function', oid::regprocedure, pg_get_userbyid(proowner), pg_get_functiondef(oid), ${privilegesOf('proacl')})
    from functions where prokind <> 'a'

    union all
    select concat_ws(' | ', 'sequence', r.name, pg_get_userbyid(r.relowner), s.seqtypid::regtype, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle,
      -- Where numbers of messages begin depends on the moment at which the table was made.
      case when r.name <> 'message_seq_seq' then s.seqstart end, d.refobjid::regclass, d.refobjsubid, ${privilegesOf('r.relacl')})
    from relations r join pg_sequence s on s.seqrelid = r.oid
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.deptype = 'i'

    union all
    select concat_ws(' | ', 'type', t.oid::regtype, t.typtype) from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype <> 'b' and t.typrelid = 0
      and not exists (select from pg_depend e where e.classid = 'pg_type'::regclass and e.objid = t.oid and e.deptype = 'e')

    union all
    select concat_ws(' | ', 'collation', collname, collprovider, collisdeterministic, colllocale, collencoding) from pg_collation
    where collnamespace = 'public'::regnamespace

    union all
    select concat_ws(' | ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext

    union all
    select concat_ws(' | ', 'extension', extname, extversion) from pg_extension

    union all
    select concat_ws(' | ', 'schema', nspname, ${privilegesOf('nspacl')}) from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'

    union all
    select concat_ws(' | ', 'default privileges', ${privilegesOf('defaclacl')}) from pg_default_acl
  )
select line from all_objects order by line collate "C"`
