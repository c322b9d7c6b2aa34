import { refuse } from '../../../kernel/refusal.ts'
import type { Flows } from '../../documents/flows.ts'
import { permissionsFor } from './detail.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { command, flowInstalled, resubmitProcess, startProcess } from '../flow/run.ts'
import { actorOf } from '../form/actor.ts'
import { requireStarterOf } from '../flow/starters.ts'
import { readEntries, readProcess } from '../flow/store.ts'
import { mayOpen } from '../flow/visibility.ts'

/** What documents ask of approval, answered by this engine. */
export const documentFlows = (documents: DocumentPort): Flows => ({
  installed: flowInstalled,
  start: async (call, { flowKey, documentId, processId, returned, deptId, chosen, again }) => {
    const { tx, session, commandId } = call
    const document = await documents.load(tx, documentId)
    const actor = actorOf(session)
    const outcome = returned
      ? await resubmitProcess({ tx, documents, actor }, { processId: returned, document, chosen, ...again }, { commandId })
      : await startProcess({ tx, documents, actor }, { flowKey, document, processId, deptId, chosen, codes: session.codes }, { commandId })
    if (outcome.repeated) refuse('command.changed', '这个操作已经提交过，但内容不同')
    return { processId: outcome.processId, isRunning: outcome.status === 'running' }
  },
  requireStarter: ({ tx, session }, flowKey) => requireStarterOf(tx, flowKey, session.uid, session.codes),
  withdraw: async ({ tx, session, commandId }, processId, comment) => {
    await command(
      { tx, documents, actor: actorOf(session) },
      { processId },
      { t: 'withdraw', ...(comment ? { comment } : {}) },
      { commandId },
    )
  },
  readerOf: async (tx, processId, uid) => {
    const [isParticipant, { state, definition }, entries] = await Promise.all([
      mayOpen(tx, processId, uid),
      readProcess(tx, { processId }),
      readEntries(tx, processId),
    ])
    const takesPart = isParticipant || state.initiator === uid
    return { takesPart, permissions: takesPart ? permissionsFor(uid, definition, state, entries).permissions : definition.startFields }
  },
})
