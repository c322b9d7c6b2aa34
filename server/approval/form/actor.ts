import type { Id } from '../../../kernel/id.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'
import type { Session } from '../../call.ts'

/** Who acts. `admin` may administer every flow. */
export type Actor = {
  readonly uid: Id
  readonly admin: boolean
  /** He may look at every application. */
  readonly seesAll?: boolean
}

export const actorOf = (session: Session): Actor => ({
  uid: session.uid,
  admin: session.codes.has('workflow:reassign'),
  seesAll: seesAllFlows(session),
})
