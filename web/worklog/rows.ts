import { type OwnRow, texts } from '../shell/screenRow.ts'

export const mylogRows = [
  {
    path: '/pages/mylog/myloglist',
    search: texts('view'),
    page: () => import('./Logs.tsx'),
  },
  {
    path: '/pages/mylog/logdetail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./LogDetail.tsx'),
  },
  {
    path: '/pages/mylog/logedit',
    search: texts('id', 'templateId', 'day'),
    page: () => import('./LogEdit.tsx'),
  },
  { path: '/pages/mylog/logtemplate', page: () => import('./LogTemplates.tsx') },
] as const satisfies readonly OwnRow[]
