import { type OwnRow, texts } from '../shell/screenRow.ts'

export const dashboardRows = [
  { path: '/pages/dashboards/index', search: texts('id'), page: () => import('./Dashboards.tsx') },
  {
    path: '/pages/dashboards/print',
    title: '打印仪表板',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./DashboardPrint.tsx'),
  },
] as const satisfies readonly OwnRow[]
