import { type Refusal, refusal } from '../../../kernel/refusal.ts'
import { documentKind } from '../../documents/all.ts'
import { codeOf } from '../../documents/define.ts'
import type { FunctionCode } from '../../rules/functionCode.ts'
import type { DeptId, UserId } from '../form/form.ts'
import type { Circle, Starters } from './definition.ts'

/** A person who wants to start a flow: `depts` are his departments and all above them, `roles` words or codes of what he was granted. */
export type Starter = { readonly uid: UserId; readonly depts: readonly DeptId[]; readonly roles: readonly string[] }

/** What decides on a start besides the person: `documentKind` is null where the form is the organisation's own. */
export type Startable = { readonly name: string; readonly documentKind: string | null; readonly starters: Starters | undefined }

/**
 * Why a person may not start a flow; undefined where he may. A flow of a document is for the person who may submit that document, where
 * his `codes` are known.
 */
export const startRefusal = (flow: Startable, starter: Starter, codes: ReadonlySet<FunctionCode> | undefined): Refusal | undefined => {
  const kind = flow.documentKind === null ? undefined : documentKind(flow.documentKind)
  const maySubmit = !kind || !codes || codes.has(`${codeOf(kind)}:submit`)
  return maySubmit && isStarter(flow.starters, starter)
    ? undefined
    : refusal('approval.notAStarter', '“{flow}”没有对您开放，不能发起', { flow: flow.name })
}

export const isStarter = (starters: Starters | undefined, starter: Starter): boolean =>
  (!starters?.only || isIn(starters.only, starter)) && !(starters?.except && isIn(starters.except, starter))

/** Why a person may not apply in another's name; undefined where he may. */
export const proxyRefusal = (flow: Pick<Startable, 'name'>, proxies: Circle | undefined, who: Starter): Refusal | undefined =>
  proxies && isIn(proxies, who) ? undefined : refusal('approval.notAProxy', '“{flow}”不允许您代别人提交', { flow: flow.name })

/** True for a circle in which no one can be. */
export const isNobody = ({ users, depts, roles }: Circle): boolean => users.length + depts.length + roles.length === 0

const isIn = (circle: Circle, { uid, depts, roles }: Starter): boolean =>
  circle.users.includes(uid) || depts.some((dept) => circle.depts.includes(dept)) || roles.some((role) => circle.roles.includes(role))
