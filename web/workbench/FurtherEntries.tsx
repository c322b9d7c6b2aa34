import { Card } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet } from '../session/session.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from './menuIcon.ts'

/** The entries of the named groups of the person's menu that the workbench does not show. */
export const FurtherEntries = ({ groups }: { groups: readonly string[] }) => {
  const entries = (useResources() ?? []).filter(
    ({ mobilePath, alwaysShow, mobileMainpage, parentCode }) =>
      mobilePath && groups.includes(parentCode ?? '') && isSet(alwaysShow) && !isSet(mobileMainpage) && screenAt(mobilePath),
  )
  if (entries.length === 0) return null
  return (
    <Card flush className="mb-4">
      {entries.map(({ resourceCode, resourceName, mobilePath, icon, color }) => (
        <Cell
          key={resourceCode}
          icon={menuIcon(icon)}
          {...(color && { tint: color })}
          title={t(resourceName)}
          onPress={() => goHref(mobilePath ?? '')}
        />
      ))}
    </Card>
  )
}
