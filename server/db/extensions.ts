/**
 * SQL condition: the object `oid` of the catalogue `catalogue` (`pg_class`, `pg_proc`) belongs to an installed extension. Its extension
 * answers for its owner and its privileges; the rules of our schema do not apply to it.
 */
export const isOfExtension = (catalogue: 'pg_class' | 'pg_proc', oid: string): string =>
  `exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${oid} and e.deptype = 'e')`
