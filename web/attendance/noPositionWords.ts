import type { NoFix } from '../maps/bestFix.ts'
import { t } from '../words.ts'

/** Why no one can punch by position here, and what to do about it. */
export const noPositionWords = (reason: NoFix): { readonly words: string; readonly help: string } => {
  switch (reason) {
    case 'absent':
      return isSecureContext
        ? { words: t('这台设备不能定位'), help: t('请用手机打卡，或连接办公网络后再打。') }
        : { words: t('这个地址不能定位'), help: t('浏览器只在 https 地址下提供定位。请用 https 打开在册，或连接办公网络打卡。') }
    case 'refused':
      return { words: t('没有定位权限'), help: t('请在浏览器的网站设置和系统的定位设置里允许定位，再回到这里下拉刷新。') }
    case 'unknown':
      return { words: t('暂时没有找到位置'), help: t('请打开手机定位，到窗边或开阔处稍候。') }
  }
}
