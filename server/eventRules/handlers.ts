import { type Id } from '../../kernel/id.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import { eventsOfTable, isAwaitedDay, isPersonColumn, type RuleAction, rulesAtMost } from '../../domain/eventRules/eventRule.ts'
import {
  type EventRule,
  eventRuleList,
  eventRulePreview,
  eventRuleRetire,
  eventRuleRetry,
  eventRuleRuns,
  eventRuleSave,
  eventRuleSwitch,
  type RunState,
} from '../../domain/eventRules/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { KnownTable } from '../../domain/tables/operations.ts'
import { flowRowOf } from '../approval/flow/rows.ts'
import { insideKey } from '../approval/flow/key.ts'
import { handle, type Handler, type ParsedInput, type SignedIn } from '../call.ts'
import { onlyRow, requireUnchanged } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { enqueue } from '../jobs/jobs.ts'
import { pageFor, partOf } from '../page.ts'
import { type AwaitedEvent, sampleRows } from './eventSamples.ts'
import { nameOfRow, readableTable, rowsMatching, ruleTable, wordsOfRow } from './matching.ts'
import { eventRuleJob, forgetActiveRules } from './raise.ts'
import { placeColumn, type RuleResult, rowLink, settingFault, unknownPlaces } from './ruleActions.ts'
import { readRule, readRules } from './ruleStore.ts'
import { ruleDaysJob } from './ruleWorker.ts'

const title = '自动规则'

export const eventRuleHandlers: readonly Handler[] = [
  handle(eventRuleList, async ({ tx }) => ({ list: await readRules(tx) })),
  handle(eventRuleSave, (call, input) => saveRule(call, input)),
  handle(eventRulePreview, (call, input) => previewRule(call, input)),
  handle(eventRuleRuns, (call, input) => listRuns(call, input)),

  handle(eventRuleSwitch, async ({ tx }, { id, isOn }) => {
    const rule = await readRule(tx, id)
    if (rule.isRetired && isOn) refuse('eventRule.retired', '规则已停用，请先恢复')
    await tx.query('update event_rule set is_on = $3, version = version + 1 where org_id = $1 and id = $2 and is_on <> $3', [
      tx.orgId,
      id,
      isOn,
    ])
    await planWork(tx, id)
    return readRule(tx, id)
  }),

  handle(eventRuleRetire, async ({ tx }, { id, isRetired }) => {
    await readRule(tx, id)
    await tx.query(
      `update event_rule set retired_at = case when $3 then $4::timestamptz end, is_on = false, version = version + 1
       where org_id = $1 and id = $2 and (retired_at is not null) <> $3`,
      [tx.orgId, id, isRetired, new Date(tx.now()).toISOString()],
    )
    await planWork(tx, id)
    return readRule(tx, id)
  }),

  handle(eventRuleRetry, async ({ tx }, { id }) => {
    const [run] = await tx.query<{ rule: Id }>(
      `update event_rule_run set state = 'waiting', attempts = 0, next_at = $3, words = null, params = '{}'
       where org_id = $1 and id = $2 and state in ('failed', 'stopped') returning rule_id as rule`,
      [tx.orgId, id, new Date(tx.now()).toISOString()],
    )
    if (!run) {
      const [existing] = await tx.query<{ state: RunState }>('select state from event_rule_run where org_id = $1 and id = $2', [
        tx.orgId,
        id,
      ])
      if (!existing) throw new NotFound()
      return { waiting: existing.state === 'waiting' }
    }
    await enqueue(tx, { kind: eventRuleJob, key: run.rule })
    return { waiting: true }
  }),
]

/** What is in use from now on is heard at once in this process; days are looked for at once. */
const planWork = async (tx: Tx, rule: Id): Promise<void> => {
  forgetActiveRules(tx)
  await enqueue(tx, { kind: eventRuleJob, key: rule })
  await enqueue(tx, { kind: ruleDaysJob, key: '' })
}

type SaveInput = ParsedInput<typeof eventRuleSave>

