import { type OwnRow, texts } from '../shell/screenRow.ts'

export const userRows = [
  { path: '/pages/user/people', title: '我的', who: 'any', tab: 3, page: () => import('./Me.tsx') },
  {
    path: '/pages/user/userdetail',
    title: '个人信息',
    who: 'any',
    search: texts('uid'),
    page: () => import('./UserDetail.tsx'),
  },
  { path: '/pages/user/signon', page: () => import('./SignOnSettings.tsx') },
  {
    path: '/pages/user/takeout',
    withoutLicence: true,
    page: () => import('./Takeout.tsx'),
  },
  {
    path: '/pages/user/disputes',
    withoutLicence: true,
    page: () => import('./Disputes.tsx'),
  },
  {
    path: '/pages/user/handover',
    title: '在手机上登录',
    who: 'any',
    withoutLicence: true,
    page: () => import('./HandOver.tsx'),
  },
  { path: '/pages/user/useredit', title: '编辑个人信息', who: 'any', page: () => import('./UserEdit.tsx') },
  {
    path: '/pages/user/password',
    title: '设置自己的密码',
    who: 'any',
    withoutLicence: true,
    search: texts('to'),
    page: () => import('./FirstPassword.tsx'),
  },
  {
    path: '/pages/user/userexit',
    title: '退出登录',
    who: 'any',
    withoutLicence: true,
    page: () => import('./UserExit.tsx'),
  },
  {
    path: '/pages/user/organisation',
    page: () => import('./OrganisationSettings.tsx'),
  },
  { path: '/pages/user/beginning', page: () => import('./Beginning.tsx') },
  { path: '/pages/user/ownfields', page: () => import('../records/OwnFields.tsx') },
  { path: '/pages/user/numbers', page: () => import('./Numbers.tsx') },
  { path: '/pages/user/robots', page: () => import('./Robots.tsx') },
  { path: '/pages/user/home', title: '添加到主屏幕', who: 'any', withoutLicence: true, page: () => import('./HomeScreen.tsx') },
  { path: '/pages/user/location', title: '我的区域', who: 'any', page: () => import('./MyLocations.tsx') },
] as const satisfies readonly OwnRow[]
