import type { Noun } from '../../../kernel/field.ts'
import { seatsMax } from '../flow/assign.ts'
import { pathsOf, type Condition } from '../form/condition.ts'
import { type Branch, type Definition, type HumanNode, type Node, type NodeId, type Rule, isHuman, nodesMax } from '../flow/definition.ts'
import type { FieldPermissions, Path } from '../form/form.ts'
import { deducedPaths } from '../flow/deducedHidden.ts'
import { unset } from './edit.ts'
import { departmentPath, type FormField, initiatorPath } from '../form/filling.ts'
import { hazardsOf } from './hazards.ts'
import { at, type PublishFinding } from './publishFinding.ts'
import { isToldToAll } from '../flow/audience.ts'
import { placesOfTitle } from '../flow/title.ts'
import { revocationKey } from '../flow/revocation.ts'
import { isNobody } from '../flow/starters.ts'
import { type Sequence, blocksAround, humansBefore, planOf, within, placeOf } from '../flow/plan.ts'

/** What the checks need besides the definition. */
export type PublishContext = {
  /** The field paths of the form, with the sort of what they hold; undefined where the form is not known. */
  fields?: ReadonlyMap<Path, string>
  /** The fields themselves, for settings by which an application can come to nothing. */
  form?: readonly FormField[]
  /** The version before, for ids that must keep their meaning. */
  previous?: Definition
}

export const depthMax = 8

/** Everything that must hold before a version is published, each finding naming its node. */
export const publishFindings = (definition: Definition, context: PublishContext = {}): PublishFinding[] => {
  const nodes = within(definition.body)
  const duplicates = secondOfAnId(nodes)
  if (duplicates.length > 0)
    return duplicates.map((node) => at(node, 'error', 'duplicateId', '“{node}”的编号“{id}”重复', { node: node.name, id: node.id }))
  const firstUses = firstUsesOf(nodes)
  return [
    ...checkWhole(definition, nodes),
    ...checkTitle(definition, context),
    ...nodes.flatMap((node, index) => [
      ...checkId(node),
      ...checkNode(definition, node),
      ...checkFields(node, context, (path) => (firstUses.get(path) ?? Infinity) <= index),
    ]),
    ...checkPrevious(nodes, context.previous),
    ...(context.form ? [...hazardsOf(definition, context.form), ...checkDeduced(definition, context.form)] : []),
  ]
}

const secondOfAnId = (nodes: readonly Node[]): Node[] => {
  const seenIds = new Set<NodeId>()
  return nodes.filter(({ id }) => seenIds.size === seenIds.add(id).size)
}

/** Where in a flow each path first finds people, by the index of its node. */
const firstUsesOf = (nodes: readonly Node[]): ReadonlyMap<Path, number> => {
  const firstUses = new Map<Path, number>()
  for (const [index, node] of nodes.entries()) for (const path of rulePaths(node)) if (!firstUses.has(path)) firstUses.set(path, index)
  return firstUses
}

export const canPublish = (findings: readonly PublishFinding[]): boolean => findings.every(({ level }) => level !== 'error')

const checkWhole = (definition: Definition, nodes: Node[]): PublishFinding[] => {
  const findings: PublishFinding[] = []
  const humans = nodes.filter(isHuman)
  if (humans.length === 0 && !definition.policy.automatic)
    findings.push(at(null, 'error', 'nobodyDecides', '流程至少要有一个审批或办理环节，或注明为自动流程'))
  if (humans.length > 0 && definition.policy.admins.length === 0) findings.push(at(null, 'error', 'noAdmins', '请设置流程管理员'))
  if (nodes.length > nodesMax) findings.push(at(null, 'error', 'tooManyNodes', '流程最多{max}个环节', { max: nodesMax }))
  const { only } = definition.policy.starters ?? {}
  // A revocation begins by the application that it is about.
  if (only && isNobody(only) && definition.key !== revocationKey) findings.push(at(null, 'error', 'nobodyStarts', '请选择谁可以发起'))
  if (definition.policy.proxies && isNobody(definition.policy.proxies))
    findings.push(at(null, 'error', 'nobodyIsProxy', '请选择谁可以代别人提交'))
  const plan = planOf(definition)
  const deep = nodes.find(({ id }) => blocksAround(plan, id).length >= depthMax)
  if (deep) findings.push(at(deep, 'error', 'tooDeep', '“{node}”的分支嵌套超过{max}层', { max: depthMax }))
  return findings
}

