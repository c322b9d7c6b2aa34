import { guess } from './guess.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { UserId } from '../form/form.ts'
import { unchosenSeats } from './assign.ts'
import { isHuman, type NodeId, type Range } from './definition.ts'
import { within } from './plan.ts'
import { all, fact, type Run } from './run.ts'

/** People chosen for nodes that let this one choose, within the range and the number. */
export const checkChosen = (run: Run, choices: Record<NodeId, UserId[]>, ruleKind: 'chosenByInitiator' | 'chosenByPrevious'): void => {
  all(Object.entries(choices), ([id, users]) => {
    const node = run.plan.places.get(id)?.node
    const rule = node && isHuman(node) ? node.assignees.find(({ k }) => k === ruleKind) : undefined
    if (!node || (rule?.k !== 'chosenByInitiator' && rule?.k !== 'chosenByPrevious'))
      return refuse('approval.cannotChoose', '这个环节的处理人不能自选')
    if (!rule.multi && users.length > 1) refuse('approval.chooseOne', '“{node}”只能选择一人', { node: node.name })
    const members = membersOf(run, rule.range)
    all(users, (user) => {
      if (members && !members.includes(user)) refuse('approval.outOfRange', '所选人员不在“{node}”的可选范围内', { node: node.name })
      if (!fact(run, { k: 'user', user }).active) refuse('approval.inactive', '所选人员已停用')
    })
  })
}

/** Asks for the choices that the path, as far as it can be foreseen, still lacks. */
export const checkChoices = (run: Run): void => {
  const open = within(run.definition.body).filter((node) => isHuman(node) && unchosenSeats(run, node, 'chosenByInitiator'))
  if (open.length === 0) return
  const enteredIds = [...run.events, ...guess(run)].flatMap((event) => (event.t === 'StepEntered' ? [event.node] : []))
  const reachedNode = open.find(({ id }) => enteredIds.includes(id))
  if (reachedNode) refuse('approval.chooseApprovers', '请选择“{node}”的处理人', { node: reachedNode.name })
}

/** Who a choice is limited to; nothing where anyone may be chosen. */
const membersOf = (run: Run, range: Range): readonly UserId[] | undefined => {
  if (range === 'any') return undefined
  return 'users' in range ? range.users : fact(run, { k: 'role', role: range.role, dept: null })
}
