import { type Id, newId } from '../../../kernel/id.ts'
import { lastOf, assertDefined } from '../../../kernel/assert.ts'
import { type Refusal, RefusalError, refuse } from '../../../kernel/refusal.ts'
import type { MigrateOptions } from '../../../domain/approval/flow/command.ts'
import { type Definition, isHuman, type NodeId } from '../../../domain/approval/flow/definition.ts'
import { differences } from '../../../domain/approval/design/difference.ts'
import { planOf, within } from '../../../domain/approval/flow/plan.ts'
import type { State } from '../../../domain/approval/flow/state.ts'
import { type Survey, type SurveyRow, surveyOf } from '../../../domain/approval/flow/survey.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { flowOperations, SurveyAnswer, UpgradeProgress } from '../../../domain/approval/operations/flows.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { enqueue, withdraw } from '../../jobs/jobs.ts'
import { announce } from '../../messaging/outbox.ts'
import { NotFound } from '../../httpError.ts'
import { designSpeechFor } from './speech.ts'
import { outsideKey } from '../flow/key.ts'
import { peopleOf } from '../process/lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command } from '../flow/run.ts'
import { loadDefinition, publishedDefinition } from '../flow/store.ts'
import { administrators } from '../../access/people.ts'
import { onlyRow } from '../../db/rows.ts'

export type UpgradeInput = {
  readonly flowKey: string
  readonly version: number | undefined
  readonly mapping: Record<NodeId, NodeId>
  readonly options: MigrateOptions
}

type Answer = OutputOf<typeof flowOperations.upgrade>

/** Up to so many processes are moved in the call itself, so that it can say at once how they fared; more are a job's. */
export const movedInTheCall = 50
/** How long the call goes on moving; what is left then, or is being worked on by a person, is the job's as well. */
const callMs = 1500
const shownAtMost = 200
const readAtOnce = 500

/** The kind of the job that moves the processes of an upgrade; its key is the upgrade's id. */
export const upgradeJob = 'workflow.upgrade'

/** What would happen to every running process of a flow on the way to a version. */
export const surveyUpgrade = async (call: SignedIn, documents: DocumentPort, input: UpgradeInput): Promise<Answer> => {
  const { tx } = call
  const to = await targetOf(tx, input)
  const versions = await runningVersions(tx, input, to.version)
  const survey = surveyOf(to, input.mapping, input.options)
  const rows: SurveyRow[] = []
  const froms: Definition[] = []
  for (const { version } of versions) {
    const from = await publishedDefinition(tx, input.flowKey, version)
    froms.push(from)
    for await (const process of candidatesOn(tx, input, { to: to.version, from: version })) {
      const row = survey.add(from, process)
      if (rows.length < shownAtMost) rows.push(row)
    }
  }
  const result = survey.answer()
  const { counts } = result
  return {
    version: to.version,
    upgradeId: null,
    finished: true,
    total: versions.reduce((sum, { running }) => sum + running, 0),
    moved: 0,
    refused: counts.needsMapping + counts.impossible,
    items: rows.map((row) => itemOf(call, row)),
    survey: await surveyAnswerOf(call, documents, { input, to, versions, froms, result }),
  }
}

type Candidate = { readonly processId: Id; readonly title: string; readonly state: State }

/** The processes of one version that the way to another concerns, a page at a time. */
async function* candidatesOn(
  tx: Tx,
  input: UpgradeInput,
  { to, from }: { readonly to: number; readonly from: number },
): AsyncGenerator<Candidate> {
  for (let after: Id = '0'; ;) {
    const page = await tx.query<{ id: Id; title: string; state: State }>(pageText, [
      ...candidateValues(tx, input, to),
      from,
      after,
      readAtOnce,
    ])
    for (const { id, title, state } of page) yield { processId: id, title, state }
    if (page.length < readAtOnce) return
    after = lastOf(page).id
  }
}

type UpgradeSurvey = {
  readonly input: UpgradeInput
  readonly to: Definition
  readonly versions: Awaited<ReturnType<typeof runningVersions>>
  /** The definitions of the versions, in the same order. */
  readonly froms: readonly Definition[]
  readonly result: Survey
}

