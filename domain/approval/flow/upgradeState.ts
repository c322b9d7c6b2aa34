import type { Definition } from './definition.ts'
import { planOf } from './plan.ts'
import type { State } from './state.ts'

/** The schema of what is stored of a process; it grows when what is stored must be read otherwise than it was written. */
export const stateSchema = 2

/**
 * A stored state as this program reads it. Before schema 2 an upgrade of a flow left the targets of passed routes under their old names:
 * a target that the definition does not have is the one the route has now. What is up to date stays as it is.
 */
export const upgradeState = (definition: Definition, state: State): State => {
  const takenTargets = targetsOf(definition, state.taken)
  const { parked } = state
  const parkedTaken = parked ? targetsOf(definition, parked.taken) : undefined
  if (takenTargets === state.taken && parkedTaken === parked?.taken) return state
  return { ...state, taken: takenTargets, parked: parked && parkedTaken ? { ...parked, taken: parkedTaken } : parked }
}

const targetsOf = (definition: Definition, takenArms: State['taken']): State['taken'] => {
  const { places } = planOf(definition)
  const lost = Object.entries(takenArms).flatMap(([id, [to]]): [string, string[]][] => {
    const node = places.get(id)?.node
    return node?.t === 'route' && to !== undefined && !places.has(to) ? [[id, [node.to]]] : []
  })
  return lost.length === 0 ? takenArms : { ...takenArms, ...Object.fromEntries(lost) }
}
