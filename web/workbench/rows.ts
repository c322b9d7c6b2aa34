import { type OwnRow } from '../shell/screenRow.ts'

export const indexRows = [
  { path: '/pages/index/index', title: '工作台', who: 'any', tab: 2, page: () => import('./Workbench.tsx') },
] as const satisfies readonly OwnRow[]
