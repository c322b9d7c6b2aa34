import { type OwnRow, texts } from '../shell/screenRow.ts'

export const dashboardRows = [
  { path: '/pages/dashboards/index', search: texts('id'), page: () => import('./Dashboards.tsx') },
] as const satisfies readonly OwnRow[]
