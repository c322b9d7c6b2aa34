import { type OwnRow, texts } from '../shell/screenRow.ts'

export const attendanceRows = [
  { path: '/pages/attendance/attHome', page: () => import('./AttendanceHome.tsx') },
  {
    path: '/pages/attendance/statistics',
    search: texts('day', 'month', 'deptId', 'tab'),
    page: () => import('./Statistics.tsx'),
  },
  {
    path: '/pages/attendance/statmonth',
    search: texts('uid', 'month', 'day'),
    page: () => import('./MonthStatistics.tsx'),
  },
  { path: '/pages/attendance/map', page: () => import('./AttendanceMap.tsx') },
  { path: '/pages/attendance/settings', search: texts('tab'), page: () => import('./AttendanceSettings.tsx') },
  { path: '/pages/attendance/groupedit', search: texts('id'), page: () => import('./GroupEdit.tsx') },
  { path: '/pages/attendance/shiftedit', search: texts('id'), page: () => import('./ShiftEdit.tsx') },
  {
    path: '/pages/attendance/roster',
    search: texts('groupId', 'month'),
    needs: ['groupId'],
    page: () => import('./Roster.tsx'),
  },
] as const satisfies readonly OwnRow[]
