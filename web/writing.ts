import { useState } from 'react'
import type { Operation } from '../domain/operations/define.ts'
import type { Busy } from './look/holdButton.ts'
import { type Session, useSession } from './session/session.ts'
import { t } from './words.ts'

/** Why nothing is written where the membership is over, in words; undefined where it holds. */
const overIn = ({ licence }: Session): string | undefined =>
  licence !== undefined && licence !== 'active' ? t('组织的会员已到期或尚未开通，现在不能保存和提交。') : undefined

/** Whether the server takes it only where there is a membership. */
const needsLicence = ({ reads, withoutLicence, access }: Operation): boolean =>
  !reads && !withoutLicence && (access === 'signed-in' || typeof access !== 'string')

/** Why the server would not take a write by this operation now, in words. */
export const useRefused = (operation: Operation): string | undefined => {
  const now = useSession()
  return needsLicence(operation) ? overIn(now) : undefined
}

/** For what writes by several operations. */
export const useOver = (): string | undefined => overIn(useSession())

/** Whether something is being written, for its button; words where nothing can be. */
export const useBusy = (): [busy: Busy, setBusy: (busy: boolean) => void] => {
  const [busy, setBusy] = useState(false)
  const over = useOver()
  return [over ?? busy, setBusy]
}
