import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import { systemActor } from '../../../domain/approval/flow/command.ts'
import { NotFound } from '../../httpError.ts'
import type { Job, WholeWorker } from '../../jobs/jobs.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command } from './run.ts'
import { timerJob } from './store.ts'

/** Wakes processes whose time has come. A timer that was cleared meanwhile does nothing. */
export const timerWorker = (documents: DocumentPort): WholeWorker => ({
  kind: timerJob,
  run: async (tx, { body: { processId, timer } }: Job<{ processId: Id; timer: string }>) => {
    try {
      await command({ tx, documents, actor: systemActor }, { processId }, { t: 'timerFired', timer }, { via: 'timer' })
    } catch (error) {
      if (error instanceof NotFound) return
      if (!(error instanceof RefusalError) || !overdue.has(error.refusal.reason)) throw error
    }
  },
})

/** What a timer hears that is no longer wanted. */
const overdue = new Set(['approval.timerGone', 'approval.suspended', 'approval.ended', 'approval.returned', 'approval.posting'])
