import { type OwnRow, texts } from '../define.ts'

export const agendaRows = [
  {
    path: '/pages/agenda/personagenda',
    page: () => import('./personagenda.tsx'),
  },
  {
    path: '/pages/agenda/ageedit',
    search: texts('id', 'occurrence', 'scope', 'day', 'begin', 'minutes', 'title', 'with'),
    page: () => import('./ageedit.tsx'),
  },
  {
    path: '/pages/agenda/agedetail',
    search: texts('id', 'occurrence'),
    needs: ['id'],
    page: () => import('./agedetail.tsx'),
  },
] as const satisfies readonly OwnRow[]
