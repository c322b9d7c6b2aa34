import { refuse } from '../../../kernel/refusal.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { handle, handleOneByOne, type Handler } from '../../call.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { approveMany, handOverAll, moveTasks, takeBackMany } from '../flow/batches.ts'
import { taskFilterOf } from './processFilters.ts'
import { commands, give, requireOpinionFiles } from './commands.ts'
import { detailOf } from './detail.ts'
import { listTasks } from './lists.ts'

export const taskHandlers = (documents: DocumentPort): readonly Handler[] => {
  const commandHandler = commands(documents)
  return [
    handle(taskOperations.tasks, (call, input) => listTasks(call.tx, taskFilterOf(call, input))),
    handle(taskOperations.task, (call, { id }) => detailOf(call, documents, { taskId: id })),

    handle(taskOperations.approve, async (call, input) => {
      await requireOpinionFiles(call, input)
      return give(call, documents, { taskId: input.taskId }, { t: 'approve', ...input, patch: input.patch })
    }),
    handle(taskOperations.reject, async (call, input) => {
      await requireOpinionFiles(call, input)
      return give(call, documents, { taskId: input.taskId }, { t: 'reject', ...input })
    }),
    handleOneByOne(taskOperations.batchApprove, (call, { items, comment }) => approveMany(call, documents, items, comment)),
    handleOneByOne(taskOperations.batchUndo, (call, { items }) =>
      takeBackMany(
        call,
        documents,
        items.map(({ taskId }) => taskId),
      ),
    ),

    commandHandler(taskOperations.claim, ({ taskId }) => ({ t: 'claim', taskId })),
    commandHandler(taskOperations.unclaim, ({ taskId }) => ({ t: 'unclaim', taskId })),
    commandHandler(taskOperations.transfer, ({ taskId, toUid, comment }) => ({ t: 'transfer', taskId, to: toUid, comment })),
    commandHandler(taskOperations.delegate, ({ taskId, toUid, comment }) => ({ t: 'delegate', taskId, to: toUid, comment })),
    commandHandler(taskOperations.returnDelegation, ({ taskId, comment }) => ({ t: 'returnDelegation', taskId, comment })),
    commandHandler(taskOperations.rollBack, ({ taskId, nodeId, comment, resubmit }) => ({
      t: 'rollBack',
      taskId,
      to: nodeId,
      comment,
      resubmit,
    })),
    commandHandler(taskOperations.takeBack, ({ taskId, comment }) => ({ t: 'takeBack', taskId, comment })),
    commandHandler(taskOperations.addSign, ({ taskId, uids, where, comment }) => ({ t: 'addSign', taskId, users: uids, where, comment })),
    commandHandler(taskOperations.removeSign, ({ taskIds, comment }) => ({ t: 'removeSign', taskIds, comment })),

    handleOneByOne(taskOperations.reassign, async (call, { taskIds, fromUid, toUid, reason }) => {
      if (taskIds === undefined && fromUid === undefined) return refuse('approval.nothingToReassign', '没有可以改派的任务')
      return moveTasks(call, documents, { taskIds, fromUid, toUid, reason })
    }),
    handleOneByOne(taskOperations.handOver, (call, { uid, successorUid, reason }) =>
      handOverAll(call, documents, { uid, successor: successorUid, reason }),
    ),
  ]
}
