import { type OwnRow, texts } from '../define.ts'

export const personalRows = [
  { path: '/pages/personal/myapply', search: texts('shown'), page: () => import('./myapply.tsx') },
  { path: '/pages/personal/myapprove', search: texts('shown'), page: () => import('./myapprove.tsx') },
  {
    path: '/pages/personal/apply',
    title: '申请',
    who: 'any',
    search: texts('view', 'flowKey'),
    page: () => import('./apply.tsx'),
  },
  { path: '/pages/personal/receipts', page: () => import('./receipts.tsx') },
  { path: '/pages/personal/flowCopy', page: () => import('./flowCopy.tsx') },
] as const satisfies readonly OwnRow[]
