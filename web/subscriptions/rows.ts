import { type OwnRow, texts } from '../shell/screenRow.ts'

export const subscriptionRows = [
  {
    path: '/pages/user/subscriptions',
    title: '定期发送',
    who: 'any',
    search: texts('view', 'dashboard', 'title'),
    page: () => import('./Subscriptions.tsx'),
  },
] as const satisfies readonly OwnRow[]
