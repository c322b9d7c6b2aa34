import { type OwnRow } from '../define.ts'

export const outboxRows = [
  { path: '/pages/outbox/index', title: '待发送', who: 'any', page: () => import('./index.tsx') },
] as const satisfies readonly OwnRow[]
