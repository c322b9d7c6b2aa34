import { refuse } from '../../../kernel/refusal.ts'
import type { CommandOf } from './command.ts'
import { type Node, type NodeId, isHuman } from './definition.ts'
import { cancelOutside, canRollBackTo, closeAll, closeRegion, closeStep, enterHuman, proceed, rollBackTo, voidedIn } from './advance.ts'
import { type Place, placesAround, type Plan, placeOf, regionOf, within } from './plan.ts'
import { type Run, emit } from './run.ts'
import type { State, Step, StepId } from './state.ts'

/**
 * What an administrator does for a process that does not go on by itself. None of it lets him approve what he asked for himself:
 * `skip` and a `jump` forward pass decisions over, so they are not the initiator's.
 */
export const skip = (run: Run, command: CommandOf<'skip'>): void => {
  requireStranger(run)
  const step = stepAt(run, command.step)
  emit(run, { t: 'Rescued', how: 'skip', ...rescueDetails(run, step, command.reason), to: null, voided: [] })
  cancelOutside(run, step)
  closeStep(run, step, { outcome: 'passed', cancelled: 'rescued', why: 'skipped' })
  const { sequence, index } = placeOf(run.plan, step.node)
  proceed(run, sequence, index + 1)
}

/**
 * Closes what stands between and goes on at `to`: forward past everything in between, with the arms beside it where that leads out of a
 * block, or back, where what was approved from there on is void. The step itself is asked anew.
 */
export const jump = (run: Run, command: CommandOf<'jump'>): void => {
  const step = stepAt(run, command.step)
  const target = jumpTargets(run.plan, step.node).find(({ node }) => node.id === command.to)
  if (!target) return refuse('approval.notAround', '只能跳到同一分支或外层的环节')
  const { node, sequence, index, from } = target
  const back = index <= from
  if (!back) requireStranger(run)
  const region = back ? regionOf(run.plan, node.id) : new Set(within(sequence.nodes.slice(from, from + 1)).map(({ id }) => id))
  emit(run, {
    t: 'Rescued',
    how: 'jump',
    ...rescueDetails(run, step, command.reason),
    to: node.id,
    voided: back ? voidedIn(run.state, region) : [],
  })
  closeRegion(run, region, 'rescued')
  if (isHuman(node)) return enterHuman(run, node, 'jumped')
  proceed(run, sequence, index)
}

export const sendBack = (run: Run, command: CommandOf<'sendBack'>): void => {
  const { to, reason } = command
  const step = command.step === undefined && to === 'START' ? run.state.steps[0] : stepAt(run, command.step ?? '')
  if (to === 'START') {
    const from = step?.id ?? ''
    emit(run, { t: 'Returned', from, by: command.actor, comment: reason, resubmit: 'restart', why: 'rescue' })
    return closeAll(run, 'rescued')
  }
  if (!canRollBackTo(run, step!.node, to)) refuse('approval.notBefore', '只能退回到已经经过的、前面的审批环节')
  rollBackTo(run, { from: step!.id, to, by: command.actor, comment: reason })
}

/** The steps to which an administrator can jump from a node, in the order of the flow: those of its sequence and of the ones around it. */
export const jumpTargets = (plan: Plan, from: NodeId): (Place & { from: number })[] =>
  placesAround(plan, from)
    .toReversed()
    .flatMap(({ sequence, index }) => sequence.nodes.map((node, i) => ({ node, sequence, index: i, from: index })))
    .filter(({ node }) => isStep(node))

/** The steps a process went through that lie before a node. */
export const sendBackTargets = (plan: Plan, state: State, from: NodeId): NodeId[] => [
  ...new Set(state.passed.map(({ node }) => node).filter((node) => canRollBackTo({ plan, state }, from, node))),
]

/** A step is where a person, or something outside, is asked. */
const isStep = (node: Node): boolean => isHuman(node) || node.t === 'service' || node.t === 'subFlow'

const rescueDetails = (run: Run, { id, node }: Step, reason: string) => ({ step: id, node, by: run.command.actor, reason })

const stepAt = (run: Run, id: StepId): Step =>
  run.state.steps.find((step) => step.id === id) ?? refuse('approval.stepGone', '这个环节已经结束')

const requireStranger = (run: Run): void => {
  if (run.command.actor === run.state.initiator) refuse('approval.ownRescue', '不能跳过自己申请的审批环节，请由其他管理员处理')
}
