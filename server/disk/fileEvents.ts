import type { FileAction } from '../../domain/records/history/fileActions.ts'
import { newId, type Id } from '../../kernel/id.ts'
import type { Tx } from '../db/tx.ts'

/** A file or a folder by the space that it is or was in. */
export type PlacedNode = { readonly spaceId: Id; readonly name: string }

/** Writes into the histories of records what happened to nodes in their folders; nodes of other spaces are left out. */
export const recordFileEvents = async (tx: Tx, actor: Id, action: FileAction, nodes: readonly PlacedNode[]): Promise<void> => {
  if (nodes.length === 0) return
  await tx.query(
    `insert into record_event (org_id, id, noun, record_id, action, actor_uid, at, details)
     select s.org_id, f.id, s.noun, s.id, $2, $3, $4, jsonb_build_object('name', f.name)
     from unnest($5::bigint[], $6::bigint[], $7::text[]) as f (id, space_id, name)
     join disk_space s on s.org_id = $1 and s.id = f.space_id where s.noun in ('asset', 'consumable', 'supplier')`,
    [
      tx.orgId,
      action,
      actor,
      new Date(tx.now()).toISOString(),
      nodes.map(() => newId()),
      nodes.map(({ spaceId }) => spaceId),
      nodes.map(({ name }) => name),
    ],
  )
}
