import type { Id } from '../../../kernel/id.ts'
import { firstOf, assertDefined } from '../../../kernel/assert.ts'
import { RefusalError, refuse } from '../../../kernel/refusal.ts'
import { type Definition, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import { type Difference, differences } from '../../../domain/approval/design/difference.ts'
import { mergeDefinitions, type MergeRow, type Side } from '../../../domain/approval/design/merge.ts'
import { planOf } from '../../../domain/approval/flow/plan.ts'
import type { PublishFinding } from '../../../domain/approval/design/publishFinding.ts'
import { type DesignSpeech, flowSettings } from '../../../domain/approval/design/settings.ts'
import { flowTemplate } from '../../../domain/approval/flow/templates/all.ts'
import { definitionOf } from '../../../domain/approval/flow/templates/define.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import type { flowOperations, MergeRowAnswer } from '../../../domain/approval/operations/flows.ts'
import type { SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { designSpeechFor } from './speech.ts'
import { flowRowOf } from '../flow/rows.ts'
import { saveDraft } from './install.ts'
import type { DocumentPort } from '../../documents/port.ts'

type Choices = Readonly<Record<string, Side>>

/** What the delivered template has that the one installed from had not, beside what was changed here. */
export const templateUpdateOf = async (
  call: SignedIn,
  documents: DocumentPort,
  flowKey: string,
  choices: Choices,
): Promise<OutputOf<typeof flowOperations.templateUpdate>> => {
  const { tx } = call
  const [{ from, to, base, theirs, ours, draft }, flow] = await Promise.all([sidesOf(tx, flowKey), flowRowOf(tx, flowKey)])
  const { rows } = mergeDefinitions(base, theirs, ours, choices)
  const speech = await designSpeechFor(call, documents, [ours, theirs, base])
  const differencesBySide = { theirs: differences(base, theirs, speech), ours: differences(base, ours, speech) }
  const versions = { base, theirs, ours }
  return { flow, from, to, draft, rows: rows.map((row) => answerFor(row, versions, differencesBySide, speech)) }
}

/**
 * Puts the merged definition in place of the draft of revision `draft`, 0 for none. Publishing it later notes that the template was
 * taken. Refuses while a conflict is not decided.
 */
export const takeTemplate = async (
  tx: Tx,
  flowKey: string,
  input: { readonly version: number; readonly choices: Choices; readonly draft: number; readonly by: Id },
): Promise<{ revision: number; findings: PublishFinding[] }> => {
  const { to, base, theirs, ours, body } = await sidesOf(tx, flowKey)
  if (to !== input.version) refuse('approval.templateChanged', '模板已更新，请刷新后再选择')
  const { rows, merged } = mergeDefinitions(base, theirs, ours, input.choices)
  if (rows.some(({ taken }) => taken === undefined)) refuse('approval.mergeOpen', '还有双方都修改过的内容没有选择')
  const savedDraft = await saveDraft(tx, { flowKey, revision: input.draft, body: merged, byUid: input.by })
  await tx.query('update wf_draft set template_version = $3, template_body = $4 where org_id = $1 and flow_key = $2', [
    tx.orgId,
    flowKey,
    to,
    body,
  ])
  return savedDraft
}

type Sides = {
  readonly from: number
  readonly to: number
  readonly base: Definition
  readonly theirs: Definition
  readonly ours: Definition
  readonly draft: number
  /** The delivered template as the flow keeps it once it is taken. */
  readonly body: Definition
}

const sidesOf = async (tx: Tx, flowKey: string): Promise<Sides> => {
  const [row] = await tx.query<{
    template_key: string | null
    template_version: number | null
    template_body: unknown
    version: number
    body: unknown
    draft: number
  }>(sidesText, [tx.orgId, flowKey])
  if (!row) throw new NotFound()
  const template = row.template_key === null ? undefined : flowTemplate(row.template_key)
  if (!template || row.template_version === null) return refuse('approval.noTemplate', '这个流程不是从模板安装的')
  const body = definitionOf(template, 1)
  // Version and form are the flow's own; only what people may change is merged.
  const asOurs = (body: unknown): Definition => {
    const parseResult = parseDefinition({ ...(body as object), key: flowKey, version: row.version })
    if ('refusal' in parseResult) throw new RefusalError(parseResult.refusal)
    return parseResult.definition
  }
  return {
    from: row.template_version,
    to: template.version,
    base: asOurs(row.template_body),
    theirs: asOurs(JSON.parse(JSON.stringify(body))),
    ours: asOurs(row.body),
    draft: row.draft,
    body,
  }
}

const sidesText = `
  select f.template_key, f.template_version, f.template_body, d.version, d.body,
         coalesce((select w.revision from wf_draft w where w.org_id = $1 and w.flow_key = f.flow_key), 0) as draft
  from wf_flow f join wf_definition d on d.org_id = $1 and d.flow_key = f.flow_key and d.version = f.active_version
  where f.org_id = $1 and f.flow_key = $2`

type Versions = { readonly base: Definition; readonly theirs: Definition; readonly ours: Definition }

const answerFor = (
  { key, by, taken }: MergeRow,
  versions: Versions,
  differencesBySide: Readonly<Record<Side, readonly Difference[]>>,
  speech: DesignSpeech,
): MergeRowAnswer => {
  const row = { key, by, taken: taken ?? null }
  if (key.startsWith('order:')) {
    const movesOf = (side: Side) => differencesBySide[side].filter(({ change }) => change === 'moved')
    return { ...row, subject: speech.say('环节顺序'), theirs: movesOf('theirs'), ours: movesOf('ours') }
  }
  if (key.includes('.')) {
    const subject = speech.say('流程')
    const setting = key.startsWith('policy.') ? key.slice('policy.'.length) : `fields.${key.slice('startFields.'.length)}`
    const settingChange = (side: Side) => settingDifference({ key: setting, base: versions.base, side: versions[side], subject }, speech)
    return { ...row, subject, theirs: settingChange('theirs'), ours: settingChange('ours') }
  }
  const [node = '', arm] = key.split('/')
  const subjects = Object.values(versions).flatMap((definition) => subjectIn(definition, node, arm, speech) ?? [])
  const nodeDifferences = (side: Side) =>
    differencesBySide[side].filter((difference) => difference.node === node && subjects.includes(difference.subject))
  return {
    ...row,
    subject: subjectIn(versions.ours, node, arm, speech) ?? firstOf(subjects),
    theirs: nodeDifferences('theirs'),
    ours: nodeDifferences('ours'),
  }
}

/** What a node or an arm is called in the differences. */
const subjectIn = (definition: Definition, id: string, arm: string | undefined, speech: DesignSpeech): string | undefined => {
  const node = planOf(definition).places.get(id)?.node
  if (!node || arm === undefined) return node && speech.say(node.name)
  const armFound = node.t === 'branch' ? node.arms.find((candidate) => candidate.id === arm) : undefined
  return armFound && speech.say('{branch} · {arm}', { branch: speech.say(node.name), arm: speech.say(armFound.name) })
}

type SettingDifferenceInput = {
  readonly key: string
  readonly base: Definition
  readonly side: Definition
  readonly subject: string
}

const settingDifference = ({ key, base, side, subject }: SettingDifferenceInput, speech: DesignSpeech): Difference[] => {
  const [was, is] = [base, side].map((definition) => flowSettings(definition, speech).find((setting) => setting.key === key))
  if (JSON.stringify(was?.value) === JSON.stringify(is?.value)) return []
  const { label } = assertDefined(is ?? was, `the setting ${key}`)
  return [{ change: 'set', node: null, subject, label, from: was?.words ?? '', to: is?.words ?? '' }]
}
