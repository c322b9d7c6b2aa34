import { type OwnRow, texts } from '../shell/screenRow.ts'

export const scanRows = [
  {
    path: '/pages/goods/components/scanned',
    title: '扫码结果',
    who: 'any',
    search: texts('code', 'finder'),
    needs: ['code'],
    page: () => import('./Scanned.tsx'),
  },
  {
    path: '/pages/goods/components/scan-qrcode',
    title: '扫一扫',
    who: 'any',
    page: () => import('./CodeScan.tsx'),
  },
  {
    path: '/pages/goods/components/goodsScan/index',
    title: '扫码选资产',
    who: 'any',
    page: () => import('./AssetScan.tsx'),
  },
  {
    path: '/pages/goods/components/goodsScan/index_h5',
    title: '扫码选资产',
    who: 'any',
    page: () => import('./AssetScan.tsx'),
  },
] as const satisfies readonly OwnRow[]
