import type { ComponentType } from 'react'
import { loadLater } from '../look/loadLater.tsx'
import { useScreen } from '../screen.ts'

/** The screens about labels, each fetched when it is opened: what everyone loads first names one file for all of them. */
export default function Labels() {
  const { path } = useScreen()
  const Screen = screens[path]
  return Screen && <Screen />
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/pages/components/shangmi-print/index': loadLater(() => import('./shangmi/LabelPrinting.tsx')),
  '/pages/goods/labels/due': loadLater(() => import('./LabelsDue.tsx')),
  '/pages/goods/labels/templates': loadLater(() => import('./LabelTemplates.tsx')),
  '/pages/goods/labels/design': loadLater(() => import('./LabelDesigning.tsx')),
  '/pages/goods/labels/printers': loadLater(() => import('./LabelPrinters.tsx')),
  '/pages/goods/labels/station': loadLater(() => import('./PrintStation.tsx')),
  '/pages/goods/labels/job': loadLater(() => import('./PrintJob.tsx')),
}
