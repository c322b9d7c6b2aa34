import { type OwnRow, texts } from '../shell/screenRow.ts'

export const goodsRows = [
  {
    path: '/pages/goods/GsGoodsInstance/asof',
    search: texts('day', 'assetId', 'holderUid', 'locId'),
    page: () => import('./asOf/AssetsAsOf.tsx'),
  },
  { path: '/pages/goods/GsGoodsInstance/moves', page: () => import('./asOf/AssetMoves.tsx') },
  {
    path: '/pages/goods/mainpage/workcollaborate',
    title: '协同',
    who: 'any',
    tab: 1,
    page: () => import('./Collaboration.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsLoc/gsgoodslocmap',
    title: '区域地图',
    who: 'any',
    page: () => import('./location/LocationMap.tsx'),
  },
  {
    path: '/pages/goods/mainpage/sampleIndex',
    title: '安装应用',
    who: 'public',
    search: texts('corpId'),
    page: () => import('./Start.tsx'),
  },
  {
    path: '/pages/goods/mainpage/wwSampleIndex',
    title: '安装应用',
    who: 'public',
    search: texts('corpId'),
    page: () => import('./WecomStart.tsx'),
  },
  {
    path: '/pages/goods/mainpage/mygoods',
    search: texts('jumpType'),
    page: () => import('./MyAssets.tsx'),
  },
  {
    path: '/pages/goods/mainpage/borrowme',
    search: texts('jumpType'),
    page: () => import('./MyLoans.tsx'),
  },
  { path: '/pages/goods/mainpage/index', page: () => import('./AssetHome.tsx') },
  {
    path: '/pages/goods/GsApplyOutstockOrder/index',
    page: () => import('./collection/OpenRequests.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail',
    title: '资产详情',
    who: 'any',
    search: texts('id'),
    needs: ['id'],
    page: () => import('./AssetDetail.tsx'),
  },
  {
    path: '/pages/goods/GsGoodsInstance/qrscan-detail',
    title: '扫码查看资产',
    who: 'any',
    search: texts('instanceId', 'instanceCode', 'instanceName', 'instanceImage'),
    needs: ['instanceId', 'instanceCode'],
    page: () => import('./ScannedAsset.tsx'),
  },
  { path: '/pages/goods/imports', page: () => import('./Imports.tsx') },
  {
    path: '/pages/goods/GsGoodsLoc/qrscan-detail',
    title: '区域',
    who: 'any',
    search: texts('locId'),
    needs: ['locId'],
    page: () => import('./location/ScannedPlace.tsx'),
  },
] as const satisfies readonly OwnRow[]
