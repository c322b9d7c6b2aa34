import { type OwnRow, texts } from '../screenRow.ts'

export const commonRows = [
  { path: '/pages/common/exit', title: '退出', who: 'public', page: () => import('./Exit.tsx') },
  {
    path: '/pages/common/success',
    title: '操作成功',
    who: 'any',
    search: texts('title', 'text', 'next', 'waits'),
    page: () => import('./Success.tsx'),
  },
  {
    path: '/pages/common/error',
    title: '出错了',
    who: 'public',
    search: texts('title', 'text'),
    page: () => import('./Failure.tsx'),
  },
  {
    path: '/pages/common/vipTimeout',
    title: '服务到期',
    who: 'any',
    withoutLicence: true,
    search: texts('type', 'to'),
    page: () => import('./MembershipOver.tsx'),
  },
  {
    path: '/pages/common/label',
    title: '资产标签',
    who: 'public',
    search: texts('code', 'finder'),
    page: () => import('./Label.tsx'),
  },
  { path: '/pages/common/helloWorld', title: '欢迎', who: 'public', page: () => import('./Welcome.tsx') },
] as const satisfies readonly OwnRow[]
