import { createElement } from 'react'
import { upgradeApp } from '../../domain/access/signInOperations.ts'
import type { InstalledApp } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { call, CallError } from '../call.ts'
import { showOver } from '../look/overlays/showOver.ts'
import { toast } from '../look/overlays/toast.ts'
import { storeAside, stored } from '../session/session.ts'
import { t } from '../words.ts'
import { type Newer, UpgradeDialog } from './UpgradeDialog.tsx'

/** What was put aside is not offered again at starts for so long. */
const asideSeconds = 86_400
const asideKey = 'upgradeAside'

/** The app that is installed asks once when it starts; without a network the next start does. */
export const offerUpgrade = async (app: InstalledApp): Promise<void> => {
  const newer = await newerThan(app, true).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
  if (!newer || (!newer.isForced && stored<number>(asideKey) === newer.versionCode)) return
  // Without the style sheet it is not drawn: the next start offers it.
  const isTaken = await show(newer).catch(() => true)
  if (!isTaken) storeAside(asideKey, newer.versionCode, asideSeconds)
}

/** The same because a person wants to know. */
export const findUpgrade = async (app: InstalledApp): Promise<void> => {
  const newer = await newerThan(app, false)
  if (!newer) return toast(t('已是最新版本'), 'success')
  await show(newer).catch(() => toast(t('网络连接失败，请检查网络'), 'error'))
}

const newerThan = async ({ platform, version, code, deviceId }: InstalledApp, quiet: boolean): Promise<Newer | undefined> => {
  const question = { appid: 'zaice', platform, version: code, appVersion: version, device_id: deviceId }
  const { status, lastVersion } = await call(upgradeApp, question, { quiet })
  // What cannot be had is no offer.
  return status === 1 && lastVersion.downUrl !== '' ? lastVersion : undefined
}

/** True where it was taken, false where it was put aside. */
const show = (newer: Newer): Promise<boolean> => {
  const address = new URL(newer.downUrl, host.address).href
  return showOver((onClose) => createElement(UpgradeDialog, { newer, address, onClose }))
}
