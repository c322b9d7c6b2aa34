import { type Run, takeId } from './run.ts'
import type { Task, TaskId } from './state.ts'

/** Tasks for a step that comes back: those to ask again get new ids and have nothing done to them; the others keep their rows. */
export const renewTasks = (run: Run, tasks: Task[], asks: (task: Task) => boolean): { tasks: Task[]; carried: TaskId[] } => {
  const ids = new Map(tasks.filter(asks).map(({ id }) => [id, takeId(run)]))
  const clean = tasks.map((task) => (ids.has(task.id) ? { ...bare(task), ...(task.claimed ? ({ claimed: true } as const) : {}) } : task))
  return { tasks: withIds(clean, ids), carried: tasks.filter(({ id }) => !ids.has(id)).map(({ id }) => id) }
}

/** The tasks under their new ids, also where they name each other. */
export const withIds = (tasks: Task[], ids: ReadonlyMap<TaskId, TaskId>): Task[] =>
  tasks.map((task) => ({
    ...task,
    id: ids.get(task.id) ?? task.id,
    ...(task.sign ? { sign: { ...task.sign, parent: ids.get(task.sign.parent) ?? task.sign.parent } } : {}),
    ...(task.beside === undefined ? {} : { beside: ids.get(task.beside) ?? task.beside }),
  }))

/** A task without anything that was done to it. */
export const bare = ({
  auto: _auto,
  formRev: _formRev,
  by: _by,
  claimed: _claimed,
  outclaimed: _outclaimed,
  read: _read,
  urgedAt: _urgedAt,
  ...task
}: Task): Task => task
