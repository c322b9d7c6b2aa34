import { refuse } from '../../../kernel/refusal.ts'
import { end } from './advance.ts'
import { resetClock } from './clocks.ts'
import type { CommandOf } from './command.ts'
import { replaceLeavers } from './transferTask.ts'
import { emit, type Run } from './run.ts'

export const suspend = (run: Run, command: CommandOf<'suspend'>): void => {
  const timers = run.state.timers
  if (run.state.suspended) refuse('approval.suspended', '流程已暂停，恢复后才能操作')
  emit(run, { t: 'Suspended', by: command.actor, reason: command.reason, held: timers })
}

export const resume = (run: Run, command: CommandOf<'resume'>): void => {
  if (!run.state.suspended) refuse('approval.notSuspended', '流程没有暂停')
  goOn(run, command.reason ?? '')
  replaceLeavers(run)
}

/** Waiting times start anew: no one could act meanwhile. */
const goOn = (run: Run, reason: string): void => {
  emit(run, { t: 'Resumed', by: run.command.actor, reason })
  for (const timer of new Map([...run.state.held, ...run.state.timers].map((timer) => [timer.id, timer])).values()) resetClock(run, timer)
}

/** What an administrator does to let a process go on: he says why, and one that was suspended goes on as well. */
export const rescueWith =
  <C extends CommandOf<'skip' | 'jump' | 'sendBack' | 'actFor'>>(act: (run: Run, command: C) => void) =>
  (run: Run, command: C): void => {
    if (command.reason.trim() === '') refuse('approval.reasonRequired', '请填写原因')
    const { suspended } = run.state
    if (suspended) goOn(run, command.reason)
    act(run, command)
    if (suspended && run.state.status === 'running') replaceLeavers(run)
  }

export const terminate = (run: Run, command: CommandOf<'terminate'>): void => {
  if (command.reason.trim() === '') refuse('approval.reasonRequired', '请填写原因')
  end(run, 'terminated', command.actor, command.reason)
}
