import type { Id } from '../../../kernel/id.ts'
import { hidesMoney } from '../../access/hidden.ts'
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

/** True for the person who may look at every flow of the organisation. Applications show amounts, so not for who sees no money. */
export const seesAllFlows = (session: Session): boolean => session.codes.has('workflow:list') && !hidesMoney(session)
