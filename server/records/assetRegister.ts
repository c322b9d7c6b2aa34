import { assertDefined } from '../../kernel/assert.ts'
import { asset, type holderStates, labelsDue, unseenSpans } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { tableOfRecord } from '../../domain/records/table.ts'
import type { Table } from '../../domain/tables/define.ts'
import { type RecordTable, tableOf } from '../db/recordTable.ts'
import type { Standings } from '../tables/columnStanding.ts'
import { standingsOf, storedStandingsOf } from '../tables/records.ts'
import { dueOf, isLabelled, lastLabel } from './labelFacts.ts'

type LabelDue = (typeof labelsDue)[number]['value']

/** Whether the label of a row `of` is due. One row is looked at after the other: nothing says beforehand how many there are. */
export const labelCondition = (choice: unknown, alias: string): string => {
  const { value: due } = assertDefined(
    labelsDue.find(({ value }) => value === choice),
    `the labels that are ${String(choice)}`,
  )
  const { never, changed } = dueOf(asset, alias)
  const dueConditions: Record<LabelDue, string> = { never, changed, due: `(${never} or ${changed})` }
  const dueCondition = dueConditions[due]
  return `${isLabelled(alias)} and exists (select from (select) one left join ${lastLabel(asset, alias)} on true where ${dueCondition} offset 0)`
}

type HolderState = (typeof holderStates)[number]['value']

/** Whether the person who has an asset `alias` is in service. */
const holderCondition = (choice: string, alias: string): string => {
  const isOutOfService = `exists (select from person h where h.org_id = $1 and h.id = ${alias}.holder_uid and (h.state <> 'active' or h.deleted_at is not null))`
  const stateConditions: Record<HolderState, string> = {
    left: isOutOfService,
    active: `${alias}.holder_uid is not null and not ${isOutOfService}`,
  }
  return Object.hasOwn(stateConditions, choice) ? stateConditions[choice as HolderState] : 'false'
}

/** Whether an asset `alias` that is still there was neither entered, nor moved, nor seen in a count for so long; what was taken back is not seen. */
const unseenCondition = (choice: string, alias: string): string => {
  const span = unseenSpans.find(({ value }) => value === choice)
  if (!span) return 'false'
  const since = `now() - interval '${span.days} days'`
  return `(${alias}.state <> 'gone' and ${alias}.created_at < ${since}
    and not exists (select from move u where u.org_id = $1 and u.item_kind = 'asset' and u.item_id = ${alias}.id and u.business_date >= (${since})::date)
    and not exists (select from count_event u join count_task t on t.org_id = $1 and t.id = u.task_id
      where u.org_id = $1 and u.item_id = ${alias}.id and u.kind = 'seen' and u.happened_at >= ${since} and coalesce(t.closed_at, now()) >= ${since}
        and not exists (select from count_event v where v.org_id = $1 and v.task_id = u.task_id and v.device = u.device and v.kind = 'void'
          and (v.body ->> 'voids')::int = u.seq)))`
}

/** The register as an organisation has it: its columns, and where they stand in rows `a` and in rows `r` that were read. */
type Register = {
  readonly table: RecordTable
  readonly columns: Table
  readonly standings: Standings
  /** The same where what lies below the nodes of trees is named as well. */
  readonly spreadStandings: Standings
  readonly storedStandings: Standings
}

const registers = new WeakMap<RecordKind, Register>()

export const registerOf = (kind: RecordKind): Register => {
  const madeRegister = registers.get(kind)
  if (madeRegister) return madeRegister
  const standings = standingsOf(kind, 'a', {
    label: { sql: '', holds: (due) => labelCondition(due, 'a') },
    holderState: { sql: '', holds: (state) => holderCondition(state, 'a') },
    unseenFor: { sql: '', holds: (span) => unseenCondition(span, 'a') },
  })
  const register = {
    table: tableOf(kind),
    columns: tableOfRecord(kind),
    standings,
    spreadStandings: Object.fromEntries(Object.entries(standings).map(([key, one]) => [key, { ...one, tree: undefined }])),
    storedStandings: storedStandingsOf(kind, 'r'),
  }
  registers.set(kind, register)
  return register
}
