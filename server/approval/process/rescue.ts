import { randomUUID } from 'node:crypto'
import { compareIds, type Id } from '../../../kernel/id.ts'
import { entryOf } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import { type Definition, isHuman, type NodeId } from '../../../domain/approval/flow/definition.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import { jumpTargets, sendBackTargets } from '../../../domain/approval/flow/rescue.ts'
import type { State, Step } from '../../../domain/approval/flow/state.ts'
import { stuckSteps } from '../../../domain/approval/process/stuck.ts'
import { inWords } from '../../../domain/english/all.ts'
import { type OutputOf } from '../../../domain/operations/define.ts'
import { rescueOperations as calls, type StuckCause, stuckCauses, type StuckRow } from '../../../domain/approval/operations/rescue.ts'
import { handle, handleOneByOne, type Handler, type OneByOne, type ParsedInput, type SignedIn } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { pageFor, partOf } from '../../page.ts'
import { attempt } from '../flow/batches.ts'
import { commandIdOf } from '../flow/commandId.ts'
import { insideKey } from '../flow/key.ts'
import { peopleOf, processesOf } from './lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command } from '../flow/run.ts'
import { type Actor, actorOf } from '../form/actor.ts'
import { findCommand, readProcess } from '../flow/store.ts'
import { stuckText } from './stuck.ts'

/** What does not go on by itself, and what administrators do about it. */
export const rescueHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(calls.stuck, listStuck),
  handle(calls.options, readRescueOptions),
  handleOneByOne(calls.rescue, (call, input) => rescueMany(call, documents, input)),
]

/** What does not go on, a part of it at a time, the latest first. */
const listStuck = async ({ tx, language }: SignedIn, input: ParsedInput<typeof calls.stuck>): Promise<OutputOf<typeof calls.stuck>> => {
  const part = partOf(input, { most: 200 })
  const flowKey = input.flowKey === undefined ? null : insideKey(tx.orgId, input.flowKey)
  const filterValues = [tx.orgId, flowKey, input.cause ?? null]
  const [rows, count] = await Promise.all([
    tx.query<StuckRecord>(stuckPageText, [...filterValues, part.after ?? null, part.pageSize, part.offset]),
    onlyRow(tx.query<{ n: number }>(stuckCountText, filterValues)),
  ])
  const [processes, people] = await Promise.all([
    processesOf(
      tx,
      rows.map(({ id }) => id),
    ),
    peopleOf(
      tx,
      rows.flatMap(({ gone }) => gone ?? []),
    ),
  ])
  const wordsOf = ({ cause, gone, refusal }: StuckRecord): string => {
    const names = (gone ?? []).map((uid) => people(uid).userName).join(inWords(language, '、'))
    if (refusal) return inWords(language, refusal.words, refusal.params)
    return names ? inWords(language, '{cause}：{names}', { cause: stuckCauses[cause], names }) : inWords(language, stuckCauses[cause])
  }
  const list = rows.map((row): StuckRow => ({
    process: entryOf(processes, row.id),
    cause: row.cause,
    words: wordsOf(row),
    incidentId: row.incident_id,
    since: row.since,
  }))
  return pageFor(part, list, count.n, { limit: Number.MAX_SAFE_INTEGER, place: (options) => rows[options]?.id })
}

/** What an administrator may do at each step of a process that is under way. */
const readRescueOptions = async (
  { tx, session }: SignedIn,
  { processId }: ParsedInput<typeof calls.options>,
): Promise<OutputOf<typeof calls.options>> => {
  const { state, definition } = await readProcess(tx, { processId })
  const { gone, failed } = await stepStanding(tx, processId, state)
  const people = await peopleOf(tx, [...gone])
  const stuck = new Set(stuckSteps(state, gone, failed))
  const plan = planOf(definition)
  const nodeNamed = (nodeId: NodeId) => ({ nodeId, nodeName: nameOf(definition, nodeId) })
  return {
    steps: state.steps.map((step) => ({
      step: step.id,
      ...nodeNamed(step.node),
      waitsFor: step.waitsFor,
      stuck: stuck.has(step),
      jumpTo: jumpTargets(plan, step.node)
        .filter(({ node }) => node.id !== step.node)
        .map(({ node, index, from }) => ({ ...nodeNamed(node.id), back: index <= from })),
      sendBackTo: sendBackTargets(plan, state, step.node).map(nodeNamed),
      left: leftTasks(step, gone).map((task) => ({ taskId: task.id, person: people(task.user) })),
      rejects: plan.places.get(step.node)?.node.t === 'approve',
    })),
    formRev: state.formRev,
    passesOver: state.initiator !== session.uid,
    returns: state.status === 'running' || state.status === 'posting',
  }
}

type Rescue = ParsedInput<typeof calls.rescue>

/**
 * The same act for one application after the other, each in a transaction of its own; sent again with the same id, what was done is found
 * done.
 */
