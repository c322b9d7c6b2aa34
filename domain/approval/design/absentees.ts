import { activeUser } from '../flow/arrival.ts'
import { type Definition, isHuman } from '../flow/definition.ts'
import type { UserId } from '../form/form.ts'
import type { Directory, Fact } from '../flow/directory.ts'
import { emptyWords } from './hazards.ts'
import { within } from '../flow/plan.ts'
import { quiet } from '../flow/preview.ts'
import { type PublishFinding, at } from './publishFinding.ts'
import { all, fact, Missing, newRun } from '../flow/run.ts'

/** Of the people who a definition names: who has left without a successor, which role no one has. */
export const absentees = (definition: Definition, directory: Directory): { findings: PublishFinding[] } | { need: Fact[] } => {
  const run = newRun(definition, undefined, quiet, directory)
  const isGone = (user: UserId): boolean => activeUser(run, user) === undefined
  try {
    const findings = all(within(definition.body), (node): PublishFinding[] => {
      if (!isHuman(node)) return []
      const namedUsers = node.assignees.flatMap((rule) => (rule.k === 'users' ? rule.ids : []))
      const roles = node.assignees.flatMap((rule) => (rule.k === 'role' && rule.scope === 'org' ? [rule.id] : []))
      const goneUsers = all(namedUsers, (user) => ({ user, gone: isGone(user) })).filter((user) => user.gone)
      const members = all(roles, (role) => fact(run, { k: 'role', role, dept: null })).flat()
      const empty = roles.length > 0 && all(members, isGone).every(Boolean)
      const nobody = goneUsers.length + roles.length > 0 && goneUsers.length === namedUsers.length && (roles.length === 0 || empty)
      const only = node.assignees.every(({ k }) => k === 'users' || k === 'role')
      if (nobody && only) return [at(node, 'warning', 'allGone', '“{node}”现在找不到处理人：{follows}', { follows: emptyWords(node) })]
      if (goneUsers.length > 0)
        return [at(node, 'warning', 'someGone', '“{node}”指定的人员中有{count}人已离职，没有交接人', { count: goneUsers.length })]
      return empty ? [at(node, 'warning', 'roleEmpty', '“{node}”指定的角色现在没有成员')] : []
    }).flat()
    const { admins } = definition.policy
    const isStaffed = admins.length === 0 || all(admins, isGone).some((isAbsent) => !isAbsent)
    return {
      findings: isStaffed
        ? findings
        : [...findings, at(null, 'warning', 'adminsGone', '流程管理员都已停用，找不到处理人的申请会交给系统管理员')],
    }
  } catch (error) {
    if (error instanceof Missing) return { need: error.need }
    throw error
  }
}
