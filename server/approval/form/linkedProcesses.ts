import type { Id } from '../../../kernel/id.ts'
import type { Tx } from '../../db/tx.ts'

/** The numbers of applications, which everyone may know, by id. */
export const numbersOf = async (tx: Tx, ids: readonly Id[]): Promise<Record<Id, string>> => {
  if (ids.length === 0) return {}
  const rows = await tx.query<{ id: Id; number: string }>(
    'select id, number from wf_instance where org_id = $1 and id = any ($2::bigint[])',
    [tx.orgId, ids],
  )
  return Object.fromEntries(rows.map(({ id, number }) => [id, number]))
}

/** Those of some applications that are there and, where a `reader` is named, that he has or had a part in. */
export const linkableAmong = async (tx: Tx, ids: readonly Id[], reader: Id | undefined): Promise<ReadonlySet<Id>> => {
  if (ids.length === 0) return new Set()
  const rows = await tx.query<{ id: Id }>(
    `select i.id from wf_instance i where i.org_id = $1 and i.id = any ($2::bigint[]) and ($3::bigint is null or exists (
       select from wf_participant w where w.org_id = $1 and w.instance_id = i.id and w.uid = $3))`,
    [tx.orgId, ids, reader ?? null],
  )
  return new Set(rows.map(({ id }) => id))
}
