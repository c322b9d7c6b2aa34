import { type OwnRow, texts } from '../shell/screenRow.ts'

export const manualRows = [
  {
    path: '/pages/help',
    title: '使用手册',
    who: 'any',
    withoutLicence: true,
    search: texts('of'),
    page: () => import('./Manual.tsx'),
  },
] as const satisfies readonly OwnRow[]
