import type { OwnRow } from '../shell/screenRow.ts'

export const poolRows = [{ path: '/pages/goods/mainpage/pool', page: () => import('./Pool.tsx') }] as const satisfies readonly OwnRow[]
