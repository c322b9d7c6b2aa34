import { type OwnRow, texts } from '../shell/screenRow.ts'

export const agendaRows = [
  {
    path: '/pages/agenda/personagenda',
    page: () => import('./PersonAgenda.tsx'),
  },
  {
    path: '/pages/agenda/ageedit',
    search: texts('id', 'occurrence', 'scope', 'day', 'begin', 'minutes', 'title', 'with'),
    page: () => import('./AgendaEdit.tsx'),
  },
  {
    path: '/pages/agenda/agedetail',
    search: texts('id', 'occurrence'),
    needs: ['id'],
    page: () => import('./AgendaDetail.tsx'),
  },
] as const satisfies readonly OwnRow[]
