import { hrefOf } from '../frames.ts'
import { t } from '../words.ts'

/** The screen that follows a form that waits for a network. */
export const waitingHref = (): string =>
  hrefOf('/pages/common/success', {
    waits: '1',
    title: t('已存在这台设备上'),
    text: t('现在没有连上服务器，联网后会自动提交；办成与否会告诉您。'),
    next: '/pages/outbox/index',
  })
