import type { ComponentType } from 'react'
import { later } from '../../../look/later.tsx'
import { useScreen } from '../../../screen.ts'

/** The screens about labels, each fetched when it is opened: what everybody loads first names one file for all of them. */
export default function Labels() {
  const { path } = useScreen()
  const Screen = screens[path]!
  return <Screen />
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/pages/components/shangmi-print/index': later(() => import('../../components/shangmi-print/index.tsx')),
  '/pages/goods/labels/due': later(() => import('./due.tsx')),
  '/pages/goods/labels/templates': later(() => import('./templates.tsx')),
  '/pages/goods/labels/design': later(() => import('./design.tsx')),
  '/pages/goods/labels/printers': later(() => import('./printers.tsx')),
  '/pages/goods/labels/station': later(() => import('./station.tsx')),
  '/pages/goods/labels/job': later(() => import('./job.tsx')),
}
