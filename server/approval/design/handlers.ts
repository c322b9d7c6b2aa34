import type { Id } from '../../../kernel/id.ts'
import type { PublishFinding } from '../../../domain/approval/design/finding.ts'
import { defaultFlows } from '../../../domain/approval/flow/templates/all.ts'
import { inWords } from '../../../domain/english/all.ts'
import { flowOperations as calls } from '../../../domain/operations/flows.ts'
import { flowCategories } from '../../../domain/approval/flow/templates/all.ts'
import { flowTrial } from '../../../domain/operations/trial.ts'
import { NotFound } from '../../unanswered.ts'
import { handle, type Handler } from '../../call.ts'
import { wholePage } from '../../page.ts'
import { exportFlow, importFlow } from './bpmnFiles.ts'
import { flowRowOf, flowsFor, installedFlows, offeredFlows } from '../flow/rows.ts'
import { insideKey } from '../flow/key.ts'
import { installFlow, publishDraft, saveDraft, switchFlow } from './install.ts'
import { peopleOf } from '../process/lists.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { processStatistic } from '../process/statistics.ts'
import { takeTemplate, templateUpdateOf } from './templateUpdate.ts'
import { tryFlow } from './tryFlow.ts'
import { seesAllFlows } from '../form/actor.ts'
import { cancelUpgrade, surveyUpgrade, upgradeFlow, upgradeProgressOf } from './upgrade.ts'

