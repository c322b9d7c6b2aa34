import type { Id } from '../../../kernel/id.ts'
import { isChosen, rowsBetween, withRows } from '../choice.ts'
import type { RowStates } from '../rowStates.ts'

/** Choosing rows by their place in the list. */
export type RowChoice = {
  readonly toggle: (index: number) => void
  /** Chooses everything from where the range began; one that ended elsewhere begins anew. */
  readonly extend: (from: number, index: number) => void
}

export const makeRowChoice = (ids: readonly Id[], states: RowStates): RowChoice => ({
  toggle: (index) => {
    const id = ids[index]
    if (id === undefined) return
    const choice = withRows(states.choice(), [id], !isChosen(states.choice(), id))
    states.setChoice(choice)
    states.setRange({ from: index, to: index, besides: choice })
  },
  extend: (from, index) => {
    const last = states.range()
    const range = last?.to === from ? last : { from, besides: states.choice() }
    const to = Math.min(ids.length - 1, Math.max(0, index))
    states.setChoice(withRows(range.besides, rowsBetween(ids, range.from, to), true))
    states.setRange({ ...range, to })
  },
})
