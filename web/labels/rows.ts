import { type Page, type OwnRow, texts } from '../shell/screenRow.ts'

const labels: Page = () => import('./Labels.tsx')

export const labelRows = [
  {
    path: '/pages/components/shangmi-print/index',
    who: 'any',
    search: texts('what', 'ids'),
    page: labels,
  },
  { path: '/pages/goods/labels/due', search: texts('what'), page: labels },
  { path: '/pages/goods/labels/templates', page: labels },
  {
    path: '/pages/goods/labels/design',
    search: texts('templateKey'),
    needs: ['templateKey'],
    page: labels,
  },
  { path: '/pages/goods/labels/printers', page: labels },
  { path: '/pages/goods/labels/station', search: texts('printerId'), page: labels },
  {
    path: '/pages/goods/labels/job',
    search: texts('id', 'begin'),
    needs: ['id'],
    page: labels,
  },
] as const satisfies readonly OwnRow[]
