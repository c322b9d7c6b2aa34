import { type OwnRow, texts } from '../define.ts'

export const addressbookRows = [
  { path: '/pages/addressbook/address-book', page: () => import('./address-book.tsx') },
  {
    path: '/pages/addressbook/level-address-book',
    search: texts('deptId'),
    page: () => import('./level-address-book.tsx'),
  },
  {
    path: '/pages/addressbook/member',
    search: texts('deptId', 'deptName'),
    needs: ['deptId'],
    page: () => import('./member.tsx'),
  },
  {
    path: '/pages/addressbook/address-detail',
    search: texts('uid'),
    needs: ['uid'],
    page: () => import('./address-detail.tsx'),
  },
  {
    path: '/pages/addressbook/invite',
    search: texts('view'),
    page: () => import('./invite.tsx'),
  },
  {
    path: '/pages/addressbook/rolelist',
    search: texts('role'),
    page: () => import('./rolelist.tsx'),
  },
] as const satisfies readonly OwnRow[]
