import { type OwnRow, texts } from '../shell/screenRow.ts'

export const apiKeyRows = [
  { path: '/pages/user/apikeys', page: () => import('./ApiKeys.tsx') },
  { path: '/pages/user/apikey', search: texts('id'), needs: ['id'], page: () => import('./ApiKeyDetail.tsx') },
  { path: '/pages/user/apikeyedit', page: () => import('./ApiKeyEdit.tsx') },
  { path: '/pages/user/firstcall', page: () => import('./FirstCall.tsx') },
] as const satisfies readonly OwnRow[]
