import type * as v from 'valibot'
import type { Id } from '../../../kernel/id.ts'
import type { Action } from '../../../domain/approval/flow/command.ts'
import type { Operation } from '../../../domain/operations/define.ts'
import { processStatuses } from '../../../domain/approval/flow/statuses.ts'
import type { CommandResult, commandResult as commandedSchema } from '../../../domain/approval/operations/process.ts'
import { handle, type Handler, type SignedIn } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import type { DocumentPort } from '../../documents/port.ts'
import { namedFiles, requireFiles } from '../../files/namedFiles.ts'
import { actorOf } from '../form/actor.ts'
import { hiddenFromOutsiders } from '../flow/visibility.ts'
import { command, type CommandOutcome } from '../flow/run.ts'
import { readProcess, type Target } from '../flow/store.ts'

/** A command as a call says it: what was not given is undefined. */
type ActionInput<A = Action> = A extends unknown ? { [K in keyof A]: undefined extends A[K] ? A[K] | undefined : A[K] } : never

type CommandCall = Operation<v.GenericSchema<unknown, Target>, typeof commandedSchema>

/** Answers calls that are one command of the caller, on the process or the task that they name. */
export const commands =
  (documents: DocumentPort) =>
  <O extends CommandCall>(operation: O, action: (input: v.InferOutput<O['input']>) => ActionInput): Handler =>
    handle<CommandCall>(operation, (call, input) =>
      give(call, documents, 'processId' in input ? { processId: input.processId } : { taskId: input.taskId }, action(input)),
    )

/** Carries a command out. To a person who may not read the process it is not there, whatever is refused. */
export const give = (
  { tx, session, commandId }: SignedIn,
  documents: DocumentPort,
  target: Target,
  action: ActionInput,
): Promise<CommandResult> =>
  hiddenFromOutsiders(tx, session, target, async () =>
    commandResultOf(await command({ tx, documents, actor: actorOf(session) }, target, present(action), { commandId })),
  )

export const commandResultOf = ({ processId, status, rev, repeated }: CommandOutcome): CommandResult => ({
  processId,
  status,
  statusName: processStatuses[status],
  rev,
  repeated,
})

/** How it stands where nothing was to be done. */
export const currentStanding = async (tx: Tx, processId: Id): Promise<CommandResult> => {
  const { state } = await readProcess(tx, { processId })
  return commandResultOf({ processId, status: state.status, rev: state.rev, repeated: false })
}

/** No one signs with what another person wrote, and no one hands round what another person uploaded. */
export const requireOpinionFiles = (
  { tx, session }: SignedIn,
  { signature, attachments = [] }: { signature?: string | undefined; attachments?: readonly string[] | undefined },
): Promise<void> => requireFiles(tx, session.uid, [...namedFiles('签名', true, [signature]), ...namedFiles('附件', false, attachments)])

/** Without the keys that were not given. */
const present = (input: ActionInput): Action =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Action