const rescueMany = async (
  call: OneByOne,
  documents: DocumentPort,
  { items, ...rescue }: Rescue,
): Promise<OutputOf<typeof calls.rescue>> => {
  const batchId = call.commandId ?? randomUUID()
  const actor = actorOf(call.session)
  const steps = new Map(items.map(({ processId, step }) => [processId, step]))
  const refusals = new Map<Id, Refusal | undefined>()
  const inOrder = [...steps].toSorted(([a], [b]) => compareIds(a, b))
  for (const [processId, step] of inOrder)
    refusals.set(processId, await attempt(call, (tx) => rescueOne(tx, documents, actor, { named: batchId, processId, step, ...rescue })))
  const list = [...steps.keys()].map((processId) => {
    const reason = refusals.get(processId)
    return {
      processId,
      done: !reason,
      reason: reason?.reason ?? null,
      words: reason ? inWords(call.language, reason.words, reason.params) : null,
    }
  })
  const doneCount = list.filter((item) => item.done).length
  return { done: doneCount, refused: list.length - doneCount, items: list }
}

type RescueItem = Omit<Rescue, 'items'> & { readonly named: string; readonly processId: Id; readonly step: string | undefined }

const rescueOne = async (tx: Tx, documents: DocumentPort, actor: Actor, item: RescueItem): Promise<void> => {
  const { named, processId, reason } = item
  const commandId = commandIdOf(named, 'rescue', processId)
  const give = (action: Action, id = commandId) => command({ tx, documents, actor }, { processId }, action, { commandId: id })
  if (await findCommand(tx, commandId)) return
  switch (item.act) {
    case 'suspend':
    case 'resume':
    case 'terminate':
      await give({ t: item.act, reason })
      return
    case 'sendBack':
      if (item.nodeId === undefined) {
        await give({ t: 'sendBack', to: 'START', reason })
        return
      }
  }
  const { state } = await readProcess(tx, { processId })
  const { gone, failed } = await stepStanding(tx, processId, state)
  const step = stepMeant(state, item.step, stuckSteps(state, gone, failed))
  switch (item.act) {
    case 'again':
      await give({ t: 'jump', step: step.id, to: step.node, reason })
      return
    case 'skip':
      await give({ t: 'skip', step: step.id, reason })
      return
    case 'jump':
      await give({ t: 'jump', step: step.id, to: item.nodeId ?? '', reason })
      return
    case 'sendBack':
      await give({ t: 'sendBack', step: step.id, to: item.nodeId!, reason })
      return
    case 'hand': {
      const open = step.tasks.filter(({ status }) => status === 'open')
      const ids = (leftTasks(step, gone).length > 0 ? leftTasks(step, gone) : open).map(({ id }) => id)
      if (item.toUid === undefined || ids.length === 0) return refuse('approval.nothingToReassign', '没有可以改派的任务')
      await give({ t: 'reassign', tasks: { ids }, to: item.toUid, reason })
      return
    }
    case 'actFor': {
      const [task] = leftTasks(step, gone)
      if (!task || item.verdict === undefined) return refuse('approval.nobodyLeft', '这个环节没有已停用的处理人')
      await give({ t: 'actFor', taskId: task.id, formRev: state.formRev, verdict: item.verdict, reason })
    }
  }
}

/** The step that is named, else the only one that does not go on by itself, else the only one. */
const stepMeant = (state: State, id: string | undefined, stuck: readonly Step[]): Step => {
  if (id !== undefined) return state.steps.find((step) => step.id === id) ?? refuse('approval.stepGone', '这个环节已经结束')
  const among = stuck.length > 0 ? stuck : state.steps
  if (among.length > 1) return refuse('approval.severalSteps', '有多个环节同时进行，请打开后处理')
  return among[0] ?? refuse('approval.stepGone', '这个环节已经结束')
}

/** Who of those asked has left, and which steps have failed outside. */
const stepStanding = async (tx: Tx, processId: Id, state: State): Promise<{ gone: Set<Id>; failed: Set<string> }> => {
  const users = [...new Set(state.steps.flatMap(({ tasks }) => tasks.filter(({ status }) => status === 'open').map(({ user }) => user)))]
  const [stuckRows, incidents] = await Promise.all([
    tx.query<{ id: Id }>(
      `select id from person where org_id = $1 and id = any ($2::bigint[]) and (state <> 'active' or deleted_at is not null)`,
      [tx.orgId, users],
    ),
    tx.query<{ step_id: string }>(
      'select step_id from wf_incident where org_id = $1 and instance_id = $2 and resolved_at is null and step_id is not null',
      [tx.orgId, processId],
    ),
  ])
  return { gone: new Set(stuckRows.map(({ id }) => id)), failed: new Set(incidents.map((row) => row.step_id)) }
}

const leftTasks = ({ tasks }: Step, departed: ReadonlySet<Id>) =>
  tasks.filter(({ status, user }) => status === 'open' && departed.has(user))

const nameOf = (definition: Definition, id: NodeId): string => {
  const node = planOf(definition).places.get(id)?.node
  return node && (isHuman(node) || node.name) ? node.name : id
}

type StuckRecord = {
  id: Id
  cause: StuckCause
  since: string
  incident_id: Id | null
  gone: Id[] | null
  refusal: { words: string; params: Record<string, string | number> } | null
}

/** One row for each application and the worst of its causes. Each part has an index of its own. */
const causeText = `
  select distinct on (s.id) s.id, s.cause, s.since, s.incident_id, s.gone, s.refusal
  from (${stuckText}) s join wf_instance f on f.org_id = $1 and f.id = s.id
  where ($2::text is null or f.flow_key = $2) and ($3::text is null or s.cause = $3)
  order by s.id desc, s.rank`
const stuckPageText = `select * from (${causeText}) s where ($4::bigint is null or s.id < $4) order by s.id desc limit $5 offset $6`
const stuckCountText = `select count(*)::int as n from (${causeText}) s`
