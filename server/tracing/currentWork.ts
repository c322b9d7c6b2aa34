import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or the job that the code at hand works for, in the words of its log lines. */
export type WorkNames =
  | { readonly requestId: string; readonly operation: string }
  | { readonly job: { readonly kind: string; readonly id: string } }

const current = new AsyncLocalStorage<WorkNames>()

/** Runs `work` under these names. */
export const nameWork = <R>(names: WorkNames, work: () => R): R => current.run(names, work)

/** The names of the work at hand; none outside of a request or a job. */
export const currentWork = (): WorkNames | undefined => current.getStore()
