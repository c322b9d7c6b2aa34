import type { UserId } from '../form/form.ts'
import type { State, Step, StepId } from '../flow/state.ts'

/** True where a step of a flow under way asks no one and no clock runs for it. The person who is asked may have left all the same. */
export const waitsForNobody = (state: State): boolean => state.status === 'running' && state.steps.some((step) => asksNobody(state, step))

/** The same of the JSON in a column `state` of a row `i`, with the status beside it. */
export const waitsForNobodySql = `i.status = 'running' and (
  jsonb_path_exists(i.state, '$.steps[*] ? (@.waitsFor == "people" && !exists (@.tasks[*] ? (@.status == "open")))')
  or jsonb_path_exists(i.state, '$ ? (!exists (@.timers[*]) && !exists (@.held[*])).steps[*] ? (@.waitsFor == "timer")'))`

/**
 * The steps that do not go on by themselves: no one is asked, or only people who have left, or what is outside has failed. `gone` are the
 * people who left, `failed` the steps with an incident.
 */
export const stuckSteps = (state: State, departed: ReadonlySet<UserId>, failedSteps: ReadonlySet<StepId>): Step[] =>
  state.steps.filter((step) => {
    if (failedSteps.has(step.id) || asksNobody(state, step)) return true
    const open = step.tasks.filter(({ status }) => status === 'open')
    return (
      open.length > 0 &&
      (step.vote.mode === 'or' ? open.every(({ user }) => departed.has(user)) : open.some(({ user }) => departed.has(user)))
    )
  })

const asksNobody = ({ timers, held }: State, { waitsFor, tasks }: Step): boolean =>
  (waitsFor === 'people' && !tasks.some(({ status }) => status === 'open')) ||
  (waitsFor === 'timer' && timers.length === 0 && held.length === 0)
