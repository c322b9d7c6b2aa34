import { type OwnRow, texts } from '../shell/screenRow.ts'

export const webhookRows = [
  { path: '/pages/user/webhooks', page: () => import('./Webhooks.tsx') },
  { path: '/pages/user/webhook', search: texts('id'), page: () => import('./WebhookEdit.tsx') },
] as const satisfies readonly OwnRow[]
