import type { Worker } from './jobs/jobs.ts'

/** Everything that is done later, by kind. */
export const workers: readonly Worker[] = []
