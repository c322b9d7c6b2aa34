import type { Id } from '../../../kernel/id.ts'
import { RefusalError } from '../../../kernel/refusal.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { NotFound } from '../../httpError.ts'
import { processPartSql, seesAllFlows } from '../../access/roles/processRights.ts'
import { readProcess, type Target } from './store.ts'

/** What `run` answers. Its refusal is told to readers of the process alone; to anyone else the process is not there. */
export const hiddenFromOutsiders = async <T>(tx: Tx, session: Session, target: Target, run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RefusalError && !(await mayRead(tx, session, target))) throw new NotFound()
    throw error
  }
}

const mayRead = async (tx: Tx, session: Session, target: Target): Promise<boolean> =>
  seesAllFlows(session) || mayOpen(tx, (await readProcess(tx, target)).head.id, session.uid)

/**
 * True for a person who has or had a part in the process: its initiator, one who decides or decided, was copied or mentioned; and for
 * the person who follows an initiator who left.
 */
export const mayOpen = async (tx: Tx, processId: Id, uid: Id): Promise<boolean> =>
  (await tx.query(`${processPartSql('$2', '$3')} limit 1`, [tx.orgId, processId, uid])).length > 0
