import { type OwnRow, texts } from '../shell/screenRow.ts'

export const eventRuleRows = [
  { path: '/pages/user/eventrules', page: () => import('./EventRules.tsx') },
  { path: '/pages/user/eventrule', search: texts('id'), page: () => import('./EventRuleEdit.tsx') },
] as const satisfies readonly OwnRow[]
