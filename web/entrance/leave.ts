import { signOut } from '../../domain/access/sessionOperations.ts'
import { call } from '../call.ts'
import { waitingToLeave } from '../counting/device/leaving.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { outboxCounts } from '../outbox/waitingActions.ts'
import { clear, session } from '../session/session.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'

/** What stays on this device until the same person signs in again, in words; undefined where nothing does. */
export const whatStays = async (): Promise<string | undefined> => {
  const { waiting: waitingCount, refused } = outboxCounts()
  const unsentCount = waitingCount + refused
  const countedEvents = await waitingToLeave()
  if (countedEvents > 0) return t('还有{count}条盘点记录没有上传，会留在这台设备上，您下次登录后继续上传。', { count: countedEvents })
  return unsentCount > 0 ? t('还有 {count} 件没有提交成功，会留在这台设备上，等您下次登录。', { count: unsentCount }) : undefined
}

/** Asks, then ends the session here and on the server. */
export const leave = async (): Promise<void> => {
  const isAgreed = await confirm({
    title: t('确定退出登录吗？'),
    text: (await whatStays()) ?? t('退出后需要重新登录才能使用。'),
    yes: t('退出'),
    no: t('取消'),
    danger: true,
  })
  if (isAgreed) await leaveAtOnce()
}

/** Ends the session without asking; whatever the server answers, the session here is over. */
export const leaveAtOnce = async (): Promise<void> => {
  const signOutCall = call(signOut, { uid: session().uid }, { background: true }).catch(() => undefined)
  replace('/pages/login')
  await new Promise((resolve) => setTimeout(resolve))
  clear()
  await signOutCall
}