const surveyAnswerOf = async (
  call: SignedIn,
  documents: DocumentPort,
  { input, to, versions, froms, result: { counts, groups, renamable, active } }: UpgradeSurvey,
): Promise<SurveyAnswer> => {
  const publishedVersion = await publishedDefinition(call.tx, input.flowKey, to.version)
  const speech = await designSpeechFor(call, documents, [publishedVersion, ...froms])
  const nameIn = (definition: Definition, nodeId: NodeId) => planOf(definition).places.get(nodeId)?.node.name ?? nodeId
  return {
    counts,
    groups: groups.map((group) => ({
      class: group.class,
      reasons: group.reasons.map((reason) => refusalInWords(call, reason)),
      count: group.count,
      processes: group.processes.map(({ processId, title, from }) => ({ processId, title, from })),
    })),
    versions: versions.map((row, index) => ({
      ...row,
      differences: differences(assertDefined(froms[index], `the version ${row.version}`), publishedVersion, speech),
    })),
    renamable: renamable.map(({ candidates, ...row }) => ({
      ...row,
      candidates: candidates.map((nodeId) => ({ nodeId, nodeName: nameIn(to, nodeId) })),
    })),
    active,
    earlier: humanNodesOf(froms),
  }
}

/** The nodes at which people act in any of some versions, each once, by the name of the last. */
const humanNodesOf = (definitions: readonly Definition[]): SurveyAnswer['earlier'] => [
  ...new Map(
    definitions.flatMap(({ body }) => within(body).filter(isHuman)).map(({ id, name }) => [id, { nodeId: id, nodeName: name }]),
  ).values(),
]

/**
 * Moves the running processes of a flow to one of its versions, each in its own right: one that cannot move stays and says why. A few
 * are moved at once, in the transaction of the call; many by a job, each in a transaction of its own. While one upgrade of a flow is
 * under way a second one is refused. Asking again afterwards takes up whatever was left.
 */
export const upgradeFlow = async (call: SignedIn, documents: DocumentPort, input: UpgradeInput): Promise<Answer> => {
  const { tx, session } = call
  const to = await targetOf(tx, input)
  const id = newId()
  const { reenter = [], returnAll = false, notReached = null } = input.options
  const [begunRow] = await tx.query(
    `insert into wf_migration (org_id, id, flow_key, to_version, mapping, reenter, returns_all, not_reached, started_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (org_id, flow_key) where finished_at is null do nothing returning 1`,
    [tx.orgId, id, input.flowKey, to.version, input.mapping, reenter, returnAll, notReached, session.uid],
  )
  if (!begunRow) refuse('approval.upgradeRunning', '这个流程正在升级，请等待完成或先停止')
  const chosenRows = await tx.query<{ id: Id }>(insertItemsText, [...candidateValues(tx, input, to.version), id])
  const answer = { version: to.version, upgradeId: id, total: chosenRows.length, survey: null }
  if (chosenRows.length > movedInTheCall) {
    await Promise.all([enqueue(tx, { kind: upgradeJob, key: id }), announceUpgrade(tx, id)])
    return { ...answer, finished: false, moved: 0, refused: 0, items: [] }
  }
  const plan: UpgradePlan = { by: session.uid, to, mapping: input.mapping, options: input.options }
  const rows = await tx.query<{ processId: Id; title: string; from: number }>(
    'select id as "processId", title, version as "from" from wf_instance where org_id = $1 and id = any ($2::bigint[]) order by id',
    [tx.orgId, chosenRows.map((row) => row.id)],
  )
  const items: Answer['items'] = []
  const until = performance.now() + callMs
  for (const row of rows) {
    if (performance.now() > until || !(await isFree(tx, row.processId))) continue
    const outcome = await tx.attempt(() => moveOne(tx, documents, { upgradeId: id, plan, processId: row.processId }))
    if (outcome instanceof RefusalError) {
      await noteRefusal(tx, id, row.processId, outcome.refusal)
      items.push({ ...row, class: 'impossible', moves: false, ...refusalInWords(call, outcome.refusal) })
    } else items.push({ ...row, class: 'ok', moves: true, reason: null, words: null })
  }
  const isFinished = items.length === rows.length
  if (isFinished) await finishUpgrade(tx, id)
  else await Promise.all([enqueue(tx, { kind: upgradeJob, key: id }), announceUpgrade(tx, id)])
  const movedCount = items.filter(({ moves }) => moves).length
  return { ...answer, finished: isFinished, moved: movedCount, refused: items.length - movedCount, items }
}

