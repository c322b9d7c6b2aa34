import { Card } from '../look/Card.tsx'
import { Grid } from '../look/Grid.tsx'
import { useResources, useScreen } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet } from '../session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from './menuIcon.ts'

/** The entries of the person's menu below a folder of screens. */
export const ModuleGrid = ({ below, counts = {} }: { below: string; counts?: Readonly<Record<string, number | undefined>> }) => {
  const { path: here } = useScreen()
  const entries = (useResources() ?? []).filter(
    ({ mobilePath, alwaysShow, resourceTypeCode }) =>
      resourceTypeCode === 'menu_item' && mobilePath?.startsWith(below) && mobilePath !== here && isSet(alwaysShow) && screenAt(mobilePath),
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
          onPress: () => goHref(mobilePath!),
        }))}
      />
    </Card>
  )
}
