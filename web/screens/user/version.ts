import { upgrade } from '../../../domain/operations/auth.ts'
import { appVersion, appVersionCode } from '../../../domain/rules/constants.ts'
import { call } from '../../call.ts'
import { confirm } from '../../look/confirm.ts'
import { toast } from '../../look/toast.ts'
import { t } from '../../words.ts'

/** Asks whether there is a newer version and, if one is wanted, loads it. */
export const checkVersion = async (): Promise<void> => {
  const { status, lastVersion } = await call(upgrade, { platform: 'h5', version: appVersionCode, appVersion })
  if (status !== 1) return toast(t('已是最新版本'), 'success')
  const yes = await confirm({
    title: t('发现新版本 {version}', { version: lastVersion.version }),
    text: lastVersion.remark,
    yes: t('立即更新'),
    no: t('以后再说'),
  })
  if (yes) location.reload()
}