/** Takes a process for this transaction; false where a person works on it at this moment. */
const isFree = async (tx: Tx, id: Id): Promise<boolean> =>
  (await tx.query('select 1 from wf_instance where org_id = $1 and id = $2 for no key update skip locked', [tx.orgId, id])).length > 0

/** How an upgrade goes, or the latest one of a flow; null where there was none. */
export const upgradeProgressOf = async (
  { tx, language }: SignedIn,
  which: { readonly id: Id } | { readonly flowKey: string },
): Promise<UpgradeProgress | null> => {
  const [row] = await tx.query<UpgradeRow>(
    `select id, flow_key, to_version, started_by, started_at, finished_at, cancelled_by is not null as cancelled from wf_migration
     where org_id = $1 and ($2::bigint is null or id = $2) and ($3::text is null or flow_key = $3) order by started_at desc, id desc limit 1`,
    [tx.orgId, 'id' in which ? which.id : null, 'id' in which ? null : which.flowKey],
  )
  if (!row) return null
  const values = [tx.orgId, row.id]
  const [{ total, moved, refused }, reasons, items, people] = await Promise.all([
    onlyRow(tx.query<{ total: number; moved: number; refused: number }>(countsText, values)),
    tx.query<{ refusal: Refusal; count: number }>(
      `select refusal, count(*)::int as count from wf_migration_item
       where org_id = $1 and migration_id = $2 and status = 'refused' and refusal is not null group by refusal order by count desc limit ${shownAtMost}`,
      values,
    ),
    tx.query<{ processId: Id; title: string; refusal: Refusal }>(
      `select n.instance_id as "processId", i.title, n.refusal from wf_migration_item n
       join wf_instance i on i.org_id = $1 and i.id = n.instance_id
       where n.org_id = $1 and n.migration_id = $2 and n.status = 'refused' and n.refusal is not null order by n.instance_id limit ${shownAtMost}`,
      values,
    ),
    peopleOf(tx, [row.started_by]),
  ])
  const wordsOf = ({ reason, words, params }: Refusal) => ({ reason, words: inWords(language, words, params) })
  return {
    id: row.id,
    flowKey: outsideKey(tx.orgId, row.flow_key),
    version: row.to_version,
    startedBy: people(row.started_by),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    cancelled: row.cancelled,
    total,
    moved,
    refused,
    left: total - moved - refused,
    reasons: reasons.map(({ refusal, count }) => ({ ...wordsOf(refusal), count })),
    items: items.map(({ refusal, ...item }) => ({ ...item, ...wordsOf(refusal) })),
  }
}

