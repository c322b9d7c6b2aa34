import { type OwnRow, texts } from '../define.ts'

export const mylogRows = [
  {
    path: '/pages/mylog/myloglist',
    search: texts('view'),
    page: () => import('./myloglist.tsx'),
  },
  {
    path: '/pages/mylog/logdetail',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./logdetail.tsx'),
  },
  {
    path: '/pages/mylog/logedit',
    search: texts('id', 'templateId', 'day'),
    page: () => import('./logedit.tsx'),
  },
  { path: '/pages/mylog/logtemplate', page: () => import('./logtemplate.tsx') },
] as const satisfies readonly OwnRow[]
