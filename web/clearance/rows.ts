import { type OwnRow, texts } from '../shell/screenRow.ts'

export const clearanceRows = [
  {
    path: '/pages/addressbook/clearance',
    search: texts('uid'),
    needs: ['uid'],
    page: () => import('./Clearance.tsx'),
  },
] as const satisfies readonly OwnRow[]
