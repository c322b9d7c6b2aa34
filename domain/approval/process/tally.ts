import type { Params } from '../../../kernel/refusal.ts'
import type { Entry, Event } from '../flow/event.ts'
import { evolve } from '../flow/evolve.ts'
import type { State, StepId } from '../flow/state.ts'
import { type Tally, tallyOf, votesNeeded } from '../flow/vote.ts'

/** How the votes of every step stand, or stood when it was left. Signers before or after a vote stand behind it and are not counted. */
export const talliesOf = (entries: readonly Entry[], expected: readonly Event[]): Map<StepId, Tally> => {
  const tallies = new Map<StepId, Tally>()
  let state: State | undefined
  for (const event of entries.flatMap(({ events }) => events)) {
    const leftStep = event.t === 'StepLeft' ? state?.steps.find(({ id }) => id === event.step) : undefined
    if (event.t === 'StepLeft' && leftStep) {
      const { approved, rejected, total } = event.tally
      tallies.set(leftStep.id, {
        approved,
        rejected,
        total,
        undecided: total - approved - rejected,
        need: votesNeeded(leftStep.vote, total),
      })
    }
    state = evolve(state, event)
  }
  for (const step of state?.steps ?? []) tallies.set(step.id, tallyOf(step))
  for (const event of expected) if (event.t === 'StepEntered' && !tallies.has(event.step)) tallies.set(event.step, tallyOf(event))
  return tallies
}

/** The count as a sentence with places: what is there, what is needed and what is lacking. Nothing where one person decides alone. */
export const tallyWords = (
  { approved, rejected, total, need }: Omit<Tally, 'undecided'>,
  state: string,
): { words: string; params: Params } | undefined => {
  if (total <= 1) return undefined
  const params = { approved, rejected, need, left: need - approved }
  if (state === 'expected') return { words: need === 1 ? '一人处理即可' : '需{need}人同意', params }
  if (state !== 'active' && state !== 'incident') return need === 1 ? undefined : { words: '已同意{approved} / 需{need}', params }
  if (need === 1 && approved === 0 && rejected === 0) return { words: '一人处理即可', params }
  if (rejected > 0) return { words: '已同意{approved} / 需{need}，还差{left}，反对{rejected}', params }
  return approved < need ? { words: '已同意{approved} / 需{need}，还差{left}', params } : { words: '已同意{approved} / 需{need}', params }
}
