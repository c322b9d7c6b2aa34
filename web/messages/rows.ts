import { type OwnRow, texts } from '../shell/screenRow.ts'

export const messageRows = [
  { path: '/pages/message/msglist', title: '消息', who: 'any', tab: 0, page: () => import('./Messages.tsx') },
  {
    path: '/pages/message/notify',
    title: '通知',
    who: 'any',
    search: texts('msgType', 'category'),
    page: () => import('./Notices.tsx'),
  },
  {
    path: '/pages/message/settings',
    title: '消息设置',
    who: 'any',
    page: () => import('./MessageSettings.tsx'),
  },
  {
    path: '/pages/message/msgdetail',
    title: '消息详情',
    who: 'any',
    search: texts('msgId'),
    needs: ['msgId'],
    page: () => import('./MessageDetail.tsx'),
  },
] as const satisfies readonly OwnRow[]