/** Stops an upgrade: what has not been moved stays where it is. One that is over stays as it ended. */
export const cancelUpgrade = async (tx: Tx, id: Id, byUid: Id): Promise<void> => {
  const [row] = await tx.query<{ finished_at: string | null }>(
    'select finished_at from wf_migration where org_id = $1 and id = $2 for update',
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  if (row.finished_at !== null) return
  await tx.query(
    `update wf_migration_item set status = 'cancelled', at = now() where org_id = $1 and migration_id = $2 and status = 'pending'`,
    [tx.orgId, id],
  )
  await Promise.all([
    tx.query('update wf_migration set finished_at = now(), cancelled_by = $3 where org_id = $1 and id = $2', [tx.orgId, id, byUid]),
    withdraw(tx, upgradeJob, id),
    announceUpgrade(tx, id),
  ])
}

/** What an upgrade does to each process. */
export type UpgradePlan = {
  readonly by: Id
  readonly to: Definition
  readonly mapping: Record<NodeId, NodeId>
  readonly options: MigrateOptions
}

/** Its turn was another one's, or was taken away: nothing may be written. */
export class NotItsTurn extends Error {}

/** Moves one process whose turn has not come yet, and notes it. Throws the refusal where it cannot move. */
export const moveOne = async (
  tx: Tx,
  documents: DocumentPort,
  { upgradeId, plan, processId }: { readonly upgradeId: Id; readonly plan: UpgradePlan; readonly processId: Id },
): Promise<void> => {
  const { by, to, mapping, options } = plan
  const [turn] = await Promise.all([
    tx.query(
      `update wf_migration_item set status = 'moved', at = now()
       where org_id = $1 and migration_id = $2 and instance_id = $3 and status = 'pending' returning 1`,
      [tx.orgId, upgradeId, processId],
    ),
    command({ tx, documents, actor: { uid: by, admin: true } }, { processId }, { t: 'migrate', to, mapping, options }, { via: 'web' }),
  ])
  if (turn.length === 0) throw new NotItsTurn()
}

export const noteRefusal = async (tx: Tx, upgradeId: Id, processId: Id, { reason, words, params }: Refusal): Promise<void> => {
  await tx.query(
    `update wf_migration_item set status = 'refused', refusal = $4, at = now()
     where org_id = $1 and migration_id = $2 and instance_id = $3 and status = 'pending'`,
    [tx.orgId, upgradeId, processId, { reason, words, params }],
  )
}

export const finishUpgrade = async (tx: Tx, id: Id): Promise<void> => {
  await Promise.all([
    tx.query('update wf_migration set finished_at = now() where org_id = $1 and id = $2 and finished_at is null', [tx.orgId, id]),
    announceUpgrade(tx, id),
  ])
}

/** Lets the screens of those who may upgrade flows ask again how it goes. */
export const announceUpgrade = async (tx: Tx, id: Id): Promise<void> => {
  await announce(tx, { topic: 'upgrade', key: id, body: { uids: await administrators(tx) } })
}

const targetOf = async (tx: Tx, { flowKey, version }: UpgradeInput): Promise<Definition> => {
  const [[flow], admins] = await Promise.all([
    tx.query<{ active_version: number | null }>('select active_version from wf_flow where org_id = $1 and flow_key = $2', [
      tx.orgId,
      flowKey,
    ]),
    administrators(tx),
  ])
  if (!flow) throw new NotFound()
  const target = version ?? flow.active_version
  if (target === null) return refuse('approval.notPublished', '流程还没有发布')
  return loadDefinition(tx, flowKey, target, admins)
}

const runningVersions = (tx: Tx, input: UpgradeInput, target: number) =>
  tx.query<{ version: number; running: number }>(
    `select i.version, count(*)::int as running from wf_instance i where ${candidate} group by i.version order by i.version`,
    candidateValues(tx, input, target),
  )

const itemOf = (call: SignedIn, { processId, title, from, class: outcomeClass, reasons: [first] }: SurveyRow): Answer['items'][number] => ({
  processId,
  title,
  from,
  class: outcomeClass,
  moves: outcomeClass === 'ok' || outcomeClass === 'warning',
  ...(first ? refusalInWords(call, first) : { reason: null, words: null }),
})

const refusalInWords = ({ language }: SignedIn, { reason, words, params }: Refusal) => ({ reason, words: inWords(language, words, params) })

type UpgradeRow = {
  id: Id
  flow_key: string
  to_version: number
  started_by: Id
  started_at: string
  finished_at: string | null
  cancelled: boolean
}

/** Processes that an upgrade concerns: on another version, not over, and not at the node that spares them. */
const candidate = `i.org_id = $1 and i.flow_key = $2 and i.version <> $3 and i.status in ('running', 'returned')
  and ($4::text is null or coalesce((i.state #>> array['visits', $4])::int, 0) = 0)`
const candidateValues = (tx: Tx, { flowKey, options }: UpgradeInput, target: number) => [
  tx.orgId,
  flowKey,
  target,
  options.notReached ?? null,
]
const insertItemsText = `
  insert into wf_migration_item as new_row (org_id, migration_id, instance_id)
  select i.org_id, $5::bigint, i.id from wf_instance i where ${candidate} returning new_row.instance_id as id`
/** By version, as the index has them. */
const pageText = `select i.id, i.title, i.state from wf_instance i where ${candidate} and i.version = $5 and i.id > $6::bigint order by i.id limit $7`

const countsText = `
  select count(*)::int as total, count(*) filter (where status = 'moved')::int as moved, count(*) filter (where status = 'refused')::int as refused
  from wf_migration_item where org_id = $1 and migration_id = $2`
