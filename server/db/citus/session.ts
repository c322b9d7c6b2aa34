import type { Id } from '../../../kernel/id.ts'

/** SQL: whether the database is one of several machines, with the extension that spreads tables over them. */
export const distributedSql = `exists (select from pg_extension where extname = 'citus')`

/** What a transaction sets for itself reaches the machines that it comes to; a database that stands alone takes no notice. */
export const passedOn = { 'citus.propagate_set_commands': 'local' }

/** Binds a transaction to an organisation on every machine that it comes to; nothing that a session sets does so. */
export const bindTransaction = (orgId: Id): string => `set local app.org = '${orgId}'`
