import { signOut } from '../../domain/operations/auth.ts'
import { call } from '../call.ts'
import { confirm } from '../look/confirm.ts'
import { clear, session } from '../session.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'

/** Asks, then ends the session here and on the server. */
export const leave = async (): Promise<void> => {
  const yes = await confirm({
    title: t('确定退出登录吗？'),
    text: t('退出后需要重新登录才能使用。'),
    yes: t('退出'),
    no: t('取消'),
    danger: true,
  })
  if (yes) await leaveAtOnce()
}

/** Ends the session without asking; whatever the server answers, the session here is over. */
export const leaveAtOnce = async (): Promise<void> => {
  const told = call(signOut, { uid: session().uid }, { quiet: true }).catch(() => undefined)
  replace('/pages/login')
  await new Promise((resolve) => setTimeout(resolve))
  clear()
  await told
}
