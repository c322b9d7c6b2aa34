import { roleSets } from '../../domain/access/roles.ts'
import { currentUser } from '../../domain/operations/auth.ts'
import { changeRole } from '../../domain/operations/users.ts'
import { useAsk, useSend } from '../ask.ts'
import { toast } from '../look/toast.ts'
import { clear, signedIn, stored, useSession } from '../session.ts'
import { openTab } from '../travel.ts'
import { t } from '../words.ts'

export type View = 'employee' | 'manager'

type GrantedRole = { roleCode: string; roleName: string; roleType: number; roleHide: boolean; active: boolean }

/**
 * The views somebody may switch between, each with its roles; a view without a granted role is left out. `switchTo` makes the
 * roles of a view the active ones and enters anew with them under the token that the server gives: nothing read before stays. Where it gives none,
 * the person signs in again.
 */
export const useRoleSwitch = (): {
  views: readonly { view: View; roles: readonly GrantedRole[] }[]
  current: View
  switchTo: (view: View) => Promise<void>
  switching: boolean
} => {
  const { roles: active } = useSession()
  const me = useAsk(currentUser, {}, { staleMs: 60_000 })
  const { send, sending } = useSend(changeRole)
  const sets = roleSets<GrantedRole>(me.data?.grantedRoles ?? [])
  const views = (['manager', 'employee'] as const).map((view) => ({ view, roles: sets[view] })).filter(({ roles }) => roles.length > 0)
  const current =
    roleSets(active.map(({ roleCode }) => ({ roleCode, roleType: 1, roleHide: false }))).manager.length > 0 ? 'manager' : 'employee'

  const switchTo = async (view: View) => {
    if (view === current) return
    const { entered } = await send({ sysUserRoleEntityList: sets[view].map(({ roleCode, roleName }) => ({ roleCode, roleName })) })
    if (!entered?.access_token) return clear()
    signedIn(entered, { username: stored<string>('login_username') })
    toast(t(viewNames[view].done), 'success')
    openTab('/pages/index/index')
  }
  return { views, current, switchTo, switching: sending }
}

/** What the views are called, for somebody who tries the product out as well. */
export const viewNames: Readonly<Record<View, { title: string; trial: string; text: string; done: string }>> = {
  manager: { title: '管理视图', trial: '管理端', text: '管理资产、耗材与档案', done: '已切换到管理视图' },
  employee: { title: '员工视图', trial: '员工端', text: '申请、领用与查看自己的资产', done: '已切换到员工视图' },
}
