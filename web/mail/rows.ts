import { type OwnRow, texts } from '../shell/screenRow.ts'

export const mailRows = [
  { path: '/pages/user/mail', page: () => import('./MailServer.tsx') },
  { path: '/pages/mailstop', title: '停止接收邮件', who: 'public', search: texts('token'), page: () => import('./MailStop.tsx') },
] as const satisfies readonly OwnRow[]
