import { type OwnRow, texts } from '../shell/screenRow.ts'

export const mapRows = [
  {
    path: '/choose-location',
    title: '选择位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'crs'),
    page: () => import('./ChooseLocation.tsx'),
  },
  {
    path: '/open-location',
    title: '查看位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'name', 'address', 'crs'),
    page: () => import('./OpenLocation.tsx'),
  },
  {
    path: '/pages/message/chatmap',
    title: '位置',
    who: 'any',
    search: texts('longitude', 'latitude', 'name', 'address', 'crs'),
    page: () => import('./OpenLocation.tsx'),
  },
] as const satisfies readonly OwnRow[]
