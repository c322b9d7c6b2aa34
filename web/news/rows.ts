import { type OwnRow, texts } from '../shell/screenRow.ts'

export const newsRows = [
  { path: '/pages/news/newslist', page: () => import('./NewsList.tsx') },
  {
    path: '/pages/news/newsdetail',
    search: texts('newsId', 'optype', 'publisher', 'avatar'),
    needs: ['newsId'],
    page: () => import('./NewsDetail.tsx'),
  },
  {
    path: '/pages/news/newannnews-fedit',
    search: texts('newsId'),
    page: () => import('./NewsEdit.tsx'),
  },
] as const satisfies readonly OwnRow[]

export const announcementRows = [
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
