import { isRecord } from '../../../kernel/isRecord.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { type NodeId, type Raise, isHuman } from './definition.ts'
import { closeRegion, enterHuman, proceed, voidedIn } from './advance.ts'
import { isBlank, rowsFrom, type Form, type Json, type Path, type UserId } from '../form/form.ts'
import { type Place, placeOf, placesAround, regionOf } from './plan.ts'
import { type Run, emit, fact } from './run.ts'
import type { State, Step } from './state.ts'

/**
 * Which of the numbers in `after` are greater than in `before`, and which tables have rows that were not there. A number that was empty
 * or zero was not approved as small: filling it in raises nothing. Rows are told apart as everywhere, by their marks or by their places.
 */
export const raisedPaths = (before: Form, after: Form, measures: readonly Path[]): Path[] => {
  const raisedSet = new Set<Path>()
  for (const path of measures) {
    const [key = '', column] = path.split('.')
    const [was, is] = [before[key], after[key]]
    if (Array.isArray(is)) {
      const rows = Array.isArray(was) ? was : []
      for (const [i, origin] of rowsFrom(rows, is).entries()) {
        if (origin === undefined) {
          if (column === undefined) raisedSet.add(path)
        } else if (column !== undefined && isMore(cellOf(rows[origin], column), cellOf(is[i], column))) raisedSet.add(path)
      }
    } else if (column === undefined && key in after && isMore(was, is)) raisedSet.add(path)
  }
  return [...raisedSet]
}

/** What of a change to the form has to be approved again: paths of numbers that grew, where another person approved them as they were. */
export const raisedBy = (run: Run, before: Form, after: Form, from: readonly NodeId[]): Path[] => {
  const { kept } = run.state
  const isKept = Object.values(kept).some((users) => users.some((user) => user !== run.command.actor))
  if (!isKept && targetOf(run, from) === undefined) return []
  return raisedPaths(before, after, fact(run, { k: 'measures' }))
}

/** What the step says about raising; an administrator's change, which is in no step, is asked again. */
export const raiseAt = (run: Run, step: Step | undefined): Raise => {
  const node = step && placeOf(run.plan, step.node).node
  return (node && isHuman(node) ? node.raise : undefined) ?? 'ask'
}

export const refuseRaised = (raisedList: readonly Path[]): never =>
  refuse('approval.raised', '“{field}”已按较小的数同意，不能调高', { field: firstOf(raisedList) })

type RaisedChange = { step: Step | null; from: readonly NodeId[]; raised: Path[]; comment: string }

/**
 * Closes everything from the first of those on who approved less, and asks anew from there. Where one of them stands in an arm beside,
 * the whole block begins again, because nothing after it may rest on what he said. Answers false where no one of them has been asked in
 * this pass: then what they had approved before a return is void, and they are asked when it comes to them.
 */
export const askAgain = (run: Run, { step, from, raised: raisedList, comment }: RaisedChange): boolean => {
  const target = targetOf(run, from)
  const head = { t: 'AskedAgain', step: step?.id ?? null, by: run.command.actor, raised: raisedList, comment } as const
  if (!target) {
    emit(run, { ...head, to: null, voided: [] })
    return false
  }
  const { node, sequence, index } = target
  const region = regionOf(run.plan, node.id)
  emit(run, { ...head, to: node.id, voided: voidedIn(run.state, region) })
  closeRegion(run, region, 'raised')
  if (isHuman(node)) enterHuman(run, node, 'raised')
  else proceed(run, sequence, index)
  return true
}

/** The place from which all are asked again that another person than the actor has approved, before or beside the nodes of `from`. */
const targetOf = (run: Run, from: readonly NodeId[]): Place | undefined => {
  const ways = from.map((id) => wayTo(run, id))
  const nodesFound = approvedNodes(run.state, run.command.actor)
    .filter((id) => placeOf(run.plan, id).node.t === 'approve')
    .flatMap((id) => {
      const way = wayTo(run, id)
      return ways.flatMap((otherWay) => {
        const depth = forkOf(way, otherWay)
        const [place, other] = [way[depth], otherWay[depth]]
        return place && other && place.index <= other.index ? [{ depth, place }] : []
      })
    })
  return nodesFound.toSorted((a, b) => a.depth - b.depth || a.place.index - b.place.index)[0]?.place
}

/** From the outermost block inwards. */
const wayTo = (run: Run, id: NodeId): Place[] => placesAround(run.plan, id).toReversed()

/** How deep two ways go through the same sequences. */
const forkOf = (a: Place[], b: Place[]): number => {
  let depth = 0
  while (a[depth + 1] && a[depth + 1]?.sequence === b[depth + 1]?.sequence) depth++
  return depth
}

/** Where another person than `actor` has approved and it still counts. */
const approvedNodes = (state: State, actor: UserId): NodeId[] => [
  ...state.passed.flatMap(({ node, by }) => (Object.keys(by).some((user) => user !== actor) ? [node] : [])),
  ...state.steps.flatMap(({ node, tasks }) =>
    tasks.some((task) => task.status === 'approved' && task.auto !== 'timeout' && task.user !== actor) ? [node] : [],
  ),
]

const cellOf = (row: Json | undefined, column: string): Json | undefined => (isRecord(row) ? row[column] : undefined)

const isMore = (before: Json | undefined, after: Json | undefined): boolean => {
  const [was, is] = [numberOf(before), numberOf(after)]
  return was !== undefined && is !== undefined && compare(was, '0') !== 0 && compare(is, was) > 0
}

const numberOf = (value: Json | undefined): string | undefined => {
  if (isBlank(value)) return undefined
  if (isDecimal(value)) return value
  return typeof value === 'number' && isDecimal(String(value)) ? String(value) : undefined
}
