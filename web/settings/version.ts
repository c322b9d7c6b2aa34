import { upgrade } from '../../domain/access/signInOperations.ts'
import { appVersion, appVersionCode } from '../../domain/rules/constants.ts'
import { host } from '../../hosts/here.ts'
import { call, CallError } from '../call.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'

/** Asks whether there is a newer version and, if one is wanted, gets it: a page is as new as the server once it is loaded again. */
export const checkVersion = async (): Promise<void> => {
  if (host.app) return (await import('../upgrade/upgrade.ts')).findUpgrade(host.app)
  const answer = call(upgrade, { platform: 'web', version: appVersionCode, appVersion }, { quiet: true }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
    return undefined
  })
  const isNewer = await hasNewerPage()
  if (isNewer === undefined) return toast(t('网络连接失败，请检查网络'), 'error')
  if (!isNewer) return toast(t('已是最新版本'), 'success')
  const text = (await answer)?.lastVersion.remark
  if (await confirm({ title: t('发现新版本'), ...(text && { text }), yes: t('立即更新'), no: t('以后再说') })) await loadNewer()
}

/** Whether the server has another page than the one that is open; undefined where it is not reached. The query keeps the offline copy out of it. */
const hasNewerPage = async (): Promise<boolean | undefined> => {
  const [mine] = Array.from(document.scripts).flatMap(({ type, src }) => (type === 'module' && src ? [new URL(src).pathname] : []))
  const answer = await fetch(`/?${Date.now()}`, { cache: 'no-store' }).catch(() => undefined)
  if (!answer?.ok) return undefined
  const page = await answer.text()
  return mine !== undefined && !page.includes(mine)
}

/** The worker of the offline copy takes the new one over first, else the old would be loaded again. */
const loadNewer = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const registrationFound = await registration?.update().then(
    () => registration.waiting ?? untilInstalled(registration),
    () => undefined,
  )
  if (!registrationFound) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
  registrationFound.postMessage({ type: 'SKIP_WAITING' })
}

const untilInstalled = ({ installing }: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> =>
  new Promise((resolve) => {
    if (!installing) return resolve(undefined)
    installing.addEventListener('statechange', () => {
      if (installing.state === 'installed') resolve(installing)
      if (installing.state === 'redundant') resolve(undefined)
    })
  })
