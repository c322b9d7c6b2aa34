import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { upgradeApp } from '../../domain/access/signInOperations.ts'
import type { InstalledApp } from '../../hosts/host.ts'
import { host } from '../../hosts/here.ts'
import { call, CallError } from '../call.ts'
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
  if (await show(newer)) return
  storeAside(asideKey, newer.versionCode, asideSeconds)
}

/** The same because a person wants to know. */
export const findUpgrade = async (app: InstalledApp): Promise<void> => {
  const newer = await newerThan(app, false)
  if (newer) await show(newer)
  else toast(t('已是最新版本'), 'success')
}

const newerThan = async ({ platform, version, code, deviceId }: InstalledApp, quiet: boolean): Promise<Newer | undefined> => {
  const question = { appid: 'zaice', platform, version: code, appVersion: version, device_id: deviceId }
  const { status, lastVersion } = await call(upgradeApp, question, { quiet })
  // What cannot be had is no offer.
  return status === 1 && lastVersion.downUrl !== '' ? lastVersion : undefined
}

/** True where it was taken, false where it was put aside. It lies over every screen, whichever is shown: so it has a root of its own. */
const show = (newer: Newer): Promise<boolean> =>
  new Promise((resolve) => {
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const onClose = (isTaken: boolean) => {
      root.unmount()
      place.remove()
      resolve(isTaken)
    }
    root.render(createElement(UpgradeDialog, { newer, address: new URL(newer.downUrl, host.address).href, onClose }))
  })
