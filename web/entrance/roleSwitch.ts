import { useQueryClient } from '@tanstack/react-query'
import { roleSets } from '../../domain/access/roles.ts'
import { currentUser, resources } from '../../domain/access/sessionOperations.ts'
import { changeRole } from '../../domain/access/userOperations.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { call } from '../call.ts'
import { toast } from '../look/overlays/toast.ts'
import { changeUserInfo, clear, keepResources, session, useSession } from '../session/session.ts'
import { forgetFrames, openTab } from '../travel.ts'
import { t } from '../words.ts'

export type View = 'employee' | 'manager'

type GrantedRole = { roleCode: string; roleName: string; roleType: number; roleHide: boolean; active: boolean }

/**
 * The views a person may switch between, each with its roles; a view without a granted role is left out. `switchTo` makes the
 * roles of a view the active ones and enters anew with them: rights, menu and everything read before. Where that fails, the
 * person signs in again.
 */
export const useRoleSwitch = (): {
  views: readonly { view: View; roles: readonly GrantedRole[] }[]
  current: View
  switchTo: (view: View) => Promise<void>
  switching: boolean
} => {
  const client = useQueryClient()
  const { roles: active } = useSession()
  const me = useAsk(currentUser, {}, { staleMs: 60_000 })
  const { send, sending } = useSend(changeRole)
  const sets = roleSets<GrantedRole>(me.data?.grantedRoles ?? [])
  const views = (['manager', 'employee'] as const).map((view) => ({ view, roles: sets[view] })).filter(({ roles }) => roles.length > 0)
  const current =
    roleSets(active.map(({ roleCode }) => ({ roleCode, roleType: 1, roleHide: false }))).manager.length > 0 ? 'manager' : 'employee'

  const enterAnew = async () => {
    const [identity, menu] = await Promise.all([call(currentUser, {}, { quiet: true }), call(resources, {}, { quiet: true })])
    changeUserInfo({ 'X-Admin': identity['X-Admin'], 'X-ROLES': identity['X-ROLES'] })
    keepResources(menu)
    client.setQueryData(['auth.resources', session().token], menu)
    forgetFrames()
    client.removeQueries({ type: 'inactive' })
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth.resources' })
  }

  const switchTo = async (view: View) => {
    if (view === current) return
    await send({ sysUserRoleEntityList: sets[view].map(({ roleCode, roleName }) => ({ roleCode, roleName })) })
    try {
      await enterAnew()
      toast(t(viewNames[view].done), 'success')
      openTab('/pages/index/index')
    } catch {
      clear()
    }
  }
  return { views, current, switchTo, switching: sending === true }
}

/** What the views are called, for a person who tries the product out as well. */
export const viewNames: Readonly<Record<View, { title: string; trial: string; text: string; done: string }>> = {
  manager: { title: '管理视图', trial: '管理端', text: '管理资产、耗材与档案', done: '已切换到管理视图' },
  employee: { title: '员工视图', trial: '员工端', text: '申请、领用与查看自己的资产', done: '已切换到员工视图' },
}