const saveRule = async (call: SignedIn, input: SaveInput): Promise<EventRule> => {
  const { tx, session } = call
  const { id, version, where, actions, isOn } = input
  const awaitedEvent = awaitedOf(input)
  const knownTable = await readableTable(call, awaitedEvent.subject)
  requireEvent(knownTable, awaitedEvent)
  // What its list would not understand, or not answer the maker, is refused in the list's words.
  await rowsMatching(call, awaitedEvent.subject, { where, among: [], atMost: 1 })
  for (const action of actions) await requireAction(tx, knownTable, action)
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('event_rule', $1::bigint))`, [tx.orgId])
  const [before] = await readRules(tx, id)
  if (before && version === 0) return before
  if (!before && version !== 0) throw new NotFound()
  if (before) requireUnchanged(title, version, before.version)
  if (!before) {
    const { n } = await onlyRow(
      tx.query<{ n: number }>('select count(*)::int as n from event_rule where org_id = $1 and retired_at is null', [tx.orgId]),
    )
    if (n >= rulesAtMost) refuse('eventRule.tooMany', '最多{max}条自动规则，请先停用不用的', { max: rulesAtMost })
  }
  await tx.query(
    `insert into event_rule as r (org_id, id, title, subject, event, field, document_kind, days_before, conditions, actions, is_on, maker_uid, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (org_id, id) do update set title = $3, subject = $4, event = $5, field = $6, document_kind = $7, days_before = $8, conditions = $9,
       actions = $10, is_on = $11 and r.retired_at is null, maker_uid = $12, updated_at = $13, version = r.version + 1,
       found_until = case when (r.field, r.days_before, r.event) is not distinct from ($6, $8, $5) then r.found_until end`,
    [
      tx.orgId,
      id,
      input.title,
      awaitedEvent.subject,
      awaitedEvent.event,
      awaitedEvent.field,
      awaitedEvent.documentKind,
      awaitedEvent.daysBefore,
      JSON.stringify(where),
      JSON.stringify(actions),
      isOn,
      session.uid,
      new Date(tx.now()).toISOString(),
    ],
  )
  await planWork(tx, id)
  return readRule(tx, id)
}

/** What is said of the event, and nothing that its kind does not take. */
const awaitedOf = ({ subject, event, field, documentKind, daysBefore }: ParsedInput<typeof eventRulePreview>): AwaitedEvent => ({
  subject,
  event,
  field: event === 'changed' || event === 'reached' ? (field ?? null) : null,
  documentKind: event === 'handled' ? (documentKind ?? null) : null,
  daysBefore: event === 'reached' ? (daysBefore ?? 0) : null,
})

const requireEvent = ({ table }: KnownTable, { subject, event, field }: AwaitedEvent): void => {
  if (!eventsOfTable(subject).includes(event)) refuse('eventRule.event', '“{title}”没有这种事件', { title: table.title })
  const column = field === null ? undefined : table.columns[field]
  // A choice that stands in no field of a record changes by itself, and no event tells it.
  if (field !== null && (!column || (event === 'changed' && column.besides)))
    refuse('eventRule.column', '没有“{key}”这一列', { key: field })
  if (event === 'reached' && !(column && isAwaitedDay(column))) refuse('eventRule.day', '请选择一个日期')
}

/** Refuses in words an action that names what is not there or cannot be. */
const requireAction = async (tx: Tx, knownTable: KnownTable, action: RuleAction): Promise<void> => {
  switch (action.t) {
    case 'notify':
      return requireNotice(tx, knownTable, action)
    case 'start':
      return requireStart(tx, knownTable, action)
    case 'set': {
      const fault: Refusal | undefined = settingFault(knownTable.kind, action)
      if (fault) refuse(fault.reason, fault.words, fault.params)
    }
  }
}

const requireNotice = async (
  tx: Tx,
  { table }: KnownTable,
  { people, roles, columns, keepers, words, opens }: Extract<RuleAction, { t: 'notify' }>,
): Promise<void> => {
  if (people.length + roles.length + columns.length === 0 && !keepers) refuse('eventRule.receivers', '请选择通知谁')
  const wrongColumn = columns.find((key) => !table.columns[key] || !isPersonColumn(table.columns[key]))
  if (wrongColumn !== undefined) refuse('eventRule.column', '没有“{key}”这一列', { key: wrongColumn })
  if (keepers && placeColumn(table) === undefined)
    refuse('eventRule.keepers', '“{title}”没有所在区域，不能通知管理员', { title: table.title })
  requirePlaces({ table }, words)
  const knownTable = await onlyRow(
    tx.query<{ people: number; roles: number }>(
      `select (select count(*)::int from person where org_id = $1 and id = any ($2::bigint[]) and deleted_at is null) as people,
         (select count(*)::int from role where org_id = $1 and role_code = any ($3::text[]) and deleted_at is null) as roles`,
      [tx.orgId, people, roles],
    ),
  )
  if (knownTable.people < new Set(people).size) refuse('eventRule.people', '有的人员已不存在，请重新选择')
  if (knownTable.roles < new Set(roles).size) refuse('eventRule.roles', '有的角色已不存在，请重新选择')
  if (opens.to === 'flow') await flowRowOf(tx, insideKey(tx.orgId, opens.flowKey))
}

const requirePlaces = ({ table }: Pick<KnownTable, 'table'>, words: string): void => {
  const [unknown] = unknownPlaces(table, words)
  if (unknown !== undefined) refuse('eventRule.place', '没有“{label}”这一列，请从列表中选择', { label: unknown })
}

const requireStart = async (tx: Tx, { table }: KnownTable, { flowKey, values }: Extract<RuleAction, { t: 'start' }>): Promise<void> => {
  const flow = await flowRowOf(tx, insideKey(tx.orgId, flowKey))
  if (flow.documentKind !== null) refuse('eventRule.flow', '只能发起自定义表单的流程')
  for (const content of Object.values(values)) {
    if ('text' in content) requirePlaces({ table }, content.text)
    else if (!table.columns[content.column]) refuse('eventRule.column', '没有“{key}”这一列', { key: content.column })
  }
}

/** How many rows of a preview are named. */
const examplesAtMost = 5

const previewRule = async (call: SignedIn, input: ParsedInput<typeof eventRulePreview>): Promise<OutputOf<typeof eventRulePreview>> => {
  const awaitedEvent = awaitedOf(input)
  const knownTable = await readableTable(call, awaitedEvent.subject)
  requireEvent(knownTable, awaitedEvent)
  const events = await sampleRows(call, knownTable, awaitedEvent)
  const among = [...new Set(events)]
  const rows = among.length === 0 ? [] : await rowsMatching(call, awaitedEvent.subject, { where: input.where, among, atMost: among.length })
  const matchedIds = new Set(rows.map(({ id }) => id))
  const examples = await Promise.all(
    rows.slice(0, examplesAtMost).map(async (row) => nameOfRow(knownTable.table, await wordsOfRow(call.tx, knownTable.table, row))),
  )
  return { events: events.length, matched: events.filter((id) => matchedIds.has(id)).length, examples }
}

type StoredRun = {
  id: Id
  rowId: string
  state: RunState
  at: string
  doneAt: string | null
  attempts: number
  words: string | null
  params: Record<string, string | number>
  results: RuleResult[]
}

const listRuns = async (
  call: SignedIn,
  { id, state, ...input }: ParsedInput<typeof eventRuleRuns>,
): Promise<OutputOf<typeof eventRuleRuns>> => {
  const { tx, language } = call
  const rule = await readRule(tx, id)
  const part = partOf(input, { most: 100 })
  const values = [tx.orgId, id, state ?? null]
  const [rows, total] = await Promise.all([
    tx.query<StoredRun>(
      `select id, row_id as "rowId", state, at, done_at as "doneAt", attempts, words, params, results from event_rule_run
       where org_id = $1 and rule_id = $2 and ($3::text is null or state = $3) and ($4::bigint is null or id < $4) order by id desc limit $5 offset $6`,
      [...values, part.after ?? null, part.pageSize, part.offset],
    ),
    onlyRow(
      tx.query<{ n: number }>(
        `select count(*)::int as n from (select from event_rule_run where org_id = $1 and rule_id = $2 and ($3::text is null or state = $3) limit 10001) c`,
        values,
      ),
    ),
  ])
  const knownTable = await ruleTable(tx, rule.subject)
  const names = await namesOf(call, rule, [...new Set(rows.map(({ rowId }) => rowId))])
  const list = rows.map(({ rowId, words, params, results, ...row }) => ({
    ...row,
    rowName: names.get(rowId) ?? '',
    link: names.has(rowId) ? rowLink(knownTable, rowId) : null,
    why: words === null ? null : inWords(language, words, params),
    results: results.map((result) => inWords(language, result.words, result.params)),
  }))
  return pageFor(part, list, total.n)
}

/** What the caller may see of the rows that a log names. */
const namesOf = async (call: SignedIn, rule: EventRule, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const { table } = await readableTable(call, rule.subject)
  const rows = await rowsMatching(call, rule.subject, { where: [], among: ids, atMost: ids.length })
  return new Map(await Promise.all(rows.map(async (row) => [row.id, nameOfRow(table, await wordsOfRow(call.tx, table, row))] as const)))
}
