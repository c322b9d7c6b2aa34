import { type OwnRow, texts } from '../shell/screenRow.ts'

export const doorRows = [
  { path: '/pages/login', title: '登录', who: 'public', search: texts('to', 'by'), page: () => import('./Login.tsx') },
  { path: '/pages/forgot', title: '忘记密码', who: 'public', page: () => import('./Forgot.tsx') },
  { path: '/pages/join', title: '加入', who: 'public', search: texts('token'), page: () => import('./Join.tsx') },
  {
    path: '/pages/signon',
    title: '公司账号登录',
    who: 'public',
    search: texts('word', 'back'),
    page: () => import('./SignOn.tsx'),
  },
  { path: '/pages/handover', title: '手机登录', who: 'public', search: texts('c'), page: () => import('./HandOverEnter.tsx') },
  { path: '/pages/setup', title: '创建组织', who: 'public', search: texts('code'), page: () => import('./Setup.tsx') },
  {
    path: '/pages/home',
    title: '首页',
    who: 'any',
    search: texts('name'),
    page: () => import('./Home.tsx'),
  },
] as const satisfies readonly OwnRow[]
