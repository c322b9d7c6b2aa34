import { type OwnRow, texts } from '../define.ts'

export const newsRows = [
  { path: '/pages/news/newslist', page: () => import('./newslist.tsx') },
  {
    path: '/pages/news/newsdetail',
    search: texts('newsId', 'optype', 'publisher', 'avatar'),
    needs: ['newsId'],
    page: () => import('./newsdetail.tsx'),
  },
  {
    path: '/pages/news/newannnews-fedit',
    search: texts('newsId'),
    page: () => import('./newannnews-fedit.tsx'),
  },
] as const satisfies readonly OwnRow[]
