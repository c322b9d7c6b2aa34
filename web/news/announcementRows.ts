import { type OwnRow, texts } from '../shell/screenRow.ts'

export const annotationRows = [
  {
    path: '/pages/annotation/annotationList',
    page: () => import('./Announcements.tsx'),
  },
  {
    path: '/pages/annotation/annotationDetail',
    search: texts('newsId'),
    needs: ['newsId'],
    page: () => import('./AnnouncementDetail.tsx'),
  },
] as const satisfies readonly OwnRow[]