/** Lists say to all what a title and the line below it say; what a person may not read is left out there. */
const checkTitle = (definition: Definition, { form }: PublishContext): PublishFinding[] => {
  const { title, summaryFields } = definition.policy
  const namedPaths = new Set([...placesOfTitle(title), ...summaryFields])
  return [...namedPaths]
    .filter((path) => !isToldToAll(definition, path))
    .map((path) =>
      at(null, 'warning', 'hiddenInTitle', '标题和摘要里不会显示“{field}”：有人看不到它', {
        field: form?.find((one) => one.path === path)?.field.label ?? path,
      }),
    )
}

/** What could be worked out from a computed field is hidden with it; the designer may have meant to show it. */
const checkDeduced = (definition: Definition, form: readonly FormField[]): PublishFinding[] => {
  const reads = new Map(form.flatMap(({ path, from }): [Path, readonly Path[]][] => (from ? [[path, from]] : [])))
  const labelOf = (path: Path): string => form.find((one) => one.path === path)?.field.label ?? path
  const findingsOf = (node: Node | null, fields: FieldPermissions): PublishFinding[] =>
    [...deducedPaths(fields, reads)].map(([path, source]) =>
      at(node, 'warning', 'deducedHidden', '看不到“{field}”的人也看不到由它算出的“{computed}”', {
        field: labelOf(source),
        computed: labelOf(path),
      }),
    )
  return [
    ...findingsOf(null, definition.startFields),
    ...within(definition.body).flatMap((node) => ('fields' in node ? findingsOf(node, node.fields) : [])),
  ]
}

/** "START" means the initiator; a step is named by its node and its visit. */
const checkId = (node: Node): PublishFinding[] =>
  node.id === 'START' || node.id.includes('#') ? [at(node, 'error', 'reservedId', '“{node}”的编号“{id}”是保留字', { id: node.id })] : []

type Checks = { [T in Node['t']]: (definition: Definition, node: Extract<Node, { t: T }>) => PublishFinding[] }

const checkNode = (definition: Definition, node: Node): PublishFinding[] =>
  (checks[node.t] as (definition: Definition, node: Node) => PublishFinding[])(definition, node)

const checks: Checks = {
  approve: (definition, node) => {
    const findings = checkHuman(definition, node)
    if (node.settle === 'waitAll' && (node.vote.mode === 'or' || node.vote.mode === 'seq'))
      findings.push(at(node, 'error', 'settle', '“{node}”是或签或依次审批，不能等待全部表决'))
    if (typeof node.onReject === 'object' && !earlierHumans(definition, node.id).includes(node.onReject.node))
      findings.push(at(node, 'error', 'rejectTarget', '“{node}”驳回的目标必须是它前面、同一路径上的环节'))
    return findings
  },
  handle: (definition, node) => checkHuman(definition, node),
  cc: (_definition, node) => checkRules(node, node.assignees),
  branch: (_definition, node) => checkBranch(node),
  delay: () => [],
  service: (_definition, node) => [
    ...(node.service === unset ? [at(node, 'error', 'chooseService', '请选择“{node}”的外部服务')] : []),
    ...(node.wait && !node.deadline ? [at(node, 'warning', 'noDeadline', '“{node}”没有设置最长等待，对方不答复时会一直等')] : []),
  ],
  subFlow: (definition, node) => {
    if (node.flowKey === unset) return [at(node, 'error', 'chooseChild', '请选择“{node}”要发起的流程')]
    return [
      ...(node.flowKey === definition.key ? [at(node, 'error', 'ownChild', '“{node}”不能以本流程作为子流程')] : []),
      ...(node.each && Object.keys(node.output).length > 0
        ? [at(node, 'error', 'childrenOutput', '“{node}”按明细逐行发起，不能从子流程带回数据')]
        : []),
    ]
  },
  route: (definition, node) => {
    const { sequence, index } = placeOf(planOf(definition), node.id)
    const later = sequence.nodes.slice(index + 1).some(({ id }) => id === node.to)
    return later ? [] : [at(node, 'error', 'routeTarget', '“{node}”只能跳转到同一路径上后面的环节')]
  },
}

