import type { RecordEvent } from '../../../domain/records/mergeOperations.ts'
import type { FileAction } from '../../../domain/records/history/fileActions.ts'
import type { Noun } from '../../../kernel/field.ts'
import { type Id, newId } from '../../../kernel/id.ts'
import type { Moment } from '../../../kernel/day.ts'
import type { Tx } from '../../db/tx.ts'

export type RecordAction = 'delete' | 'restore' | 'merge' | 'absorb'

/** Writes what became of records: who did it, and when. */
export const recordEvent = async (
  tx: Tx,
  { noun, actor, at }: { readonly noun: Noun; readonly actor: Id; readonly at: number },
  events: readonly { readonly record: Id; readonly action: RecordAction; readonly details?: Readonly<Record<string, unknown>> }[],
): Promise<void> => {
  const rows = events.map(({ record, action, details = {} }) => ({ id: newId(), record, action, details }))
  await tx.query(
    `insert into record_event (org_id, id, noun, record_id, action, actor_uid, at, details)
     select o.org_id, e.id, $2, e.record, e.action, $3, $4, e.details
     from organisation o cross join jsonb_to_recordset($5::jsonb) as e (id bigint, record bigint, action text, details jsonb) where o.org_id = $1`,
    [tx.orgId, noun, actor, new Date(at).toISOString(), JSON.stringify(rows)],
  )
}

type EventRow = { id: Id; action: RecordAction | FileAction; at: Moment; actorName: string | null; otherName: string | null }

/** What became of one record, newest first. */
export const eventsOfRecord = (tx: Tx, noun: Noun, id: Id): Promise<RecordEvent[]> =>
  tx.query<EventRow>(
    `select e.id, e.action, e.at, p.user_name as "actorName", coalesce(e.details -> 'other' ->> 'name', e.details ->> 'name') as "otherName"
     from record_event e left join person p on p.org_id = $1 and p.id = e.actor_uid
     where e.org_id = $1 and e.noun = $2 and e.record_id = $3 order by e.id desc limit 100`,
    [tx.orgId, noun, id],
  )
