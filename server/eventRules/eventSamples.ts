import { addDays, dayAt } from '../../kernel/day.ts'
import type { EventRule } from '../../domain/eventRules/operations.ts'
import type { RuleEvent } from '../../domain/eventRules/eventRule.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { monitorTable } from '../../domain/approval/process/applyingTable.ts'
import { stockTable } from '../../domain/records/stockTable.ts'
import type { KnownTable } from '../../domain/tables/operations.ts'
import { rowsMatching, type RuleReader } from './matching.ts'

/** What a rule waits for. */
export type AwaitedEvent = Pick<EventRule, 'subject' | 'event' | 'field' | 'documentKind' | 'daysBefore'>

/** So many of the last events are looked at for a preview. */
export const sampledEvents = 100
/** Among so many of the last entries of histories. */
const sampledEntries = 20_000

type Ids = { id: string }[]

/** The rows of the last events that a rule waits for, newest first; one that met several stands there once for each. */
export const sampleRows = async (reader: RuleReader, knownTable: KnownTable, awaitedEvent: AwaitedEvent): Promise<string[]> => {
  const { tx } = reader
  if (awaitedEvent.event === 'reached') return reachedRows(reader, awaitedEvent)
  if (knownTable.table === stockTable) return lowRows(reader, awaitedEvent.event)
  if (knownTable.table === monitorTable) return idsIn(await processRows(reader, awaitedEvent.event))
  if (knownTable.kind?.noun === 'asset') return idsIn(await assetRows(reader, awaitedEvent))
  if (knownTable.kind) {
    const order = awaitedEvent.event === 'created' ? 'r.id' : 'r.updated_at'
    const { table } = knownTable.kind
    return idsIn(
      await tx.query<{ id: string }>(
        `select r.id from "${table}" r where r.org_id = $1 and r.deleted_at is null order by ${order} desc limit ${sampledEvents}`,
        [tx.orgId],
      ),
    )
  }
  return idsIn(await documentRows(reader, awaitedEvent))
}

const idsIn = (rows: Ids): string[] => rows.map(({ id }) => id)

/** What the rule would have found within the last month. */
const reachedRows = async (reader: RuleReader, { subject, field, daysBefore }: AwaitedEvent): Promise<string[]> => {
  if (field === null) return []
  const lastDay = addDays(dayAt(reader.tx.now()), daysBefore ?? 0)
  const [from, until] = [addDays(lastDay, -sampledDays), lastDay]
  return idsIn(await rowsMatching(reader, subject, { where: [], day: { key: field, from, until }, atMost: sampledEvents }))
}

const sampledDays = 30

const lowRows = async (reader: RuleReader, event: RuleEvent): Promise<string[]> =>
  idsIn(await rowsMatching(reader, stockTable.name, { where: [{ key: 'low', is: event === 'low' ? 'yes' : 'no' }], atMost: sampledEvents }))

const processRows = ({ tx }: RuleReader, event: RuleEvent): Promise<Ids> =>
  tx.query<{ id: string }>(
    `select i.id from wf_instance i where i.org_id = $1 and ($2::text = 'started' or i.status = $2) order by i.id desc limit ${sampledEvents}`,
    [tx.orgId, event],
  )

const assetRows = ({ tx }: RuleReader, { event, field, documentKind }: AwaitedEvent): Promise<Ids> =>
  tx.query<{ id: string }>(
    `select e.asset_id as id from (
       select x.id, x.asset_id, x.action, x.changes from asset_event x where x.org_id = $1 order by x.id desc limit ${sampledEntries}) e
     where case $2::text
       when 'created' then e.changes -> 'account' -> 0 = 'null'::jsonb
       when 'changed' then e.changes <> '{}' and (e.changes -> 'account' -> 0) is distinct from 'null'::jsonb and ($3::text is null or e.changes ? $3)
       else split_part(e.action, '/', 1) = any ($4::text[]) end
     order by e.id desc limit ${sampledEvents}`,
    [tx.orgId, event, field, documentKind === null ? documentKinds.map(({ kind }) => kind) : [documentKind]],
  )

const documentRows = ({ tx }: RuleReader, { subject, event }: AwaitedEvent): Promise<Ids> =>
  tx.query<{ id: string }>(
    `select d.id from document d where d.org_id = $1 and d.kind = $2 and d.state <> 'draft' and ($3::text = 'submitted' or d.state = $3)
     order by d.id desc limit ${sampledEvents}`,
    [tx.orgId, documentKinds.find((kind) => codeOf(kind) === subject)?.kind ?? '', event],
  )