const checkHuman = (definition: Definition, node: HumanNode): PublishFinding[] => {
  const findings = checkRules(node, node.assignees)
  const { vote } = node
  if ((vote.mode === 'fraction' || vote.mode === 'weight') && vote.num > vote.den)
    findings.push(at(node, 'error', 'fraction', '“{node}”的通过比例不能大于1'))
  if (vote.mode === 'weight' && vote.weights.some(({ user }) => user === ''))
    findings.push(at(node, 'error', 'noWeighted', '请选择“{node}”中设置票权的人员'))
  if (node.pick && vote.mode !== 'or') findings.push(at(node, 'warning', 'pickedAlone', '“{node}”只由一人处理，多人处理的方式不起作用'))
  const namesPeople = node.assignees.every(({ k }) => k === 'users')
    ? node.assignees.flatMap((rule) => (rule.k === 'users' ? rule.ids : []))
    : undefined
  if (vote.mode === 'atLeast' && namesPeople && new Set(namesPeople).size < vote.n)
    findings.push(at(node, 'warning', 'tooFewVoters', '“{node}”的处理人少于需要的票数'))
  if (namesPeople && new Set(namesPeople).size > seatsMax)
    findings.push(at(node, 'error', 'tooManyPeople', '“{node}”最多{max}人', { max: seatsMax }))
  const demands = Object.values(node.fields).includes('required') || node.require.signature || node.require.attachment
  for (const { act, repeat } of node.timeouts) {
    if (act === 'pass' && demands) findings.push(at(node, 'error', 'timeoutPass', '“{node}”有必填内容，不能超时自动通过'))
    if (act === 'reject' && node.t === 'handle') findings.push(at(node, 'error', 'timeoutReject', '“{node}”是办理环节，不能超时驳回'))
    if (repeat && act !== 'remind') findings.push(at(node, 'error', 'repeat', '“{node}”只有提醒可以重复'))
  }
  if (node.onEmpty === 'pass' && demands) findings.push(at(node, 'warning', 'emptyPass', '“{node}”没有处理人时会跳过必填内容'))
  if (node.assignees.some(({ k }) => k === 'chosenByPrevious') && humansBefore(planOf(definition), node.id).length === 0)
    findings.push(at(node, 'error', 'noPrevious', '“{node}”前面没有环节，不能由上一环节选择处理人'))
  if (Array.isArray(node.ops.rollback)) {
    const earlier = [...everBefore(definition, node.id), 'START']
    for (const to of node.ops.rollback)
      if (!earlier.includes(to)) findings.push(at(node, 'error', 'rollbackTarget', '“{node}”可退回的环节“{to}”不在它前面', { to }))
  }
  return findings
}

const checkRules = (node: Node, rules: Rule[]): PublishFinding[] => {
  if (rules.length === 0) return [at(node, 'error', 'noAssignees', '请设置“{node}”的处理人')]
  return rules.flatMap((rule) => {
    if (rule.k === 'users' && rule.ids.length === 0) return [at(node, 'error', 'noUsers', '请选择“{node}”的指定人员')]
    if (rule.k === 'position' && rule.name.trim() === '') return [at(node, 'error', 'noPosition', '请填写“{node}”的职位')]
    const isOpen = rule.k === 'members' && rule.of !== 'initiator' && 'dept' in rule.of && rule.of.dept === ''
    return isOpen ? [at(node, 'error', 'noDepartment', '请选择“{node}”的部门')] : []
  })
}

const checkBranch = (node: Branch): PublishFinding[] => {
  const findings: PublishFinding[] = []
  if (node.arms.length < 2) findings.push(at(node, 'error', 'arms', '“{node}”至少要有两个分支'))
  if (new Set(node.arms.map(({ id }) => id)).size < node.arms.length) findings.push(at(node, 'error', 'armIds', '“{node}”的分支编号重复'))
  if (node.kind === 'par') {
    if (node.arms.some(({ when }) => when)) findings.push(at(node, 'error', 'parallelCondition', '“{node}”是并行分支，不能设置条件'))
    return findings
  }
  if (node.arms.at(-1)?.when) findings.push(at(node, 'error', 'noDefault', '“{node}”的最后一个分支必须是没有条件的默认分支'))
  for (const { when, name } of node.arms.slice(0, -1))
    if (!when) findings.push(at(node, 'error', 'noCondition', '请设置“{node}”中分支“{arm}”的条件', { arm: name }))
  return findings
}

