import { type OwnRow, texts } from '../shell/screenRow.ts'

export const chatRows = [
  {
    path: '/pages/message/chat',
    title: '聊天',
    who: 'any',
    search: texts('uid', 'at'),
    needs: ['uid'],
    page: () => import('./Chat.tsx'),
  },
  {
    path: '/pages/message/groupchat',
    title: '群聊',
    who: 'any',
    search: texts('chatId', 'at'),
    needs: ['chatId'],
    page: () => import('./group/GroupChat.tsx'),
  },
  {
    path: '/pages/message/groupset',
    title: '群设置',
    who: 'any',
    search: texts('chatId'),
    needs: ['chatId'],
    page: () => import('./group/GroupSettings.tsx'),
  },
] as const satisfies readonly OwnRow[]
