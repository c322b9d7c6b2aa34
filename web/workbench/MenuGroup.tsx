import type { ReactNode } from 'react'
import { Card } from '../look/Card.tsx'
import type { GridItem } from '../look/Grid.tsx'
import type { Resource } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from './menuIcon.ts'

/** Entrances under a heading. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="!p-3 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]">
    <h2 className="px-1 pb-1 text-title font-semibold">{title}</h2>
    {children}
  </Card>
)

/** The screen that an entry of the menu leads to on a phone. */
export const pathOf = (entry: Resource): string => `/${(entry.mobilePath ?? '').replace(/^\//, '')}`

/** An entry of the menu as it stands in a grid. */
export const itemOf = (entry: Resource, color?: string | null): GridItem => ({
  key: entry.resourceCode,
  title: t(entry.resourceName),
  icon: menuIcon(entry.mobileIcon ?? entry.icon),
  color: entry.color ?? color,
  onPress: () => goHref(pathOf(entry)),
})
