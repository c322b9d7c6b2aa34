import { assertDefined, entryOf, lastOf } from '../../../kernel/assert.ts'
import { kindOf } from '../../../kernel/fields/kinds.ts'
import { pathsOf } from '../form/condition.ts'
import { type Branch, type Definition, type HumanNode, type Rule, isHuman } from '../flow/definition.ts'
import type { Path } from '../form/form.ts'
import { type FormField, isEnteredAtStart, isFilledAtStart } from '../form/filling.ts'
import { placeOf, planOf, within } from '../flow/plan.ts'
import { at, type PublishFinding } from './publishFinding.ts'
import { type Knowledge, sampleFor, waysOf } from './ways.ts'

/**
 * Settings by which an application can end, turn in a circle or pass without that anyone was asked. They are allowed, and named before
 * publishing; what can never come to a good end is an error.
 */
export const hazardsOf = (definition: Definition, fields: readonly FormField[]): PublishFinding[] => {
  const fieldsByPath = new Map(fields.map((field) => [field.path, field]))
  const hasMoney = fields.some(({ field }) => field.control.type === 'money')
  return [
    ...within(definition.body).flatMap((node) => {
      if (isHuman(node))
        return [
          ...emptyHazards(definition, node, fieldsByPath),
          ...selfHazards(node),
          ...repeatHazards(definition, node),
          ...timeHazards(node, hasMoney),
        ]
      return node.t === 'branch' && node.kind !== 'par' ? unfilledPasses(definition, node, fieldsByPath) : []
    }),
    ...neverReached(definition, fieldsByPath),
  ]
}

/** What follows where a step finds no one, as the end of a sentence. */
export const emptyWords = (node: HumanNode): string => {
  if (node.onEmpty === 'pass') return '会自动通过，没有人审批'
  if (node.onEmpty !== 'reject') return typeof node.onEmpty === 'object' ? '会交给另外指定的人员' : '会交给流程管理员'
  if (node.t === 'approve' && node.onReject === 'end') return '申请会直接被驳回，到此结束'
  return node.resubmit === 'direct' ? '申请会退回发起人，重新提交又回到这里，只要还没有人就一再退回' : '申请会退回发起人'
}

const emptyHazards = (definition: Definition, node: HumanNode, fields: ReadonlyMap<Path, FormField>): PublishFinding[] => {
  if (!node.assignees.every(mayFindNobody)) return []
  const unfilled = node.assignees.map((rule) => rule.k === 'field' ? fields.get(rule.path) : undefined) // prettier-ignore
  const dead = unfilled.find((field) => field && !isEnteredAtStart(definition, field) && !isWrittenBefore(definition, node, field.path))
  if (dead && unfilled.every((field) => field))
    return [
      at(
        node,
        node.onEmpty === 'reject' ? 'error' : 'warning',
        'nobodyFills',
        '“{node}”由“{field}”中的人处理，但没有人能填写它：{follows}',
        {
          field: dead.field.label,
          follows: emptyWords(node),
        },
      ),
    ]
  if (node.onEmpty === 'reject' || node.onEmpty === 'pass') {
    const open = unfilled.find((field) => field && !isFilledAtStart(definition, field))
    if (unfilled.every((field) => field && isFilledAtStart(definition, field))) return []
    return open
      ? [at(node, 'warning', `${node.onEmpty}Unfilled`, '“{field}”可以不填；不填时“{node}”没有处理人，{follows}', { field: open.field.label, follows: emptyWords(node) })] // prettier-ignore
      : [at(node, 'warning', `${node.onEmpty}Empty`, '“{node}”找不到处理人时，{follows}', { follows: emptyWords(node) })]
  }
  return []
}

/** Named people may leave, but that is seen when they do; the initiator is always there. */
const mayFindNobody = ({ k }: Rule): boolean => k !== 'users' && k !== 'initiator'

