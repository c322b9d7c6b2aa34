import type { OwnRow } from '../shell/screenRow.ts'

export const documentRows = [
  { path: '/pages/goods/lines', page: () => import('./AssetLines.tsx') },
  { path: '/pages/consumables/lines', page: () => import('./SupplyLines.tsx') },
] as const satisfies readonly OwnRow[]
