import { type OwnRow, texts } from '../define.ts'

export const userRows = [
  { path: '/pages/user/people', title: '我的', who: 'any', tab: 3, page: () => import('./people.tsx') },
  {
    path: '/pages/user/userdetail',
    title: '个人信息',
    who: 'any',
    search: texts('uid'),
    page: () => import('./userdetail.tsx'),
  },
  { path: '/pages/user/signon', page: () => import('./signon.tsx') },
  {
    path: '/pages/user/takeout',
    withoutLicence: true,
    page: () => import('./takeout.tsx'),
  },
  {
    path: '/pages/user/disputes',
    withoutLicence: true,
    page: () => import('./disputes.tsx'),
  },
  {
    path: '/pages/user/handover',
    title: '在手机上登录',
    who: 'any',
    withoutLicence: true,
    page: () => import('./handover.tsx'),
  },
  { path: '/pages/user/useredit', title: '编辑个人信息', who: 'any', page: () => import('./useredit.tsx') },
  {
    path: '/pages/user/password',
    title: '设置自己的密码',
    who: 'any',
    withoutLicence: true,
    search: texts('to'),
    page: () => import('./password.tsx'),
  },
  {
    path: '/pages/user/userexit',
    title: '退出登录',
    who: 'any',
    withoutLicence: true,
    page: () => import('./userexit.tsx'),
  },
  {
    path: '/pages/user/organisation',
    page: () => import('./organisation.tsx'),
  },
  { path: '/pages/user/beginning', page: () => import('./beginning.tsx') },
  { path: '/pages/user/robots', page: () => import('./robots.tsx') },
  { path: '/pages/user/home', title: '添加到主屏幕', who: 'any', withoutLicence: true, page: () => import('./home.tsx') },
  { path: '/pages/user/location', title: '我的区域', who: 'any', page: () => import('./location.tsx') },
] as const satisfies readonly OwnRow[]
