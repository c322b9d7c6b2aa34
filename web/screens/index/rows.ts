import { type OwnRow } from '../define.ts'

export const indexRows = [
  { path: '/pages/index/index', title: '工作台', who: 'any', tab: 2, page: () => import('./index.tsx') },
] as const satisfies readonly OwnRow[]