/** Human nodes before this one in its own and the enclosing sequences. */
const earlierHumans = (definition: Definition, id: NodeId): NodeId[] => {
  const plan = planOf(definition)
  const spine = [id, ...blocksAround(plan, id).map(({ block }) => block)]
  return spine.flatMap((one) => {
    const { sequence, index } = placeOf(plan, one)
    return sequence.nodes
      .slice(0, index)
      .filter(isHuman)
      .map((node) => node.id)
  })
}

/** Human nodes that may be passed before this one, those in joined branches included. */
const everBefore = (definition: Definition, id: NodeId): NodeId[] => {
  const plan = planOf(definition)
  const before = ({ nodes }: Sequence, index: number): NodeId[] =>
    within(nodes.slice(0, index))
      .filter(isHuman)
      .map((node) => node.id)
  return [id, ...blocksAround(plan, id).map(({ block }) => block)].flatMap((one) => {
    const { sequence, index } = placeOf(plan, one)
    return before(sequence, index)
  })
}

/** `isUsedBy`: a path has found people by the time the node is left. */
const checkFields = (node: Node, { fields, form = [] }: PublishContext, isUsedBy: (path: Path) => boolean): PublishFinding[] => {
  if (!fields) return []
  const labelAt = (path: Path): string => form.find((one) => one.path === path)?.field.label ?? path
  const findings: PublishFinding[] = []
  const unknown = (path: Path): boolean => path !== initiatorPath && path !== departmentPath && !fields.has(path)
  for (const path of new Set([...readPaths(node), ...writtenPaths(node)]))
    if (unknown(path)) findings.push(at(node, 'error', 'noField', '“{node}”用到的字段“{field}”不在表单中', { field: path }))
  for (const [path, noun] of 'assignees' in node ? node.assignees.flatMap(nounsWanted) : []) {
    const sort = fields.get(path)
    if (sort !== undefined && sort !== noun)
      findings.push(at(node, 'error', 'wrongKind', '“{node}”用到的字段“{field}”类型不对', { field: labelAt(path) }))
  }
  for (const path of writtenPaths(node))
    if (isUsedBy(path))
      findings.push(at(node, 'warning', 'writtenAfterUse', '“{node}”可以修改的“{field}”已用于确定处理人', { field: labelAt(path) }))
  return findings
}

const rulePaths = (node: Node): Path[] => ('assignees' in node ? node.assignees.flatMap(rulePath) : [])

const rulePath = (rule: Rule): Path[] => nounsWanted(rule).map(([path]) => path)

const nounsWanted = (rule: Rule): [Path, Noun][] => {
  switch (rule.k) {
    case 'field':
      return [[rule.path, 'person']]
    case 'deptHead':
      return rule.of === 'initiator' ? [] : [[rule.of.field, 'department']]
    case 'members':
      return typeof rule.of === 'object' && 'field' in rule.of ? [[rule.of.field, 'department']] : []
    case 'locationManager':
    case 'warehouseKeeper':
      return [[rule.field, 'location']]
    case 'assetCustodian':
      return [[rule.field, 'asset']]
    default:
      return []
  }
}

/** The conditions that a node decides by. */
export const conditionsOf = (node: Node): Condition[] => {
  if (node.t === 'branch') return node.arms.flatMap(({ when }) => when ?? [])
  return node.t === 'route' && node.when ? [node.when] : []
}

const readPaths = (node: Node): Path[] => {
  const waits = node.t === 'delay' && 'until' in node.wait ? [node.wait.until] : []
  const passed =
    node.t === 'subFlow' ? [...Object.values(node.input), ...Object.keys(node.output), ...(node.each ? [node.each.table] : [])] : []
  const namedPaths = 'fields' in node ? Object.keys(node.fields) : []
  return [...conditionsOf(node).flatMap(pathsOf), ...rulePaths(node), ...waits, ...passed, ...namedPaths]
}

const writtenPaths = (node: Node): Path[] =>
  'fields' in node ? Object.keys(node.fields).filter((path) => node.fields[path] === 'write' || node.fields[path] === 'required') : []

/** An id that was in use must not become another kind of node, or running processes would be moved to the wrong place. */
const checkPrevious = (nodes: Node[], previous: Definition | undefined): PublishFinding[] => {
  if (!previous) return []
  const before = planOf(previous).places
  return nodes
    .filter((node) => before.has(node.id) && before.get(node.id)?.node.t !== node.t)
    .map((node) => at(node, 'error', 'idReused', '“{node}”的编号在上一版本属于另一类环节'))
}
