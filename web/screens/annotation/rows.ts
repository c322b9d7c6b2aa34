import { type OwnRow, texts } from '../define.ts'

export const annotationRows = [
  {
    path: '/pages/annotation/annotationList',
    page: () => import('./annotationList.tsx'),
  },
  {
    path: '/pages/annotation/annotationDetail',
    search: texts('newsId'),
    needs: ['newsId'],
    page: () => import('./annotationDetail.tsx'),
  },
] as const satisfies readonly OwnRow[]
