import { type OwnRow } from '../shell/screenRow.ts'

export const outboxRows = [
  { path: '/pages/outbox/index', title: '待发送', who: 'any', page: () => import('./Outbox.tsx') },
] as const satisfies readonly OwnRow[]
