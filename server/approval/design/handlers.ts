import type { PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import { defaultFlows } from '../../../domain/approval/flow/templates/all.ts'
import { inWords } from '../../../domain/english/all.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations as calls } from '../../../domain/approval/operations/flows.ts'
import { flowTrial } from '../../../domain/approval/operations/trial.ts'
import { NotFound } from '../../httpError.ts'
import { handle, type Handler, handleOneByOne, type OneByOne, type ParsedInput, type SignedIn } from '../../call.ts'
import { pageOfShort } from '../../page.ts'
import { exportFlow, importFlow, readBpmnApart } from './bpmnFiles.ts'
import { categoryPage } from './categories.ts'
import { flowRowOf, flowsFor, installedFlows, offeredFlows } from '../flow/rows.ts'
import { insideKey } from '../flow/key.ts'
import { definitionOf } from './definition.ts'
import { findingsOf, installFlow, publishDraft, saveDraft, switchFlow } from './install.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { processStatistic } from '../process/statistics.ts'
import { takeTemplate, templateUpdateOf } from './templateUpdate.ts'
import { tryFlow } from './tryFlow.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'
import { cancelUpgrade, surveyUpgrade, upgradeFlow, upgradeProgressOf } from './upgrade.ts'

/** The life of flows and their versions. */
export const flowHandlers = (documents: DocumentPort): readonly Handler[] => [
  handle(flowTrial, (call, input) => tryFlow(call, documents, input)),
  handle(calls.statistic, readStatistic),

  handle(calls.categories, categoryPage),
  handle(calls.installedFlows, listInstalledFlows),
  handle(calls.flows, listFlows),
  handle(calls.install, installOffered),
  handle(calls.installRecommended, installRecommended),
  handle(calls.switchFlow, changeFlowState),

  handle(calls.definition, readDefinition),
  handle(calls.saveDefinition, saveDefinition),
  handle(calls.publishDefinition, publishDefinition),
  handle(calls.exportBpmn, ({ tx }, input) => exportFlow(tx, insideKey(tx.orgId, input.flowKey), input.version)),
  handleOneByOne(calls.importBpmn, importBpmn),
  handle(calls.upgrade, (call, input) => upgradeProcesses(call, documents, input)),
  handle(calls.upgradeProgress, readUpgradeProgress),
  handle(calls.cancelUpgrade, stopUpgrade),
  handle(calls.templateUpdate, (call, { flowKey, choices = {} }) =>
    templateUpdateOf(call, documents, insideKey(call.tx.orgId, flowKey), choices),
  ),
  handle(calls.takeTemplate, takeNewTemplate),
]

const readStatistic = (
  { tx, session }: SignedIn,
  { flowKey, from, to }: ParsedInput<typeof calls.statistic>,
): Promise<OutputOf<typeof calls.statistic>> =>
  processStatistic(tx, {
    flowKey: flowKey && insideKey(tx.orgId, flowKey),
    from,
    to,
    initiator: seesAllFlows(session) ? undefined : session.uid,
  })

const listInstalledFlows = async (
  { tx, session }: SignedIn,
  input: ParsedInput<typeof calls.installedFlows>,
): Promise<OutputOf<typeof calls.installedFlows>> => {
  const rowFilter = { moduleCode: input.moduleCode, state: Number(input.state ?? 2) }
  const flows =
    input.all && seesAllFlows(session)
      ? await installedFlows(tx, rowFilter)
      : await flowsFor(tx, session, { ...rowFilter, mine: input.all })
  return pageOfShort(input, flows)
}

const listFlows = async ({ tx, session }: SignedIn, input: ParsedInput<typeof calls.flows>): Promise<OutputOf<typeof calls.flows>> => {
  const { moduleCode } = input
  const flows = seesAllFlows(session) ? await installedFlows(tx, { moduleCode }) : await flowsFor(tx, session, { moduleCode, state: 2 })
  const list = session.codes.has('workflow:install') ? [...flows, ...offeredFlows(tx.orgId, flows, moduleCode)] : flows
  return pageOfShort(input, list)
}

const installOffered = async (
  { tx, session }: SignedIn,
  input: ParsedInput<typeof calls.install>,
): Promise<OutputOf<typeof calls.install>> => {
  const flowKey = insideKey(tx.orgId, input.flowKey)
  await installFlow(tx, flowKey, session.uid)
  return flowRowOf(tx, flowKey)
}

const installRecommended = async ({ tx, session }: SignedIn): Promise<OutputOf<typeof calls.installRecommended>> => {
  const rows = await tx.query<{ flow_key: string }>('select flow_key from wf_flow where org_id = $1', [tx.orgId])
  const installedKeys = new Set(rows.map(({ flow_key: key }) => key))
  const missing = defaultFlows.filter(({ key }) => !installedKeys.has(key))
  for (const { key } of missing) await installFlow(tx, key, session.uid)
  return { installed: missing.length, flows: rows.length + missing.length }
}

const changeFlowState = async (
  { tx }: SignedIn,
  input: ParsedInput<typeof calls.switchFlow>,
): Promise<OutputOf<typeof calls.switchFlow>> => {
  const flowKey = insideKey(tx.orgId, input.flowKey)
  await switchFlow(tx, flowKey, input.state)
  return flowRowOf(tx, flowKey)
}

const readDefinition = async (
  { tx, language }: SignedIn,
  input: ParsedInput<typeof calls.definition>,
): Promise<OutputOf<typeof calls.definition>> => {
  const key = insideKey(tx.orgId, input.flowKey)
  const answer = await definitionOf(tx, key, input.version)
  const findings = input.version === 'draft' ? await findingsOf(tx, key, answer.body) : []
  return { ...answer, problems: findings.map((finding) => problemOf(finding, language)) }
}

const saveDefinition = async (
  { tx, session, language }: SignedIn,
  input: ParsedInput<typeof calls.saveDefinition>,
): Promise<OutputOf<typeof calls.saveDefinition>> => {
  const { revision, findings } = await saveDraft(tx, {
    flowKey: insideKey(tx.orgId, input.flowKey),
    revision: input.revision,
    body: input.body,
    byUid: session.uid,
  })
  return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
}

const publishDefinition = async (
  { tx, session }: SignedIn,
  input: ParsedInput<typeof calls.publishDefinition>,
): Promise<OutputOf<typeof calls.publishDefinition>> => ({
  version: await publishDraft(tx, {
    flowKey: insideKey(tx.orgId, input.flowKey),
    revision: input.revision,
    note: input.note ?? '',
    byUid: session.uid,
  }),
})

const importBpmn = async (call: OneByOne, input: ParsedInput<typeof calls.importBpmn>): Promise<OutputOf<typeof calls.importBpmn>> => {
  const { session, language } = call
  const flowKey = insideKey(session.orgId, input.flowKey)
  const file = await readBpmnApart(call, input.xml)
  const importInput = { flowKey, file, revision: input.revision, by: session.uid }
  const { revision, findings } = await call.inTransaction((tx) => importFlow(tx, importInput))
  return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
}

const upgradeProcesses = (
  call: SignedIn,
  documents: DocumentPort,
  { flowKey, version, mapping = {}, reenter = [], returnAll, notReached, dryRun }: ParsedInput<typeof calls.upgrade>,
): Promise<OutputOf<typeof calls.upgrade>> => {
  const options = {
    ...(reenter.length > 0 && { reenter }),
    ...(returnAll && { returnAll }),
    ...(notReached !== undefined && { notReached }),
  }
  const upgradeInput = { flowKey: insideKey(call.tx.orgId, flowKey), version, mapping, options }
  return dryRun ? surveyUpgrade(call, documents, upgradeInput) : upgradeFlow(call, documents, upgradeInput)
}

const readUpgradeProgress = async (
  call: SignedIn,
  { id, flowKey }: ParsedInput<typeof calls.upgradeProgress>,
): Promise<OutputOf<typeof calls.upgradeProgress>> => {
  if (id === undefined && flowKey === undefined) throw new NotFound()
  const upgrade = await upgradeProgressOf(call, id === undefined ? { flowKey: insideKey(call.tx.orgId, flowKey!) } : { id })
  if (upgrade === null && id !== undefined) throw new NotFound()
  return { upgrade }
}

const stopUpgrade = async (
  call: SignedIn,
  { id }: ParsedInput<typeof calls.cancelUpgrade>,
): Promise<OutputOf<typeof calls.cancelUpgrade>> => {
  await cancelUpgrade(call.tx, id, call.session.uid)
  return { upgrade: await upgradeProgressOf(call, { id }) }
}

const takeNewTemplate = async (
  { tx, session, language }: SignedIn,
  { flowKey, ...taking }: ParsedInput<typeof calls.takeTemplate>,
): Promise<OutputOf<typeof calls.takeTemplate>> => {
  const { revision, findings } = await takeTemplate(tx, insideKey(tx.orgId, flowKey), { ...taking, by: session.uid })
  return { revision, problems: findings.map((finding) => problemOf(finding, language)) }
}

const problemOf = ({ level, node, reason }: PublishFinding, language: 'zh' | 'en') => ({
  level,
  nodeId: node,
  words: inWords(language, reason.words, reason.params),
})
