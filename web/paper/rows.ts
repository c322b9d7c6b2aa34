import { type OwnRow, texts } from '../shell/screenRow.ts'

export const paperRows = [
  { path: '/pages/user/sliptemplates', page: () => import('./SlipTemplates.tsx') },
  {
    path: '/pages/user/sliptemplate',
    search: texts('kind'),
    needs: ['kind'],
    page: () => import('./SlipTemplateEdit.tsx'),
  },
] as const satisfies readonly OwnRow[]
