import { type OwnRow, texts } from '../shell/screenRow.ts'

export const personalRows = [
  { path: '/pages/personal/myapply', search: texts('shown'), page: () => import('./screens/MyApplications.tsx') },
  { path: '/pages/personal/myapprove', search: texts('shown'), page: () => import('./screens/MyApprovals.tsx') },
  {
    path: '/pages/personal/apply',
    title: '申请',
    who: 'any',
    search: texts('view', 'flowKey'),
    page: () => import('./screens/Applying.tsx'),
  },
  { path: '/pages/personal/receipts', page: () => import('./screens/Receipts.tsx') },
  { path: '/pages/personal/flowCopy', page: () => import('./screens/CopiedToMe.tsx') },
] as const satisfies readonly OwnRow[]
