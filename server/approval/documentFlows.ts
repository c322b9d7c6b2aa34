import { refuse } from '../../kernel/refusal.ts'
import type { Flows } from '../documents/flows.ts'
import type { DocumentPort } from './port.ts'
import { actorOf, command, flowInstalled, resubmitProcess, startProcess } from './run.ts'
import { mayOpen } from './visibility.ts'

/** What documents ask of approval, answered by this engine. */
export const documentFlows = (documents: DocumentPort): Flows => ({
  installed: flowInstalled,
  start: async (call, { flowKey, documentId, returned, deptId, chosen, again }) => {
    const { tx, session, commandId } = call
    const document = await documents.load(tx, documentId)
    const actor = actorOf(session)
    const done = returned
      ? await resubmitProcess(tx, documents, actor, { instanceId: returned, document, chosen, ...again }, { commandId })
      : await startProcess(tx, documents, actor, { flowKey, document, deptId, chosen }, { commandId })
    if (done.repeated) refuse('command.changed', '这个操作已经提交过，但内容不同')
    return done.instanceId
  },
  withdraw: async ({ tx, session, commandId }, instanceId, comment) => {
    await command(tx, documents, { instanceId }, actorOf(session), { t: 'withdraw', ...(comment ? { comment } : {}) }, { commandId })
  },
  takesPart: (tx, instanceId, uid) => mayOpen(tx, instanceId, uid),
})
