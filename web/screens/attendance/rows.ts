import { type OwnRow, texts } from '../define.ts'

export const attendanceRows = [
  { path: '/pages/attendance/attHome', page: () => import('./attHome.tsx') },
  {
    path: '/pages/attendance/statistics',
    search: texts('day', 'month', 'deptId', 'tab'),
    page: () => import('./statistics.tsx'),
  },
  {
    path: '/pages/attendance/statmonth',
    search: texts('uid', 'month', 'day'),
    page: () => import('./statmonth.tsx'),
  },
  { path: '/pages/attendance/map', page: () => import('./map.tsx') },
  { path: '/pages/attendance/settings', search: texts('tab'), page: () => import('./settings.tsx') },
  { path: '/pages/attendance/groupedit', search: texts('id'), page: () => import('./groupedit.tsx') },
  { path: '/pages/attendance/shiftedit', search: texts('id'), page: () => import('./shiftedit.tsx') },
  {
    path: '/pages/attendance/roster',
    search: texts('groupId', 'month'),
    needs: ['groupId'],
    page: () => import('./roster.tsx'),
  },
] as const satisfies readonly OwnRow[]
