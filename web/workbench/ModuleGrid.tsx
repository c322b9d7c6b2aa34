import { Card } from '../look/Card.tsx'
import { Grid } from '../look/Grid.tsx'
import { useResources, useScreen } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from './menuIcon.ts'

/** The groups of the person's menu whose codes are named, as a grid. */
export const ModuleGrid = ({
  groups,
  counts = {},
}: {
  groups: readonly string[]
  counts?: Readonly<Record<string, number | undefined>>
}) => {
  const { path: here } = useScreen()
  const entries = (useResources() ?? []).filter(
    ({ mobilePath, alwaysShow, parentCode }) =>
      mobilePath && groups.includes(parentCode ?? '') && mobilePath !== here && isSet(alwaysShow) && screenAt(mobilePath),
  )
  if (entries.length === 0) return null
  return (
    <Card className="mb-4 px-2! py-2!">
      <Grid
        items={entries.map(({ resourceCode, resourceName, mobilePath, icon, color }) => ({
          key: resourceCode,
          title: t(resourceName),
          icon: menuIcon(icon),
          color: color ?? undefined,
          count: counts[mobilePath ?? ''] ?? 0,
          onPress: () => goHref(mobilePath ?? ''),
        }))}
      />
    </Card>
  )
}