const isWrittenBefore = (definition: Definition, node: HumanNode, path: Path): boolean => {
  const nodes = within(definition.body)
  return nodes.slice(0, nodes.indexOf(node)).some((earlier) => {
    if (earlier.t === 'subFlow') return Object.keys(earlier.output).includes(path)
    return 'fields' in earlier && (earlier.fields[path] === 'write' || earlier.fields[path] === 'required')
  })
}

const selfHazards = (node: HumanNode): PublishFinding[] =>
  node.t === 'approve' && node.onSelf === 'skip' && node.assignees.length > 0 && node.assignees.every(({ k }) => k === 'initiator')
    ? [at(node, 'warning', 'alwaysSkipped', '“{node}”的处理人就是发起人，又设置为跳过：它永远自动通过')]
    : []

/** Who decided the step before decides again: mostly a step that was added and not set. */
const repeatHazards = (definition: Definition, node: HumanNode): PublishFinding[] => {
  const { sequence, index } = placeOf(planOf(definition), node.id)
  const before = sequence.nodes.slice(0, index).findLast(isHuman)
  if (node.t !== 'approve' || before?.t !== 'approve' || node.assignees.length === 0) return []
  return JSON.stringify(before.assignees) === JSON.stringify(node.assignees)
    ? [at(node, 'warning', 'repeatsApprover', '“{node}”和前面的“{before}”由同样的人审批', { before: before.name })]
    : []
}

const timeHazards = (node: HumanNode, hasMoney: boolean): PublishFinding[] =>
  node.timeouts.flatMap(({ act }) => {
    if (act === 'pass' && hasMoney) return [at(node, 'warning', 'passesLate', '“{node}”超时自动通过：涉及金额的申请可能没有人看过就通过了')]
    if (act === 'reject' && node.t === 'approve' && node.onReject === 'end')
      return [at(node, 'warning', 'rejectsLate', '“{node}”超时自动驳回：申请可能只因为没人处理就结束了')]
    return []
  })

/** Arms that no application can take; what lies inside one is not named again. A default arm that is never needed does no harm. */
const neverReached = (definition: Definition, fields: ReadonlyMap<Path, FormField>): PublishFinding[] => {
  const knowledge: Knowledge = { definition, fields, others: () => [], deptPath: () => undefined, rolesOf: () => undefined }
  const never = waysOf(definition).filter(({ wants }) => sampleFor(wants, { form: {}, initiator: '', dept: '' }, knowledge) === 'never')
  const { places } = planOf(definition)
  return never.flatMap(({ block, arm }) => {
    const { node, sequence } = entryOf(places, block)
    if (node.t !== 'branch' || lastOf(node.arms).id === arm) return []
    if (never.some((outer) => outer.block === sequence.block && outer.arm === sequence.arm)) return []
    const { name } = assertDefined(
      node.arms.find(({ id }) => id === arm),
      `the arm ${arm}`,
    )
    return [
      at(node, 'warning', 'neverReached', '“{node}”的分支“{arm}”永远走不到：它的条件不会成立，或者前面的分支总是先成立', { arm: name }),
    ]
  })
}

/** Where only the arms of a branch ask anyone, the person who leaves its field empty is asked by no one. */
const unfilledPasses = (definition: Definition, node: Branch, fields: ReadonlyMap<Path, FormField>): PublishFinding[] => {
  const rest = node.arms.at(-1)
  if (!rest || within(rest.body).some(isHuman)) return []
  const inside = within(node.arms.flatMap(({ body }) => body)).filter(isHuman)
  if (inside.length === 0 || inside.length < within(definition.body).filter(isHuman).length) return []
  const open = node.arms
    .flatMap(({ when }) => (when ? pathsOf(when) : []))
    .find((path) => {
      const field = fields.get(path)
      return (
        field !== undefined && field.from === undefined && !kindOf(field.field.control).isNeverOpen && !isFilledAtStart(definition, field)
      )
    })
  if (open === undefined) return []
  const names = { field: entryOf(fields, open).field.label, arm: rest.name }
  return [at(node, 'warning', 'unfilledPasses', '“{field}”可以不填；不填时“{node}”走“{arm}”，没有任何人审批', names)]
}
