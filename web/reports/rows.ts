import type { OwnRow } from '../shell/screenRow.ts'

export const reportRows = [{ path: '/pages/reports/index', page: () => import('./Reports.tsx') }] as const satisfies readonly OwnRow[]