/** The life of flows and their versions. */
export const flowHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(flowTrial, (call, input) => tryFlow(call, documents, input)),
  handle(calls.statistic, ({ tx }, { flowKey, from, to }) =>
    processStatistic(tx, { flowKey: flowKey && insideKey(tx.orgId, flowKey), from, to }),
  ),

  handle(calls.categories, async ({ tx, session }) => {
    const flows = await flowsFor(tx, session, { state: 2 })
    const list = flowCategories.map(({ moduleCode, name }) => ({
      id: moduleCode,
      catCode: moduleCode,
      catName: name,
      flowCount: flows.filter((flow) => flow.moduleCode === moduleCode).length,
    }))
    return wholePage(list)
  }),
  handle(calls.installedFlows, async ({ tx, session }, input) => {
    const narrowing = { moduleCode: input.moduleCode, state: Number(input.state ?? 2) }
    const flows =
      input.all && seesAllFlows(session)
        ? await installedFlows(tx, narrowing)
        : await flowsFor(tx, session, { ...narrowing, mine: input.all })
    return wholePage(flows)
  }),
  handle(calls.flows, async ({ tx, session }, input) => {
    const { moduleCode } = input
    const flows = seesAllFlows(session) ? await installedFlows(tx, { moduleCode }) : await flowsFor(tx, session, { moduleCode, state: 2 })
    const list = session.codes.has('workflow:install') ? [...flows, ...offeredFlows(tx.orgId, flows, moduleCode)] : flows
    return wholePage(list)
  }),
  handle(calls.install, async ({ tx, session }, input) => {
    const flowKey = insideKey(tx.orgId, input.flowKey)
    await installFlow(tx, flowKey, session.uid)
    return flowRowOf(tx, flowKey)
  }),
  handle(calls.installRecommended, async ({ tx, session }) => {
    const rows = await tx.query<{ flow_key: string }>('select flow_key from wf_flow where org_id = $1', [tx.orgId])
    const there = new Set(rows.map(({ flow_key: key }) => key))
    const missing = defaultFlows.filter(({ key }) => !there.has(key))
    for (const { key } of missing) await installFlow(tx, key, session.uid)
    return { installed: missing.length, flows: rows.length + missing.length }
  }),
  handle(calls.switchFlow, async ({ tx }, input) => {
    const flowKey = insideKey(tx.orgId, input.flowKey)
    await switchFlow(tx, flowKey, input.state)
    return flowRowOf(tx, flowKey)
  }),

  handle(calls.definition, async ({ tx }, input) => {
    const flowKey = insideKey(tx.orgId, input.flowKey)
    const flow = await flowRowOf(tx, flowKey)
    const [versions, [draft]] = await Promise.all([
      tx.query<{ version: number; published_at: string; published_by: Id | null; note: string; running: number }>(versionsText, [
        tx.orgId,
        flowKey,
      ]),
      tx.query<{ body: Record<string, unknown>; revision: number }>(
        'select body, revision from wf_draft where org_id = $1 and flow_key = $2',
        [tx.orgId, flowKey],
      ),
    ])
    const people = await peopleOf(
      tx,
      versions.map(({ published_by }) => published_by),
    )
    const asked = input.version === 'draft' ? undefined : (input.version ?? flow.version ?? undefined)
    const [published] = await tx.query<{ body: Record<string, unknown> }>(
      'select body from wf_definition where org_id = $1 and flow_key = $2 and version = $3',
      [tx.orgId, flowKey, asked ?? flow.version],
    )
    const body = input.version === 'draft' ? (draft?.body ?? published?.body) : published?.body
    if (!body) throw new NotFound()
    return {
      flow,
      version: asked ?? null,
      revision: draft?.revision ?? 0,
      body,
      versions: versions.map((row) => ({
        version: row.version,
        publishedAt: row.published_at,
        publishedBy: row.published_by === null ? null : people(row.published_by),
        note: row.note,
        running: row.running,
      })),
    }
  }),
  handle(calls.saveDefinition, async ({ tx, session, language }, input) => {
    const { revision, findings } = await saveDraft(tx, insideKey(tx.orgId, input.flowKey), input.revision, input.body, session.uid)
    return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
  }),
  handle(calls.publishDefinition, async ({ tx, session }, input) => ({
    version: await publishDraft(tx, insideKey(tx.orgId, input.flowKey), input.revision, input.note ?? '', session.uid),
  })),
  handle(calls.exportBpmn, ({ tx }, input) => exportFlow(tx, insideKey(tx.orgId, input.flowKey), input.version)),
  handle(calls.importBpmn, async ({ tx, session, language }, input) => {
    const { revision, findings } = await importFlow(tx, { ...input, flowKey: insideKey(tx.orgId, input.flowKey), by: session.uid })
    return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
  }),
  handle(calls.upgrade, (call, { flowKey, version, mapping = {}, reenter = [], returnAll, notReached, dryRun }) => {
    const options = {
      ...(reenter.length > 0 && { reenter }),
      ...(returnAll && { returnAll }),
      ...(notReached !== undefined && { notReached }),
    }
    const asked = { flowKey: insideKey(call.tx.orgId, flowKey), version, mapping, options }
    return dryRun ? surveyUpgrade(call, documents, asked) : upgradeFlow(call, documents, asked)
  }),
  handle(calls.upgradeProgress, async (call, { id, flowKey }) => {
    if (id === undefined && flowKey === undefined) throw new NotFound()
    const upgrade = await upgradeProgressOf(call, id === undefined ? { flowKey: insideKey(call.tx.orgId, flowKey!) } : { id })
    if (upgrade === null && id !== undefined) throw new NotFound()
    return { upgrade }
  }),
  handle(calls.cancelUpgrade, async (call, { id }) => {
    await cancelUpgrade(call.tx, id, call.session.uid)
    return { upgrade: await upgradeProgressOf(call, { id }) }
  }),
  handle(calls.templateUpdate, (call, { flowKey, choices = {} }) =>
    templateUpdateOf(call, documents, insideKey(call.tx.orgId, flowKey), choices),
  ),
  handle(calls.takeTemplate, async ({ tx, session, language }, { flowKey, ...taking }) => {
    const { revision, findings } = await takeTemplate(tx, insideKey(tx.orgId, flowKey), { ...taking, by: session.uid })
    return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
  }),
]

const problemOf = ({ level, node, reason }: PublishFinding, language: 'zh' | 'en') => ({
  level,
  nodeId: node,
  words: inWords(language, reason.words, reason.params),
})

const versionsText = `
  select d.version, d.published_at, d.published_by, d.note,
         (select count(*)::int from wf_instance i where i.org_id = d.org_id and i.flow_key = d.flow_key and i.version = d.version
            and i.status in ('running', 'returned', 'posting')) as running
  from wf_definition d where d.org_id = $1 and d.flow_key = $2 order by d.version desc`
