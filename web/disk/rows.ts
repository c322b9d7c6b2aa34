import { type OwnRow, texts } from '../shell/screenRow.ts'

export const netdiskRows = [
  {
    path: '/pages/netdisk/netdisklist',
    search: texts('view', 'id'),
    page: () => import('./Disk.tsx'),
  },
  {
    path: '/pages/netdisk/diskfile',
    title: '文件',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./DiskFile.tsx'),
  },
  {
    path: '/pages/netdisk/link',
    title: '共享文件',
    who: 'public',
    search: texts('token', 'id'),
    needs: ['token'],
    page: () => import('./DiskLink.tsx'),
  },
] as const satisfies readonly OwnRow[]
