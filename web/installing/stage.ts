import type { Installation } from '../../domain/workplaces/hostOperations.ts'

/** What the installation page shows. */
export type Stage = 'outside' | 'missing' | 'working' | 'asking' | 'failed' | 'stopped' | 'ready'

/** `outside`: no organisation of the chat is known here, so there is nothing to ask about. */
export const stageOf = (installation: Pick<Installation, 'state'> | undefined): Stage =>
  installation === undefined ? 'outside' : stages[installation.state]

const stages: Readonly<Record<Installation['state'], Stage>> = {
  none: 'missing',
  withdrawn: 'missing',
  authorised: 'working',
  synchronising: 'working',
  asking: 'asking',
  failed: 'failed',
  stopped: 'stopped',
  ready: 'ready',
}

/** How far the whole is, 0 to 1, where that can be said: of a list that is still being read no one knows the length. */
export const shareOf = ({ phase, done, total }: Pick<Installation, 'phase' | 'done' | 'total'>): number | undefined =>
  total > 0 && phase !== 'departments' && phase !== 'people' ? Math.min(1, done / total) : undefined

/** Which of the three steps is under way: allowed, people brought here, ready. */
export const stepOf = (stage: Stage): number => ({ outside: 0, missing: 0, working: 1, asking: 1, failed: 1, stopped: 0, ready: 2 })[stage]
