import { countOf, noChoice, withRows } from './choice.ts'
import { type RowStates, useChoice } from './rowStates.ts'
import type { Selection } from './selection.ts'

/** What is chosen, as what acts on it takes it. */
export const useSelection = (states: RowStates, now: Pick<Selection, 'asked' | 'columns'>, totalCount: number): Selection => {
  const choice = useChoice(states)
  return {
    ...choice,
    ...now,
    count: countOf(choice, totalCount),
    clear: () => states.setChoice(noChoice),
    choose: (ids) => states.setChoice(withRows(noChoice, ids, true)),
  }
}
