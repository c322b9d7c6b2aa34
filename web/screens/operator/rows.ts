import { type OwnRow, texts } from '../define.ts'

export const operatorRows = [
  { path: '/pages/operator/releases', title: '应用版本', who: 'public', page: () => import('./releases.tsx') },
  { path: '/pages/operator', title: '运营方', who: 'public', search: texts('code'), page: () => import('../operator.tsx') },
] as const satisfies readonly OwnRow[]
