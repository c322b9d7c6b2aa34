import { type OwnRow, texts } from '../shell/screenRow.ts'

export const addressbookRows = [
  { path: '/pages/addressbook/address-book', page: () => import('./AddressBook.tsx') },
  {
    path: '/pages/addressbook/level-address-book',
    search: texts('deptId'),
    page: () => import('./AddressBookLevels.tsx'),
  },
  {
    path: '/pages/addressbook/member',
    search: texts('deptId', 'deptName'),
    needs: ['deptId'],
    page: () => import('./Members.tsx'),
  },
  {
    path: '/pages/addressbook/address-detail',
    search: texts('uid'),
    needs: ['uid'],
    page: () => import('./AddressDetail.tsx'),
  },
  {
    path: '/pages/addressbook/invite',
    search: texts('view'),
    page: () => import('./Invite.tsx'),
  },
  {
    path: '/pages/addressbook/rolelist',
    search: texts('role'),
    page: () => import('./RoleList.tsx'),
  },
  {
    path: '/pages/addressbook/roleedit',
    search: texts('role', 'copy', 'template'),
    page: () => import('./RoleEdit.tsx'),
  },
] as const satisfies readonly OwnRow[]
