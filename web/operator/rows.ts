import { type OwnRow, texts } from '../shell/screenRow.ts'

export const operatorRows = [
  { path: '/pages/operator/releases', title: '应用版本', who: 'public', page: () => import('./Releases.tsx') },
  { path: '/pages/operator/system', title: '运行状况', who: 'public', page: () => import('./System.tsx') },
  { path: '/pages/operator', title: '运营方', who: 'public', search: texts('code'), page: () => import('./Operator.tsx') },
] as const satisfies readonly OwnRow[]
