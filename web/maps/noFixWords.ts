import { t } from '../words.ts'
import type { NoFix } from './bestFix.ts'

/** What to do where the device was not found. */
export const noFixWords = (reason: NoFix): string => {
  switch (reason) {
    case 'absent':
      return isSecureContext ? t('这台设备不能定位，可以拖动地图选择。') : t('网页定位需要 https 地址，现在不能用；可以拖动地图选择。')
    case 'refused':
      return t('没有定位权限。请在浏览器或系统设置里允许定位后再试，或拖动地图选择。')
    case 'unknown':
      return t('暂时没有找到位置。请到开阔处再试，或拖动地图选择。')
  }
}
